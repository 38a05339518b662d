package io.pando.disk.raw.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;
import static io.pando.codec.Union.variant;

import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.collect.Utf8Order;
import io.pando.disk.StoreIdentity;
import io.pando.format.Ids;
import io.pando.format.MapRecords;
import io.pando.format.RecordFormat;
import io.pando.format.StoreRecords;
import java.util.List;
import java.util.Map;

/** Formats of the records of a raw store. */
public final class RawRecords {
  public static final Shape<RawShares> SHARES_SHAPE =
      Shape.of(RawShares.class, list(1, Scalar.UINT32));

  private static final Shape<RawStep.Run> PLACED_RUN =
      Shape.of("RawPlacedRun", RawStep.Run.class, uint64(1), one(2, PayloadType.PAYLOAD));

  private static final Shape<RawUnit> UNIT =
      Shape.of(
          RawUnit.class,
          uint32(1),
          uint32(2),
          one(3, MapRecords.COMPRESSION),
          uint32(4),
          list(5, PLACED_RUN));

  private static final Union<RawStep> STEP =
      Union.of(
          RawStep.class,
          List.of(
              variant(1, Shape.of("RawTake", RawStep.Take.class, one(1, StoreRecords.OP))),
              variant(
                  2,
                  Shape.of(
                      "RawPlace",
                      RawStep.Place.class,
                      one(1, StoreRecords.COLLECTION),
                      one(2, Ids.OBJECT),
                      uint64(3),
                      list(4, PLACED_RUN))),
              variant(
                  3,
                  Shape.of(
                      "RawPack",
                      RawStep.Pack.class,
                      one(1, StoreRecords.COLLECTION),
                      one(2, Ids.OBJECT),
                      uint32(3),
                      one(4, UNIT)))));

  public static final Shape<RawTransaction> UPDATE_SHAPE =
      Shape.of(RawTransaction.class, list(1, STEP));

  private static final Shape<RawLayout.Run> RUN =
      Shape.of("RawRun", RawLayout.Run.class, uint32(1), uint64(2), one(3, Scalar.FIXED32S));

  private static final Shape<RawLayout.Shown> SHOWN =
      Shape.of(
          "RawShownUnit",
          RawLayout.Shown.class,
          uint32(1),
          uint32(2),
          one(3, MapRecords.COMPRESSION),
          uint32(4),
          list(5, RUN),
          uint32(6));

  static final Shape<RawLayout> BLOCKS_SHAPE =
      Shape.of("RawBlocks", RawLayout.class, list(1, RUN), list(2, SHOWN));

  private static final Shape<RawObject.Attribute> ATTRIBUTE =
      Shape.of("RawAttribute", RawObject.Attribute.class, string(1), one(2, Scalar.PAYLOAD_BYTES));

  public static final Shape<RawObject> OBJECT_SHAPE =
      Shape.of(
          RawObject.class,
          uint64(1),
          uint64(2),
          bool(3),
          map(
              4,
              ATTRIBUTE,
              it -> Map.entry(it.name(), it.value()),
              it -> new RawObject.Attribute(it.getKey(), it.getValue()),
              Utf8Order.INSTANCE),
          one(5, BLOCKS_SHAPE.as(RawBlocks.class, RawLayout::toBlocks, RawLayout::of)),
          string(6));

  public static final Shape<RawSuperblock> SUPERBLOCK_SHAPE =
      Shape.of(
          RawSuperblock.class,
          group(StoreIdentity.class, one(1, Ids.CLUSTER), one(2, Ids.OSD), uint32(3)),
          uint64(4),
          uint32(5),
          string(6),
          uint64(7));

  /** Format of the reference counts of shared blocks. */
  public static final RecordFormat<RawShares> SHARES = RecordFormat.of(1, SHARES_SHAPE);

  /** Format of a transaction in the log. */
  public static final RecordFormat<RawTransaction> UPDATE =
      RecordFormat.of(UPDATE_SHAPE, 1, _ -> 1, _ -> 512);

  /**
   * Format of the places of up to 64 blocks of an object. Version 2 allows units of packed blocks.
   */
  static final RecordFormat<RawBlocks> BLOCKS =
      RecordFormat.of(BLOCKS_SHAPE, 2, it -> it.units().isEmpty() ? 1 : 2, RawLayout::roomFor)
          .as(RawLayout::toBlocks, RawLayout::of);

  /**
   * Format of an object. Version 2 allows a mark of damage: readers of version 1 must not read the
   * object. Version 3 allows units of packed blocks among the first blocks.
   */
  static final RecordFormat<RawObject> OBJECT =
      RecordFormat.of(OBJECT_SHAPE, 3, RawRecords::version, it -> 256 + 20 * it.head().length());

  private RawRecords() {}

  private static int version(RawObject object) {
    if (!object.head().units().isEmpty()) {
      return 3;
    }
    return object.damage().isEmpty() ? 1 : 2;
  }
}
