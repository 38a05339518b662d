package io.pando.mds.tree;

import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.SubtreeTotals;
import org.jspecify.annotations.Nullable;

/**
 * An entry's share in the totals of its fragment, or a difference of two. The bytes of a file with
 * several names count nowhere: a name in another directory does not say when the size changes.
 */
record Weight(long files, long directories, SubtreeTotals subtree) {
  private static final Weight NOTHING = new Weight(0, 0, SubtreeTotals.NONE);

  static Weight of(@Nullable DirEntry entry) {
    return switch (entry) {
      case null -> NOTHING;
      case DirEntry.Remote _ -> new Weight(1, 0, new SubtreeTotals(0, 1, 0));
      case DirEntry.Primary it -> of(it.inode());
    };
  }

  private static Weight of(Inode inode) {
    return switch (inode.content()) {
      case InodeContent.Directory it ->
          new Weight(0, 1, it.totals().subtree().plus(new SubtreeTotals(0, 0, 1)));
      case InodeContent.File it -> new Weight(1, 0, new SubtreeTotals(it.size(), 1, 0));
      case InodeContent.Symlink _, InodeContent.Special _ ->
          new Weight(1, 0, new SubtreeTotals(0, 1, 0));
    };
  }

  Weight minus(Weight other) {
    return new Weight(
        files - other.files, directories - other.directories, subtree.minus(other.subtree));
  }

  FragmentTotals addTo(FragmentTotals totals) {
    return new FragmentTotals(
        totals.files() + files,
        totals.directories() + directories,
        totals.subtree().plus(subtree),
        totals.modified());
  }
}
