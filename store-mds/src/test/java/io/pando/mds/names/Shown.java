package io.pando.mds.names;

import io.pando.bytes.Payload;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.FsAnswer;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Answers as text, for comparison with the model. */
final class Shown {
  private Shown() {}

  static String text(
      Ino ino, String owners, String times, String content, SortedMap<String, Payload> xattrs) {
    return "%s %s [%s] {%s} %s".formatted(ino, owners, times, content, xattrs(xattrs));
  }

  private static String xattrs(SortedMap<String, Payload> xattrs) {
    return xattrs.entrySet().stream()
        .map(it -> it.getKey() + "=" + List.of(it.getValue().toByteArray().length, it.getValue()))
        .collect(Collectors.joining(","));
  }

  static String of(Inode inode) {
    Permissions of = inode.permissions();
    FileTimes times = inode.times();
    String content =
        switch (inode.content()) {
          case InodeContent.Directory it ->
              it.totals().subtree() + " " + it.totals().entries() + " " + it.quota();
          case InodeContent.File it -> it.size() + " uncut " + it.uncut();
          case InodeContent.Symlink it -> String.valueOf(it.target());
          case InodeContent.Special it -> it.type() + " " + it.device();
        };
    return text(
        inode.ino(),
        "%o %d:%d %d".formatted(of.mode(), of.owner(), of.group(), inode.links()),
        times.accessed() + " " + times.modified() + " " + times.changed() + " " + times.born(),
        content,
        inode.attributes());
  }

  static String of(FsAnswer answer) {
    return switch (answer) {
      case FsAnswer.Done _ -> "done";
      case FsAnswer.Failed it -> it.error().name();
      case FsAnswer.Found it -> of(it.inode());
      case FsAnswer.Listing it ->
          it.entries().stream()
                  .map(entry -> entry.name() + " " + of(entry.inode()))
                  .collect(Collectors.joining("\n"))
              + "\nmore "
              + it.more();
    };
  }
}
