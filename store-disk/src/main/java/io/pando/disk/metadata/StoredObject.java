package io.pando.disk.metadata;

/** An object in memory, as {@link ObjectTable} keeps it. */
public interface StoredObject {
  /** Puts what changed of it into the metadata's batch. */
  void store() throws MetadataException;

  /** Deletes its records in the metadata's batch. */
  void delete() throws MetadataException;

  /** Heap that it takes, roughly, in bytes. */
  long weightBytes();

  /** The weight that the table last counted for it. */
  long countedBytes();

  /** Remembers that weight. */
  void countedBytes(long bytes);
}
