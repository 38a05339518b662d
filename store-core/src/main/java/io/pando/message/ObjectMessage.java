package io.pando.message;

import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.report.GroupReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Between a client and those who serve a group: its primary, and who collects for it. */
public sealed interface ObjectMessage extends Message {
  /** In an answer: it holds for whatever attempt. */
  int ANY_ATTEMPT = 0;

  /** A request about one group. */
  sealed interface Request extends ObjectMessage {
    /** The same at every resend. */
    RequestId id();

    /** Epoch of the map by which the sender chose the receiver. */
    long epoch();

    PgId group();

    /** Number of the resend, 1 for the first; 0 where it is of no account. */
    default int attempt() {
      return ANY_ATTEMPT;
    }
  }

  /** Execute a vector on one object, atomically. */
  record Operate(
      RequestId id, long epoch, PgId group, ObjectId object, List<ObjectOp> ops, Sending sending)
      implements Request {
    public Operate {
      ops = List.copyOf(ops);
    }

    @Override
    public int attempt() {
      return sending.attempt();
    }
  }

  /**
   * What an attempt to have a vector executed says of itself.
   *
   * @param attempt counts from 1; the answer repeats it. A failure of an earlier attempt says
   *     nothing of what a later one will do
   * @param behind sequence of the request of the same client that must have been executed before,
   *     or come before it in this message's stream; 0 if there is none
   * @param attends whether the sender hears who collects for the group by the map of its epoch
   */
  record Sending(int attempt, long behind, boolean attends) {
    /** Alone, for the first time. */
    public static final Sending FIRST = new Sending(1, 0, false);
  }

  /**
   * The sender listens: it may be told of its updates by whoever collects them. Also a way to learn
   * of a newer map.
   */
  record Attend(long epoch) implements ObjectMessage {}

  /** The receiver of {@link Attend} knows now; until this stream ends. */
  record Attended(long epoch) implements ObjectMessage {}

  /**
   * List objects in placement order.
   *
   * @param after start behind this one; null: from the beginning
   */
  record ListObjects(RequestId id, long epoch, PgId group, @Nullable ObjectId after, int max)
      implements Request {}

  /** Tell about the group. */
  record QueryGroup(RequestId id, long epoch, PgId group) implements Request {}

  /** Scrub the group, before all that is due. */
  record ScrubGroup(RequestId id, long epoch, PgId group, ScrubKind kind) implements Request {}

  /** An answer; its epoch is that of the sender's map. */
  sealed interface Reply extends ObjectMessage {
    RequestId id();

    long epoch();
  }

  /**
   * How a vector went.
   *
   * @param attempt that is answered; {@link #ANY_ATTEMPT} if it is remembered, so that all are
   *     answered alike
   */
  record OperateReply(RequestId id, long epoch, int attempt, OpOutcome outcome) implements Reply {}

  /**
   * A page of a listing.
   *
   * @param more whether objects of the group follow
   * @param last position up to which the group goes by the map of {@code epoch}, unsigned: whoever
   *     has the last page goes on behind it, wherever that is by then
   */
  record ListReply(RequestId id, long epoch, List<ObjectId> objects, boolean more, int last)
      implements Reply {}

  record QueryReply(RequestId id, long epoch, GroupReport report) implements Reply {}

  /**
   * A scrub is ordered.
   *
   * @param number of it: it is over once the group has finished so many
   */
  record ScrubOrdered(RequestId id, long epoch, long number) implements Reply {}

  /**
   * The receiver does not serve the group by the map of {@code epoch}, or has no room for the
   * request. The client sends again when it has a newer map, or after a back-off.
   *
   * @param attempt that is answered
   * @param begun whether this attempt may take effect nevertheless
   */
  record NotServed(RequestId id, long epoch, int attempt, boolean begun, String reason)
      implements Reply {}

  /**
   * The receiver leads the group and cannot serve the request now. The client keeps it, and all
   * others for the group, or only for the object, until {@link Released} comes by the same stream.
   *
   * @param object it is about; null: the whole group
   * @param attempt that is answered
   * @param begun whether this attempt may take effect nevertheless
   */
  record Hold(
      RequestId id,
      long epoch,
      PgId group,
      @Nullable ObjectId object,
      int attempt,
      boolean begun,
      String reason)
      implements Reply {}

  /**
   * The sender can serve again what it had held.
   *
   * @param object it is about; null: the whole group
   */
  record Released(long epoch, PgId group, @Nullable ObjectId object) implements ObjectMessage {}
}
