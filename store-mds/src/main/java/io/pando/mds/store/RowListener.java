package io.pando.mds.store;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.DirEntry;
import io.pando.fs.inode.FragmentTotals;
import io.pando.fs.inode.Inode;
import io.pando.mds.table.Segment;
import org.jspecify.annotations.Nullable;

/**
 * Follows the rows of a rank that are in memory: as updates, replay, reads and eviction change
 * them. A value is null if the row has none, or is not in memory.
 */
public interface RowListener {
  /** Ignores everything. */
  RowListener NONE =
      new RowListener() {
        @Override
        public void onEntry(
            FragmentId fragment,
            EntryKey key,
            @Nullable DirEntry before,
            @Nullable DirEntry after) {}

        @Override
        public void onTotals(
            FragmentId fragment,
            @Nullable FragmentTotals before,
            FragmentTotals after,
            Segment segment) {}

        @Override
        public void onInode(Ino ino, @Nullable Inode before, @Nullable Inode after) {}
      };

  /** An entry of a directory changed in memory. */
  void onEntry(
      FragmentId fragment, EntryKey key, @Nullable DirEntry before, @Nullable DirEntry after);

  /** An entry of a directory was changed by an update, which is in this segment. */
  default void onPut(
      FragmentId fragment,
      EntryKey key,
      @Nullable DirEntry before,
      @Nullable DirEntry after,
      Segment segment) {}

  /** The totals of a fragment were changed by an update, which is in this segment. */
  void onTotals(
      FragmentId fragment, @Nullable FragmentTotals before, FragmentTotals after, Segment segment);

  /** An inode of the link table changed in memory. */
  void onInode(Ino ino, @Nullable Inode before, @Nullable Inode after);
}
