package io.pando.fs.inode;

/**
 * What a fragment of a directory says of its entries, or the sum over all fragments of a directory.
 *
 * @param files number of entries that are not directories
 * @param directories number of entries that are directories
 * @param subtree totals of these entries and of everything below them
 * @param modified when an entry was added, removed or renamed last
 */
public record FragmentTotals(
    long files, long directories, SubtreeTotals subtree, Timestamp modified) {
  /** Of no entries. */
  public static final FragmentTotals EMPTY =
      new FragmentTotals(0, 0, SubtreeTotals.NONE, Timestamp.EPOCH);

  public FragmentTotals {
    if (files < 0 || directories < 0 || !subtree.isTotal()) {
      throw new IllegalArgumentException(
          "totals below zero: %d files, %d directories, %s".formatted(files, directories, subtree));
    }
  }

  public long entries() {
    return files + directories;
  }

  /** The totals with those of another fragment. */
  public FragmentTotals plus(FragmentTotals other) {
    return new FragmentTotals(
        files + other.files,
        directories + other.directories,
        subtree.plus(other.subtree),
        modified.max(other.modified));
  }
}
