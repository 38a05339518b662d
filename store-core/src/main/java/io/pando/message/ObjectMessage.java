package io.pando.message;

import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.report.GroupReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Between a client and the primary of a group. */
public sealed interface ObjectMessage extends Message {
  /** A request about one group. */
  sealed interface Request extends ObjectMessage {
    /** The same at every resend. */
    RequestId id();

    /** Epoch of the map by which the sender chose the receiver. */
    long epoch();

    PgId group();
  }

  /** Execute a vector on one object, atomically. */
  record Operate(RequestId id, long epoch, PgId group, ObjectId object, List<ObjectOp> ops)
      implements Request {
    public Operate {
      ops = List.copyOf(ops);
    }
  }

  /**
   * List objects in placement order.
   *
   * @param after start behind this one; null: from the beginning
   */
  record ListObjects(RequestId id, long epoch, PgId group, @Nullable ObjectId after, int max)
      implements Request {}

  /** Tell about the group. */
  record QueryGroup(RequestId id, long epoch, PgId group) implements Request {}

  /** An answer; its epoch is that of the sender's map. */
  sealed interface Reply extends ObjectMessage {
    RequestId id();

    long epoch();
  }

  record OperateReply(RequestId id, long epoch, OpOutcome outcome) implements Reply {}

  record ListReply(RequestId id, long epoch, List<ObjectId> objects, boolean more)
      implements Reply {}

  record QueryReply(RequestId id, long epoch, GroupReport report) implements Reply {}

  /**
   * The receiver is not the primary of the group by the map of {@code epoch}, or cannot serve it
   * now. The client sends again when it has a newer map, or after a back-off.
   */
  record NotServed(RequestId id, long epoch, String reason) implements Reply {}
}
