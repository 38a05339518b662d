package io.pando.mds.store;

/**
 * Limits of the store of a rank.
 *
 * @param targetBytes size of the journal above which its oldest segment is cut
 * @param mostBytes size of the journal from which on no update is admitted
 * @param commitRows most rows of a commit
 * @param commitBytes bytes after which a commit takes no further row
 * @param commits most commits that are under way
 * @param pageRows most rows of a page, where a whole table is read
 */
public record StoreLimits(
    long targetBytes, long mostBytes, int commitRows, int commitBytes, int commits, int pageRows) {
  public StoreLimits {
    if (targetBytes < 0 || mostBytes <= targetBytes) {
      throw new IllegalArgumentException(
          "a journal is cut from %d bytes on, and has at most %d"
              .formatted(targetBytes, mostBytes));
    }
    if (commitRows < 1 || commitBytes < 1 || commits < 1 || pageRows < 1) {
      throw new IllegalArgumentException(
          "%d rows and %d bytes of a commit, %d commits, %d rows of a page"
              .formatted(commitRows, commitBytes, commits, pageRows));
    }
  }

  /** A journal of at most 256 MiB, cut from 128 MiB on. */
  public static StoreLimits usual() {
    return new StoreLimits(128L << 20, 256L << 20, 4_000, 4 << 20, 16, 4_000);
  }
}
