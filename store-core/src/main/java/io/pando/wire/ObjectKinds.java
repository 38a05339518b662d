package io.pando.wire;

import static io.pando.codec.Field.frameEpoch;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
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
      Shape.of(
          ObjectMessage.Sending.class,
          one(1, Scalar.UINT32),
          one(2, Scalar.UINT64),
          one(3, Scalar.BOOL));

  private static final Shape<Digest> ROOT =
      Shape.of(Digest.class, one(1, Scalar.FIXED64), one(2, Scalar.UINT64));

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
                  one(4, Scalar.UINT32))),
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
                  one(3, Scalar.UINT32),
                  one(2, OperationShapes.OUTCOME))),
          new Kind(
              52,
              Shape.of(
                  ObjectMessage.ListReply.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  list(2, Ids.OBJECT),
                  one(3, Scalar.BOOL),
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
                  one(2, Scalar.UINT32),
                  one(3, Scalar.BOOL),
                  one(4, Scalar.STRING))),
          new Kind(55, Shape.of(ObjectMessage.Attend.class, frameEpoch())),
          new Kind(56, Shape.of(ObjectMessage.Attended.class, frameEpoch())),
          new Kind(
              57,
              Shape.of(
                  ObjectMessage.Hold.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, Ids.GROUP),
                  optional(3, Ids.OBJECT),
                  group(
                      ObjectMessage.Hold.Refusal.class,
                      one(4, Scalar.UINT32),
                      one(5, Scalar.BOOL),
                      one(6, Scalar.STRING)))),
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
                  ObjectMessage.ScrubOrdered.class,
                  one(1, Ids.REQUEST),
                  frameEpoch(),
                  one(2, Scalar.UINT64))),
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
                      one(4, Scalar.UINT64),
                      one(5, Scalar.UINT64)),
                  group(
                      ReplicationMessage.Replicate.Progress.class,
                      one(6, Ids.VERSION),
                      one(7, Ids.VERSION)),
                  list(8, Ids.OSD),
                  one(9, Scalar.BOOL))),
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
                  one(3, ROOT))));

  private ObjectKinds() {}
}
