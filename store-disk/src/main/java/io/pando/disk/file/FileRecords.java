package io.pando.disk.file;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.uint32;

import io.pando.codec.Shape;
import io.pando.format.Ids;
import io.pando.format.MapRecords;
import io.pando.format.RecordFormat;
import io.pando.format.StoreRecords;

/** Format of the transactions in the log of a file store. */
public final class FileRecords {
  private static final int ROOM = 128;

  private static final Shape<DamagedRange> DAMAGED =
      Shape.of(
          "FileDamagedRange",
          DamagedRange.class,
          uint32(1),
          one(2, StoreRecords.COLLECTION),
          one(3, Ids.OBJECT),
          one(4, Ids.RANGE));

  /** The message of a transaction. */
  public static final Shape<FileTransaction> TRANSACTION_SHAPE =
      Shape.of(
          FileTransaction.class,
          list(1, StoreRecords.OP),
          bool(2),
          one(3, MapRecords.COMPRESSION),
          list(4, DAMAGED));

  /** Format of a transaction. Version 2 allows damaged ranges. */
  public static final RecordFormat<FileTransaction> TRANSACTION =
      RecordFormat.of(
          TRANSACTION_SHAPE, 2, transaction -> transaction.damaged().isEmpty() ? 1 : 2, _ -> ROOM);

  private FileRecords() {}
}
