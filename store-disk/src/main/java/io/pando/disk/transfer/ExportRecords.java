package io.pando.disk.transfer;

import static io.pando.codec.Field.one;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Union.variant;

import io.pando.codec.PayloadType;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.format.RecordFormat;
import io.pando.format.StoreRecords;
import java.util.List;

/** Formats of the records of an export. */
public final class ExportRecords {
  /** A record of any kind. */
  public static final Union<ExportRecord> RECORD =
      Union.of(
          ExportRecord.class,
          List.of(
              variant(
                  1,
                  Shape.of(
                      "ExportStore",
                      ExportRecord.FromStore.class,
                      one(1, Ids.CLUSTER),
                      one(2, Ids.OSD),
                      uint32(3))),
              variant(
                  2,
                  Shape.of(
                      "ExportCollection",
                      ExportRecord.OfCollection.class,
                      one(1, StoreRecords.COLLECTION))),
              variant(3, Shape.of("ExportMeta", ExportRecord.Meta.class, GroupRecords.payloads(1))),
              variant(
                  4,
                  Shape.of(
                      "ExportObject",
                      ExportRecord.OfObject.class,
                      one(1, Ids.OBJECT),
                      uint64(2),
                      GroupRecords.payloads(3))),
              variant(
                  5,
                  Shape.of(
                      "ExportData",
                      ExportRecord.Data.class,
                      uint64(1),
                      one(2, PayloadType.PAYLOAD))),
              variant(
                  6,
                  Shape.of("ExportEntries", ExportRecord.Entries.class, GroupRecords.payloads(1))),
              variant(
                  7,
                  Shape.of(
                      "ExportDamaged", ExportRecord.Damaged.class, one(1, Ids.OBJECT), string(2))),
              variant(
                  8,
                  Shape.of("ExportEnd", ExportRecord.End.class, uint64(1), uint64(2), uint64(3)))));

  /** Format of a record of the stream. */
  public static final RecordFormat<ExportRecord> EXPORT = RecordFormat.of(1, RECORD);

  private ExportRecords() {}
}
