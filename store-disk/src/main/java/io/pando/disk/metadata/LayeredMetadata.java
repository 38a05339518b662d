package io.pando.disk.metadata;

/** Metadata with a batch that may gather for long and can be abandoned in part. */
public interface LayeredMetadata extends Metadata {
  /**
   * Keeps what the batch contains so far until {@link #commit} makes it durable with the rest;
   * {@link #abandon} drops only later changes.
   */
  void keep() throws MetadataException;
}
