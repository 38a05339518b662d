package io.pando.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Union.variant;

import io.pando.cluster.PositionRange;
import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Union;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.List;

/** Formats of the steps of transactions, in messages to replicas and in the logs of stores. */
public final class StoreRecords {
  public static final Shape<CollectionId> COLLECTION =
      Shape.of(CollectionId.class, optional(1, Ids.REPLICA), bool(2));

  private static final Shape<StoreOp.Origin> ORIGIN =
      Shape.of("StoreOrigin", StoreOp.Origin.class, one(1, COLLECTION), one(2, Ids.OBJECT));

  private static final List<Union.Variant<? extends StoreOp.OnObject>> ON_OBJECT =
      List.of(
          variant(
              1,
              Shape.of("StoreTouch", StoreOp.Touch.class, one(1, COLLECTION), one(2, Ids.OBJECT))),
          variant(
              2,
              Shape.of(
                  "StoreWrite",
                  StoreOp.Write.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  uint64(3),
                  one(4, PayloadType.PAYLOAD))),
          variant(
              3,
              Shape.of(
                  "StoreZero",
                  StoreOp.Zero.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  one(3, Ids.RANGE))),
          variant(
              4,
              Shape.of(
                  "StoreTruncate",
                  StoreOp.Truncate.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  uint64(3))),
          variant(
              5,
              Shape.of(
                  "StoreRemove", StoreOp.Remove.class, one(1, COLLECTION), one(2, Ids.OBJECT))),
          variant(
              6,
              Shape.of(
                  StoreOp.PutAttributes.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  GroupRecords.payloads(3))),
          variant(
              7,
              Shape.of(
                  StoreOp.RemoveAttributes.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  list(3, Scalar.STRING))),
          variant(
              8,
              Shape.of(
                  StoreOp.PutMap.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  GroupRecords.payloads(3))),
          variant(
              9,
              Shape.of(
                  StoreOp.RemoveMapKeys.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  list(3, Scalar.STRING))),
          variant(
              10,
              Shape.of(
                  StoreOp.RemoveMapRange.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  string(3),
                  optional(4, Scalar.STRING))),
          variant(
              16,
              Shape.of(
                  "StoreClone",
                  StoreOp.Clone.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  one(4, ORIGIN))),
          variant(
              17,
              Shape.of(
                  "StoreCloneRange",
                  StoreOp.CloneRange.class,
                  one(1, COLLECTION),
                  one(2, Ids.OBJECT),
                  one(3, ORIGIN),
                  one(4, Ids.RANGE))));

  public static final Shape<PositionRange> POSITIONS =
      Shape.of(PositionRange.class, one(1, Scalar.FIXED32), one(2, Scalar.FIXED32));

  private static final List<Union.Variant<? extends StoreOp>> ON_COLLECTION =
      List.of(
          variant(
              11,
              Shape.of(
                  "StoreCreateCollection", StoreOp.CreateCollection.class, one(1, COLLECTION))),
          variant(
              12,
              Shape.of(
                  "StoreRemoveCollection", StoreOp.RemoveCollection.class, one(1, COLLECTION))),
          variant(
              13,
              Shape.of(
                  "StoreMoveObjects",
                  StoreOp.MoveObjects.class,
                  one(1, COLLECTION),
                  one(2, COLLECTION),
                  one(3, POSITIONS))),
          variant(
              14,
              Shape.of(
                  "StorePutMeta",
                  StoreOp.PutMeta.class,
                  one(1, COLLECTION),
                  GroupRecords.payloads(2))),
          variant(
              15,
              Shape.of(
                  "StoreRemoveMeta",
                  StoreOp.RemoveMeta.class,
                  one(1, COLLECTION),
                  string(2),
                  optional(3, Scalar.STRING))));

  /** Format of a step on one object. */
  public static final Union<StoreOp.OnObject> STEP = Union.of(StoreOp.OnObject.class, ON_OBJECT);

  /** Format of any step. */
  public static final Union<StoreOp> OP =
      Union.of(StoreOp.class, Union.together(List.of(List.copyOf(ON_OBJECT), ON_COLLECTION)));

  private StoreRecords() {}
}
