package io.pando.mds.names;

import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Quota;
import io.pando.fs.inode.SubtreeTotals;
import io.pando.fs.request.FsError;
import io.pando.mds.tree.TreeView;
import java.util.List;

/** Limits of directories: none of those above a change may be exceeded by it. */
final class Quotas {
  /** A name without bytes. */
  static final SubtreeTotals ONE_FILE = new SubtreeTotals(0, 1, 0);

  static final SubtreeTotals ONE_DIRECTORY = new SubtreeTotals(0, 0, 1);

  private Quotas() {}

  /** Bytes that a file grows. */
  static SubtreeTotals bytes(long more) {
    return new SubtreeTotals(more, 0, 0);
  }

  /** What an entry adds to the totals of the directories above it. */
  static SubtreeTotals share(TreeView view, DirEntry entry) {
    return switch (entry) {
      case DirEntry.Remote _ -> ONE_FILE;
      case DirEntry.Primary it when it.inode().isDirectory() ->
          view.subtree(it.ino()).plus(ONE_DIRECTORY);
      case DirEntry.Primary it ->
          it.inode().content() instanceof InodeContent.File file
              ? new SubtreeTotals(file.size(), 1, 0)
              : ONE_FILE;
    };
  }

  /**
   * Throws {@link FsError#EDQUOT} if totals would exceed a limit that they did not exceed before.
   *
   * @param path a directory and all above it
   * @param except directories whose totals do not change, since they are above the old place too
   */
  static void charge(TreeView view, List<Inode> path, SubtreeTotals added, List<Inode> except)
      throws FsException {
    List<Ino> unchanged = except.stream().map(Inode::ino).toList();
    long files = added.files() + added.directories();
    for (Inode each : path) {
      if (each.content() instanceof InodeContent.Directory it
          && it.quota().isLimit()
          && !unchanged.contains(each.ino())) {
        SubtreeTotals sum = view.subtree(each.ino()).plus(added);
        Quota quota = it.quota();
        boolean tooLarge = added.bytes() > 0 && quota.bytes() > 0 && sum.bytes() > quota.bytes();
        boolean tooMany =
            files > 0 && quota.files() > 0 && sum.files() + sum.directories() > quota.files();
        FsException.when(tooLarge || tooMany, FsError.EDQUOT);
      }
    }
  }

  /**
   * Bytes by which a file may grow; {@link Long#MAX_VALUE} if nothing limits them.
   *
   * @param path the directory with the file, and all above it
   */
  static long bytesLeft(TreeView view, List<Inode> path) {
    long left = Long.MAX_VALUE;
    for (Inode each : path) {
      if (each.content() instanceof InodeContent.Directory it && it.quota().bytes() > 0) {
        left = Math.min(left, it.quota().bytes() - view.subtree(each.ino()).bytes());
      }
    }
    return Math.max(0, left);
  }
}
