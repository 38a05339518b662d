package io.pando.fs.inode;

/**
 * Totals of everything below a directory: what {@code pando fs} and the attributes {@code
 * pando.dir.*} show, and what quotas limit.
 *
 * @param bytes sum of the sizes of regular files
 * @param files number of entries that are not directories, names of one inode counted each
 * @param directories number of directories
 */
public record SubtreeTotals(long bytes, long files, long directories) {
  /** Totals of an empty directory. */
  public static final SubtreeTotals NONE = new SubtreeTotals(0, 0, 0);

  public SubtreeTotals plus(SubtreeTotals other) {
    return new SubtreeTotals(
        bytes + other.bytes, files + other.files, directories + other.directories);
  }

  public SubtreeTotals minus(SubtreeTotals other) {
    return new SubtreeTotals(
        bytes - other.bytes, files - other.files, directories - other.directories);
  }

  /** Whether it can be totals of a directory, and not a difference of two. */
  public boolean isTotal() {
    return bytes >= 0 && files >= 0 && directories >= 0;
  }
}
