package io.pando.osd.pg.replica;

/**
 * Limits on how much of a placement group is recovered at a time.
 *
 * @param pieceBytes bytes of an object copied in one message
 * @param blockBytes bytes in a block. If a replica has another version of an object, blocks are
 *     compared before it is copied, unless the object is no larger than one block
 * @param batch limits on batches of objects
 * @param scanObjects objects listed and compared at a time when neither log nor version index
 *     reaches
 * @param index limits on what is taken from the version index
 * @param compareTrees whether hash trees are compared before objects are listed; otherwise all
 *     objects are listed
 */
public record RecoveryLimits(
    int pieceBytes,
    int blockBytes,
    BatchLimits batch,
    int scanObjects,
    IndexLimits index,
    boolean compareTrees) {
  public RecoveryLimits {
    if (pieceBytes < 4096) {
      throw new IllegalArgumentException("pieceBytes must be at least 4096: " + pieceBytes);
    }
    if (blockBytes < 1 || pieceBytes % blockBytes != 0) {
      throw new IllegalArgumentException(
          "pieceBytes %d must be a multiple of blockBytes %d".formatted(pieceBytes, blockBytes));
    }
    if (scanObjects < 1) {
      throw new IllegalArgumentException("scanObjects must be at least 1: " + scanObjects);
    }
  }

  /**
   * Limits on batches of objects, which are copied together.
   *
   * @param batchObjects most objects in a batch
   * @param batchBytes bytes at which a batch takes no more objects
   * @param batches batches of one group under way at a time
   */
  public record BatchLimits(int batchObjects, long batchBytes, int batches) {
    public BatchLimits {
      if (batchObjects < 1 || batchBytes < 1 || batches < 1) {
        throw new IllegalArgumentException(
            "batchObjects, batchBytes and batches must be at least 1");
      }
    }
  }

  /**
   * Limits on what is taken from the version index.
   *
   * @param indexChanges most changes taken for one replica; both sides keep them in memory until
   *     they are copied. With more changes, hash trees are compared
   * @param indexPage entries in one page
   */
  public record IndexLimits(int indexChanges, int indexPage) {
    public IndexLimits {
      if (indexChanges < 0 || indexPage < 1) {
        throw new IllegalArgumentException(
            "indexPage must be at least 1 and indexChanges not negative: " + indexPage);
      }
    }
  }

  /** Limits for production. */
  public static RecoveryLimits defaults() {
    return new RecoveryLimits(
        4 << 20,
        1 << 16,
        new BatchLimits(64, 4 << 20, 2),
        512,
        new IndexLimits(1 << 16, 256),
        true);
  }
}
