package io.pando.client.fs.cache;

import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What changes that were answered ahead of the server made: files, and of their directories. The
 * kernel asks for the attributes of both at once, so these must not wait for the server.
 */
final class AheadNames {
  /**
   * A change without an answer of the server.
   *
   * @param files by how much the number of files grows
   */
  private record Change(Timestamp time, int files) {}

  /** Changes by the beginnings of their flights. */
  private final Map<Ino, TreeMap<Long, Change>> directories = new LinkedHashMap<>();

  /** Files that no other client can know. */
  private final Map<Ino, Inode> made = new LinkedHashMap<>();

  /** A change was answered to its caller. */
  void begin(Flight flight, FsAnswer answer) {
    if (answer instanceof FsAnswer.Found(Inode inode)) {
      made.put(inode.ino(), inode);
    }
    Ino directory = directoryOf(flight.request);
    if (directory != null) {
      int files =
          switch (flight.request) {
            case FsRequest.Make _ -> 1;
            case FsRequest.Remove _ -> -1;
            default -> 0;
          };
      directories
          .computeIfAbsent(directory, _ -> new TreeMap<>())
          .put(flight.began, new Change(flight.time, files));
    }
  }

  /** The server has answered a request, or it is lost. */
  void end(Flight flight) {
    if (flight.request instanceof FsRequest.Make make) {
      made.remove(make.ino());
    }
    Ino directory = directoryOf(flight.request);
    TreeMap<Long, Change> changes = directory == null ? null : directories.get(directory);
    if (directory != null && changes != null) {
      changes.remove(flight.began);
      if (changes.isEmpty()) {
        directories.remove(directory);
      }
    }
  }

  private static @Nullable Ino directoryOf(FsRequest request) {
    return switch (request) {
      case FsRequest.Make make -> make.directory();
      case FsRequest.Remove remove -> remove.directory();
      case FsRequest.Rename rename -> rename.from();
      default -> null;
    };
  }

  /** A file as it was made; null if the server knows it, or it does not exist. */
  @Nullable Inode made(Ino ino) {
    return made.get(ino);
  }

  /** Number of changes of a directory without an answer. */
  int count(Ino directory) {
    TreeMap<Long, Change> changes = directories.get(directory);
    return changes == null ? 0 : changes.size();
  }

  /**
   * An inode after the changes without an answer; null if only the server can say.
   *
   * @param known as it is without them
   */
  @Nullable Inode shown(Inode known) {
    TreeMap<Long, Change> changes = directories.get(known.ino());
    if (changes == null) {
      return known;
    }
    if (!(known.content() instanceof InodeContent.Directory content)) {
      return null;
    }
    FileTimes times = known.times();
    Timestamp modified = times.modified();
    int files = 0;
    for (Change each : changes.values()) {
      if (each.time().compareTo(times.modified()) < 0) {
        return null; // a time that a program has set ends with the next change
      }
      modified = modified.max(each.time());
      files += each.files();
    }
    FragmentTotals totals = content.totals();
    SubtreeTotals below = totals.subtree();
    FragmentTotals after =
        new FragmentTotals(
            Math.max(0, totals.files() + files), // totals may be older: see FileCache
            totals.directories(),
            new SubtreeTotals(
                below.bytes(), Math.max(0, below.files() + files), below.directories()),
            totals.modified().max(modified));
    return known
        .withContent(content.withTotals(after))
        .withTimes(
            new FileTimes(times.accessed(), modified, times.changed().max(modified), times.born()));
  }
}
