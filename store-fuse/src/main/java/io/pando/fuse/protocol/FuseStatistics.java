package io.pando.fuse.protocol;

/**
 * Space of a file system, as {@code statfs(2)} shows it.
 *
 * @param blocks how many there are
 * @param freeBlocks those that the superuser may use
 * @param availableBlocks those that everyone may use
 * @param inodes how many there may be; 0 if there is no limit
 * @param freeInodes those that are left
 * @param blockBytes size of a block
 */
public record FuseStatistics(
    long blocks,
    long freeBlocks,
    long availableBlocks,
    long inodes,
    long freeInodes,
    int blockBytes) {
  /** Longest name of an entry, in bytes. */
  public static final int MOST_NAME_BYTES = 255;
}
