package io.pando.disk.metadata;

/**
 * Metadata that follow a log. Committed batches become durable later, many at once. Batches that a
 * crash loses are replayed from the log.
 */
public interface CheckpointedMetadata extends Metadata {
  /**
   * Commits the batch without waiting for the device. After a crash, the metadata are as after one
   * of these calls, and {@link #durable} says which; later batches are replayed from the log.
   *
   * @param mark position in the log that the metadata have reached with this batch
   */
  default void commit(Mark mark) throws MetadataException {
    put(Family.MARK, Mark.KEY, mark.toBytes());
    commitAsync();
  }

  /** Commits the batch without waiting for the device. */
  void commitAsync() throws MetadataException;

  /** The mark of the newest batch that is certainly durable. */
  Mark durable() throws MetadataException;

  /** The mark of the newest committed batch. */
  default Mark committed() throws MetadataException {
    byte[] value = get(Family.MARK, Mark.KEY);
    return value == null ? Mark.NONE : Mark.of(value);
  }

  /**
   * Makes the committed batches durable.
   *
   * @param wait whether to return only when they are durable; otherwise they will be soon
   */
  void persist(boolean wait) throws MetadataException;
}
