package io.pando.disk.metadata;

/** Metadata whose batch may gather for long and be given up in part. */
public interface LayeredMetadata extends Metadata {
  /**
   * What is in the batch by now stays there until {@link #commit}, which makes it durable with the
   * rest; {@link #abandon} gives up only what comes from now on.
   */
  void keep() throws MetadataException;
}
