package io.pando.disk.catalog;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.disk.metadata.MetadataException;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Storage for the bytes of objects. A call comes before the object's entry is changed accordingly.
 * Later reads see each change; when it becomes durable is decided by the volume. One thread uses
 * it.
 */
public interface ObjectBytes {
  /**
   * Size of the unit that is read and written as a whole; the bytes of it that an update keeps must
   * be sound.
   */
  int unitBytes();

  /**
   * Reads bytes that lie within the object; holes are zeros.
   *
   * @throws DamagedBytesException if the bytes cannot be read, or fail their checksum
   */
  byte[] read(CatalogEntry object, long offset, int length)
      throws IOException, MetadataException, DamagedBytesException;

  /** Writes bytes, at least one. */
  void write(CatalogEntry object, long offset, Payload data) throws IOException, MetadataException;

  /**
   * Makes the bytes {@code from} to {@code to}, exclusive, read as zeros; {@code to} may lie behind
   * the object's end. Blocks that lie completely inside become holes.
   */
  void zero(CatalogEntry object, long from, long to) throws IOException, MetadataException;

  /** Makes the object smaller. If it grows again later, the new bytes are zeros. */
  void truncate(CatalogEntry object, long size) throws IOException, MetadataException;

  /** Removes the object's bytes. */
  void remove(CatalogEntry object) throws IOException, MetadataException;

  /** Copies the bytes of an object to a new object. */
  void copy(CatalogEntry from, CatalogEntry into) throws IOException, MetadataException;

  /**
   * Copies a part of an object, at least one byte, to the same place of another. All of the part is
   * in blocks that hold data. Damaged bytes are damaged in both.
   */
  void copyPart(CatalogEntry from, CatalogEntry into, ByteRange part)
      throws IOException, MetadataException;

  /**
   * Looks for bytes that no object owns; nothing is pending.
   *
   * @param numbers numbers of all objects
   * @param fault receives a sentence for each finding
   */
  void findStrays(Set<Long> numbers, Consumer<String> fault) throws IOException, MetadataException;
}
