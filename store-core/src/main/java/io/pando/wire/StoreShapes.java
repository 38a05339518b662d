package io.pando.wire;

import static io.pando.format.Field.list;
import static io.pando.format.Field.one;
import static io.pando.format.Field.optional;
import static io.pando.format.Union.variant;

import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.format.PayloadType;
import io.pando.format.Scalar;
import io.pando.format.Shape;
import io.pando.format.Union;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.List;

/** Steps on a store, as a primary tells them to its replicas. */
final class StoreShapes {
  private static final Shape<CollectionId> COLLECTION =
      Shape.of(CollectionId.class, optional(1, Ids.GROUP));

  static final Union<StoreOp.OnObject> STEP =
      Union.of(
          StoreOp.OnObject.class,
          List.of(
              variant(
                  1,
                  Shape.of(
                      "StoreTouch", StoreOp.Touch.class, one(1, COLLECTION), one(2, Ids.OBJECT))),
              variant(
                  2,
                  Shape.of(
                      "StoreWrite",
                      StoreOp.Write.class,
                      one(1, COLLECTION),
                      one(2, Ids.OBJECT),
                      one(3, Scalar.UINT64),
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
                      one(3, Scalar.UINT64))),
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
                      one(3, Scalar.STRING),
                      optional(4, Scalar.STRING)))));

  private StoreShapes() {}
}
