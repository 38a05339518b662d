package io.pando.disk.catalog;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.disk.StoreIdentity;
import io.pando.format.DamagedRecordException;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.format.RecordFormat;
import io.pando.proto.FormatException;

/** Records of stores that keep a catalog of objects, and the objects' bytes elsewhere. */
public final class CatalogRecords {
  public static final Shape<CatalogObject> OBJECT_SHAPE =
      Shape.of(
          CatalogObject.class,
          uint64(1),
          uint64(2),
          bool(3),
          GroupRecords.payloads(4),
          list(5, Scalar.UINT64),
          list(6, Scalar.UINT64));

  public static final Shape<CatalogState> STATE_SHAPE =
      Shape.of(CatalogState.class, uint64(1), uint64(2), uint64(3), uint64(4));

  public static final Shape<StoreSuperblock> SUPERBLOCK_SHAPE =
      Shape.of(
          StoreSuperblock.class,
          group(StoreIdentity.class, one(1, Ids.CLUSTER), one(2, Ids.OSD), uint32(3)),
          uint64(4),
          uint32(5),
          string(6));

  /** Bytes that the record of an object is expected to take at most. */
  private static final int OBJECT_BYTES = 256;

  /** Format of an object's catalog record. Version 2 allows damaged blocks. */
  public static final RecordFormat<CatalogObject> OBJECT =
      RecordFormat.of(
          OBJECT_SHAPE, 2, object -> object.damaged().isEmpty() ? 1 : 2, _ -> OBJECT_BYTES);

  /** Format of a store's counters. */
  public static final RecordFormat<CatalogState> STATE = RecordFormat.of(1, STATE_SHAPE);

  /** Format of a store's superblock. */
  public static final RecordFormat<StoreSuperblock> SUPERBLOCK =
      RecordFormat.of(1, SUPERBLOCK_SHAPE);

  private CatalogRecords() {}

  static <T> T decode(RecordFormat<T> format, byte[] record) throws DamagedRecordException {
    try {
      return format.decode(record);
    } catch (FormatException e) {
      throw new DamagedRecordException(String.valueOf(e.getMessage()), e);
    }
  }
}
