package io.pando.disk.catalog;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.MetadataException;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Where a store keeps the bytes of objects. Calls tell what is about to happen to an object, whose
 * entry is still as it was before. What was told is seen by every later read; when it is durable is
 * the volume's concern. One thread uses it.
 */
public interface ObjectBytes {
  /** Bytes that are read and written together: what an update leaves of them must be sound. */
  int unitBytes();

  /**
   * Reads bytes that lie within the object; holes are zeros.
   *
   * @throws DamagedBytesException if they cannot be had as they were written
   */
  byte[] read(CatalogEntry object, long offset, int length)
      throws IOException, MetadataException, DamagedBytesException;

  /** Writes bytes, of which there is one at least. */
  void write(CatalogEntry object, long offset, Payload data) throws IOException, MetadataException;

  /**
   * Makes bytes read as zeros, from one to another, not included, which may be behind the object's
   * end. Blocks that lie between become holes.
   */
  void zero(CatalogEntry object, long from, long to) throws IOException, MetadataException;

  /** The object gets smaller. Should it grow again, there are zeros. */
  void truncate(CatalogEntry object, long size) throws IOException, MetadataException;

  /** The object is gone. */
  void remove(CatalogEntry object) throws IOException, MetadataException;

  /** A new object gets the bytes of another. */
  void copy(CatalogEntry from, CatalogEntry into) throws IOException, MetadataException;

  /**
   * Looks for bytes that no object owns; nothing is pending.
   *
   * @param numbers of all objects
   * @param fault told a sentence for each thing that is wrong
   */
  void findStrays(Set<Long> numbers, Consumer<String> fault) throws IOException, MetadataException;
}
