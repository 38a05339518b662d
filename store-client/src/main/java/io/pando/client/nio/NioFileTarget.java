package io.pando.client.nio;

import io.pando.client.PandoException;
import io.pando.client.file.FileStat;
import io.pando.client.file.PandoFileSystem;
import io.pando.client.file.SymbolicLinks;
import io.pando.fs.request.InodeChange;
import java.io.IOException;
import java.nio.file.LinkOption;
import java.util.Arrays;

/**
 * A file that attributes belong to.
 *
 * @param system the file system, as its URI names it
 * @param path absolute
 */
record NioFileTarget(String system, PandoFileSystem files, String path, SymbolicLinks links) {
  static NioFileTarget of(NioPath path, LinkOption... options) {
    return new NioFileTarget(path.systemText(), path.files(), path.absoluteText(), links(options));
  }

  private static SymbolicLinks links(LinkOption... options) {
    return Arrays.asList(options).contains(LinkOption.NOFOLLOW_LINKS)
        ? SymbolicLinks.KEEP
        : SymbolicLinks.FOLLOW;
  }

  NioAttributes attributes() throws IOException {
    try {
      FileStat stat = links == SymbolicLinks.FOLLOW ? files.stat(path) : files.lstat(path);
      return new NioAttributes(system, stat);
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }

  void change(InodeChange change) throws IOException {
    try {
      files.setAttributes(path, links, change);
    } catch (PandoException e) {
      throw NioFailures.of(e);
    }
  }
}
