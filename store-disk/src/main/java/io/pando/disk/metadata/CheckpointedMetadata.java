package io.pando.disk.metadata;

/**
 * Metadata that follow a log: what they take becomes durable later, many batches at once, and what
 * of it a crash takes away is taken from the log again.
 */
public interface CheckpointedMetadata extends Metadata {
  /**
   * Takes the batch without waiting for the device. After a crash the metadata are as after one of
   * these calls, and {@link #durable} tells which; what came later is taken from the log again.
   *
   * @param mark how far the log is in them now
   */
  default void commit(Mark mark) throws MetadataException {
    put(Family.MARK, Mark.KEY, mark.toBytes());
    take();
  }

  /** Takes the batch without waiting for the device. */
  void take() throws MetadataException;

  /** The mark of what is surely durable. */
  Mark durable() throws MetadataException;

  /** The mark of what was taken. */
  default Mark taken() throws MetadataException {
    byte[] value = get(Family.MARK, Mark.KEY);
    return value == null ? Mark.NONE : Mark.of(value);
  }

  /**
   * Makes durable what was taken.
   *
   * @param wait whether it is when this returns; else it will be soon
   */
  void persist(boolean wait) throws MetadataException;
}
