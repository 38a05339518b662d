package io.pando.disk.metadata;

/** An object in memory, as {@link ObjectTable} manages it. */
public interface StoredObject {
  /** Puts the changed parts into the metadata's batch. */
  void store() throws MetadataException;

  /** Deletes its records in the metadata's batch. */
  void delete() throws MetadataException;

  /** Approximate heap use in bytes. */
  long weightBytes();

  /** The weight that the table counted last for this object. */
  long countedBytes();

  /** Sets that weight. */
  void countedBytes(long bytes);
}
