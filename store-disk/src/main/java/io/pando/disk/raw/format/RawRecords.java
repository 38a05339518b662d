package io.pando.disk.raw.format;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Union.variant;

import io.pando.codec.PayloadType;
import io.pando.codec.RecordFormat;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.format.Ids;
import io.pando.format.MapRecords;
import io.pando.format.StoreRecords;
import java.util.List;

/** Formats of the records of a raw store. */
public final class RawRecords {
  public static final Shape<RawShares> SHARES_SHAPE =
      Shape.of(RawShares.class, list(1, Scalar.UINT32));

  private static final Shape<RawStep.Run> PLACED_RUN =
      Shape.of(
          "RawPlacedRun", RawStep.Run.class, one(1, Scalar.UINT64), one(2, PayloadType.PAYLOAD));

  private static final Shape<RawUnit> UNIT =
      Shape.of(
          RawUnit.class,
          one(1, Scalar.UINT32),
          one(2, Scalar.UINT32),
          one(3, MapRecords.COMPRESSION),
          one(4, Scalar.UINT32),
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
                      one(3, Scalar.UINT64),
                      list(4, PLACED_RUN))),
              variant(
                  3,
                  Shape.of(
                      "RawPack",
                      RawStep.Pack.class,
                      one(1, StoreRecords.COLLECTION),
                      one(2, Ids.OBJECT),
                      one(3, Scalar.UINT32),
                      one(4, UNIT)))));

  public static final Shape<RawUpdate> UPDATE_SHAPE = Shape.of(RawUpdate.class, list(1, STEP));

  /** Format of the reference counts of shared blocks. */
  public static final RecordFormat<RawShares> SHARES = RecordFormat.of(1, SHARES_SHAPE);

  /** Format of a transaction in the log. */
  public static final RecordFormat<RawUpdate> UPDATE =
      RecordFormat.of(1, UPDATE_SHAPE).withRoom(512);

  private RawRecords() {}
}
