package io.pando.fs.inode;

/**
 * Limits of everything below a directory.
 *
 * @param bytes sum of the sizes of files; 0 for no limit
 * @param files number of files and directories; 0 for no limit
 */
public record Quota(long bytes, long files) {
  /** No limit. */
  public static final Quota NONE = new Quota(0, 0);

  public Quota {
    if (bytes < 0 || files < 0) {
      throw new IllegalArgumentException("a quota below zero: %d, %d".formatted(bytes, files));
    }
  }

  /** Whether it limits anything. */
  public boolean isLimit() {
    return bytes > 0 || files > 0;
  }

  /** Whether these totals are within it. */
  public boolean allows(SubtreeTotals totals) {
    return (bytes == 0 || totals.bytes() <= bytes)
        && (files == 0 || totals.files() + totals.directories() <= files);
  }
}
