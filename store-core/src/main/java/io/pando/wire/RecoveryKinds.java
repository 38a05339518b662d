package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.frameEpoch;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.codec.PayloadType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import java.util.List;

/** Kinds of recovery messages: 96 to 111. */
final class RecoveryKinds {
  private static final Shape<RecoveryMessage.Cursor> CURSOR =
      Shape.of(RecoveryMessage.Cursor.class, uint64(1), optional(2, Scalar.STRING));

  private static final Shape<RecoveryMessage.Signature> SIGNATURE =
      Shape.of(RecoveryMessage.Signature.class, list(1, Scalar.FIXED64), list(2, Scalar.FIXED64));

  private static final Shape<RecoveryMessage.KeyRange> KEY_RANGE =
      Shape.of(RecoveryMessage.KeyRange.class, string(1), string(2));

  private static final Shape<RecoveryMessage.Kept> KEPT =
      Shape.of(
          RecoveryMessage.Kept.class,
          list(1, Ids.RANGE),
          list(2, KEY_RANGE),
          optional(3, Ids.VERSION));

  private static final Shape<RecoveryMessage.Piece> PIECE =
      Shape.of(
          RecoveryMessage.Piece.class,
          one(1, CURSOR),
          one(2, CURSOR),
          bool(3),
          group(
              RecoveryMessage.Piece.Content.class,
              uint64(4),
              GroupRecords.payloads(5),
              list(6, Ids.RANGE),
              one(7, PayloadType.PAYLOAD),
              GroupRecords.payloads(8)),
          optional(9, KEPT));

  private static final Shape<RecoveryMessage.Wanted> WANTED =
      Shape.of(
          RecoveryMessage.Wanted.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          one(3, CURSOR),
          optional(4, SIGNATURE));

  private static final Shape<RecoveryMessage.Signed> SIGNED =
      Shape.of(
          RecoveryMessage.Signed.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          one(3, CURSOR),
          optional(4, SIGNATURE));

  private static final Shape<RecoveryMessage.Copied> COPIED =
      Shape.of(
          RecoveryMessage.Copied.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          optional(3, PIECE));

  private static final Shape<RecoveryMessage.Written> TAKEN =
      Shape.of(
          RecoveryMessage.Written.class, one(1, Ids.OBJECT), one(2, Ids.VERSION), one(3, CURSOR));

  private static final Shape<RecoveryMessage.Refused> REFUSED =
      Shape.of(
          "RefusedCopy",
          RecoveryMessage.Refused.class,
          one(1, Ids.OBJECT),
          one(2, Ids.VERSION),
          string(3),
          optional(4, Scalar.UINT64),
          group(Version.class, uint64(5), uint64(6)));

  static final List<Kind> KINDS =
      List.of(
          new Kind(
              96,
              Shape.of(
                  RecoveryMessage.Pull.class, one(1, Ids.GROUP), frameEpoch(), list(2, WANTED))),
          new Kind(
              97,
              Shape.of(
                  RecoveryMessage.Push.class, one(1, Ids.GROUP), frameEpoch(), list(2, COPIED))),
          new Kind(
              98,
              Shape.of(
                  RecoveryMessage.Pushed.class, one(1, Ids.GROUP), frameEpoch(), list(2, TAKEN))),
          new Kind(
              99,
              Shape.of(
                  RecoveryMessage.PushFailed.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  list(2, REFUSED))),
          new Kind(
              100,
              Shape.of(
                  RecoveryMessage.Scan.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  uint32(3),
                  uint32(4),
                  list(5, Scalar.UINT32))),
          new Kind(
              101,
              Shape.of(
                  RecoveryMessage.Scanned.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.OBJECT),
                  map(3, PeeringKinds.OBJECT_VERSION),
                  bool(4))),
          new Kind(
              102,
              Shape.of(
                  RecoveryMessage.Backfilled.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  optional(2, Ids.OBJECT))),
          new Kind(
              103,
              Shape.of(
                  RecoveryMessage.BackfillNoted.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  optional(2, Ids.OBJECT))),
          new Kind(
              104,
              Shape.of(
                  RecoveryMessage.Reserve.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  uint64(2),
                  uint32(3))),
          new Kind(105, wish(RecoveryMessage.Reserved.class)),
          new Kind(106, wish(RecoveryMessage.Revoked.class)),
          new Kind(107, wish(RecoveryMessage.Release.class)),
          new Kind(
              108,
              Shape.of(
                  RecoveryMessage.CompareTrees.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  uint32(2),
                  list(3, Scalar.UINT32),
                  uint32(4),
                  list(5, Scalar.FIXED64))),
          new Kind(
              109,
              Shape.of(
                  RecoveryMessage.TreesCompared.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  uint32(2),
                  uint32(3),
                  group(RecoveryMessage.TreesCompared.Tree.class, uint32(4), bool(5)),
                  list(6, Scalar.UINT32))),
          new Kind(
              110,
              Shape.of(
                  RecoveryMessage.AskSignatures.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  list(2, WANTED))),
          new Kind(
              111,
              Shape.of(
                  RecoveryMessage.Signatures.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  list(2, SIGNED))));

  private RecoveryKinds() {}

  private static <T extends Record & RecoveryMessage> Shape<T> wish(Class<T> type) {
    return Shape.of(type, one(1, Ids.GROUP), frameEpoch(), uint64(2));
  }
}
