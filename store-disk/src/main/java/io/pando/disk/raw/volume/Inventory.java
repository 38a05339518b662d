package io.pando.disk.raw.volume;

import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawFormat;
import io.pando.disk.raw.format.RawObject;
import io.pando.format.DamagedRecordException;
import java.util.HexFormat;

/** Visits every record that names blocks. */
final class Inventory {
  /** Receives the records; the key is the record's key. */
  interface Visitor {
    void onObject(byte[] key, RawObject object);

    void onBlocks(byte[] key, RawBlocks blocks);
  }

  private Inventory() {}

  static void walk(Metadata metadata, Visitor visitor)
      throws MetadataException, DamagedRecordException {
    try (Metadata.Cursor objects = metadata.iterate(Family.OBJECT)) {
      for (objects.seekToFirst(); objects.isValid(); objects.next()) {
        visitor.onObject(objects.key(), object(objects));
      }
      objects.status();
    }
    try (Metadata.Cursor blocks = metadata.iterate(Family.BLOCKS)) {
      for (blocks.seekToFirst(); blocks.isValid(); blocks.next()) {
        visitor.onBlocks(blocks.key(), RawFormat.decodeBlocks(blocks.value()));
      }
      blocks.status();
    }
  }

  private static RawObject object(Metadata.Cursor objects) throws DamagedRecordException {
    try {
      return RawFormat.decodeObject(objects.value());
    } catch (DamagedRecordException e) {
      throw new DamagedRecordException(
          "record " + HexFormat.of().formatHex(objects.key()) + ": " + e.getMessage(), e);
    }
  }
}
