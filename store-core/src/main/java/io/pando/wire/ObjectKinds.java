package io.pando.wire;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.fixed64;
import static io.pando.codec.Field.frameEpoch;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Field.uint64;
import static io.pando.codec.Shape.group;

import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.format.GroupRecords;
import io.pando.format.Ids;
import io.pando.format.StoreRecords;
import io.pando.merkle.Digest;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import java.util.List;

/**
 * Kinds of messages between clients and the OSDs that serve a group, 48 to 63, and among the
 * members of a group in normal operation, 64 to 79.
 */
final class ObjectKinds {
  private static final Shape<ObjectMessage.Sending> SENDING =
      Shape.of(ObjectMessage.Sending.class, uint32(1), uint64(2), bool(3));

  private static final Shape<Digest> ROOT = Shape.of(Digest.class, fixed64(1), uint64(2));

  static final List<Kind> KINDS =
      List.of(
          new Kind(
              48,
              Shape.of(
                  ObjectMessage.Operate.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, Ids.GROUP),
                  one(3, Ids.OBJECT),
                  list(4, OperationShapes.OP),
                  one(5, SENDING))),
          new Kind(
              49,
              Shape.of(
                  ObjectMessage.ListObjects.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, Ids.GROUP),
                  optional(3, Ids.OBJECT),
                  uint32(4))),
          new Kind(
              50,
              Shape.of(
                  ObjectMessage.QueryGroup.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, Ids.GROUP))),
          new Kind(
              51,
              Shape.of(
                  ObjectMessage.OperateReply.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  uint32(3),
                  one(2, OperationShapes.OUTCOME))),
          new Kind(
              52,
              Shape.of(
                  ObjectMessage.ListReply.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  list(2, Ids.OBJECT),
                  bool(3),
                  one(4, Scalar.FIXED32))),
          new Kind(
              53,
              Shape.of(
                  ObjectMessage.QueryReply.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, ReportShapes.GROUP_REPORT))),
          new Kind(
              54,
              Shape.of(
                  ObjectMessage.NotServed.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  uint32(2),
                  bool(3),
                  string(4))),
          new Kind(55, Shape.of(ObjectMessage.Listen.class, frameEpoch())),
          new Kind(56, Shape.of(ObjectMessage.Listening.class, frameEpoch())),
          new Kind(
              57,
              Shape.of(
                  ObjectMessage.Hold.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, Ids.GROUP),
                  optional(3, Ids.OBJECT),
                  group(ObjectMessage.Hold.Refusal.class, uint32(4), bool(5), string(6)))),
          new Kind(
              58,
              Shape.of(
                  ObjectMessage.Released.class,
                  frameEpoch(),
                  one(1, Ids.GROUP),
                  optional(2, Ids.OBJECT))),
          new Kind(
              59,
              Shape.of(
                  ObjectMessage.ScrubGroup.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, Ids.GROUP),
                  one(3, GroupRecords.SCRUB_KIND))),
          new Kind(
              60,
              Shape.of(
                  ObjectMessage.ScrubOrdered.class, one(1, Ids.REQUEST), frameEpoch(), uint64(2))),
          new Kind(
              64,
              Shape.of(
                  ReplicationMessage.Replicate.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  group(
                      ReplicationMessage.Update.class,
                      one(2, GroupRecords.ENTRY_SHAPE),
                      list(3, StoreRecords.STEP),
                      uint64(4),
                      uint64(5),
                      optional(10, GroupRecords.UNDO_SHAPE)),
                  group(
                      ReplicationMessage.Replicate.Progress.class,
                      one(6, Ids.VERSION),
                      one(7, Ids.VERSION)),
                  list(8, Ids.OSD),
                  bool(9))),
          new Kind(
              65,
              Shape.of(
                  ReplicationMessage.Replicated.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.VERSION),
                  optional(3, ROOT))),
          new Kind(66, Shape.of(ReplicationMessage.Resend.class, one(1, Ids.GROUP), frameEpoch())),
          new Kind(
              67,
              Shape.of(
                  ReplicationMessage.Root.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.VERSION),
                  one(3, ROOT))),
          new Kind(
              68,
              Shape.of(
                  ReplicationMessage.Committed.class,
                  one(1, Ids.GROUP),
                  frameEpoch(),
                  one(2, Ids.VERSION))));

  private ObjectKinds() {}
}
