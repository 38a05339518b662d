package io.pando.wire;

import static io.pando.format.Field.frameEpoch;
import static io.pando.format.Field.list;
import static io.pando.format.Field.map;
import static io.pando.format.Field.one;
import static io.pando.format.Field.optional;

import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.format.PayloadType;
import io.pando.format.Scalar;
import io.pando.format.Shape;
import io.pando.message.RecoveryMessage;
import java.util.List;

/** By which objects get to replicas that miss them: kinds 96 to 111. */
final class RecoveryKinds {
  private static final Shape<RecoveryMessage.Cursor> CURSOR =
      Shape.of(RecoveryMessage.Cursor.class, one(1, Scalar.UINT64), optional(2, Scalar.STRING));

  private static final Shape<RecoveryMessage.Piece> PIECE =
      Shape.of(
          RecoveryMessage.Piece.class,
          one(1, CURSOR),
          one(2, CURSOR),
          one(3, Scalar.BOOL),
          one(4, Scalar.UINT64),
          GroupRecords.payloads(5),
          list(6, Ids.RANGE),
          one(7, PayloadType.PAYLOAD),
          GroupRecords.payloads(8));

  static final List<Kind> KINDS =
      List.of(
          new Kind(
              96,
              Shape.of(
                  RecoveryMessage.Pull.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  one(3, Ids.VERSION),
                  one(4, CURSOR))),
          new Kind(
              97,
              Shape.of(
                  RecoveryMessage.Push.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  one(3, Ids.VERSION),
                  one(4, PIECE))),
          new Kind(
              98,
              Shape.of(
                  RecoveryMessage.Pushed.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  one(3, Ids.VERSION),
                  one(4, CURSOR))),
          new Kind(
              99,
              Shape.of(
                  RecoveryMessage.PushFailed.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  one(3, Ids.VERSION),
                  one(4, Scalar.STRING))),
          new Kind(
              100,
              Shape.of(
                  RecoveryMessage.Scan.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  one(3, Scalar.UINT32))),
          new Kind(
              101,
              Shape.of(
                  RecoveryMessage.Scanned.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  map(3, PeeringKinds.OBJECT_VERSION),
                  one(4, Scalar.BOOL))),
          new Kind(
              102,
              Shape.of(
                  RecoveryMessage.Backfilled.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  optional(2, Ids.OBJECT),
                  list(3, Ids.OBJECT))),
          new Kind(
              103,
              Shape.of(
                  RecoveryMessage.BackfillNoted.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  optional(2, Ids.OBJECT))));

  private RecoveryKinds() {}
}
