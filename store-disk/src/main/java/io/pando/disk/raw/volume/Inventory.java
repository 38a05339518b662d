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
    metadata.each(Family.OBJECT, (key, value) -> visitor.onObject(key, object(key, value)));
    metadata.each(
        Family.BLOCKS, (key, value) -> visitor.onBlocks(key, RawFormat.decodeBlocks(value)));
  }

  private static RawObject object(byte[] key, byte[] record) throws DamagedRecordException {
    try {
      return RawFormat.decodeObject(record);
    } catch (DamagedRecordException e) {
      throw new DamagedRecordException(
          "record " + HexFormat.of().formatHex(key) + ": " + e.getMessage(), e);
    }
  }
}
