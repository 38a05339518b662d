package io.pando.message;

import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.report.group.GroupReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages between a client and the OSDs that serve a group: its primary and its collector. */
public sealed interface ObjectMessage extends Message {
  /** Attempt number in an answer that is valid for every attempt. */
  int ANY_ATTEMPT = 0;

  /** A request about one group. */
  sealed interface Request extends ObjectMessage {
    /** Id of the request, the same at every resend. */
    RequestId id();

    /** Epoch of the map by which the sender chose the receiver. */
    long epoch();

    PgId group();

    /** Number of the attempt, 1 for the first; 0 for requests that do not count attempts. */
    default int attempt() {
      return ANY_ATTEMPT;
    }
  }

  /** Executes a vector on one object, atomically. */
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
   * Properties of one attempt to have a vector executed.
   *
   * @param attempt number of the attempt, from 1; the answer repeats it. The failure of an earlier
   *     attempt does not predict the outcome of a later one
   * @param behind sequence of the same client's request that must have been executed before, or
   *     precede this one in the message's stream; 0 if there is none
   * @param listens whether the sender listens to the group's collector by the map of its epoch
   */
  record Sending(int attempt, long behind, boolean listens) {
    /** A first attempt that depends on no other request. */
    public static final Sending FIRST = new Sending(1, 0, false);
  }

  /**
   * Tells an OSD that the sender listens to it: the OSD may report the end of the sender's updates
   * when it is their collector. Also used to get a newer map.
   */
  record Listen(long epoch) implements ObjectMessage {}

  /** Confirms an {@link Listen}; valid until this stream ends. */
  record Listening(long epoch) implements ObjectMessage {}

  /**
   * Lists objects in placement order.
   *
   * @param after object behind which the listing starts; null to start at the beginning
   */
  record ListObjects(RequestId id, long epoch, PgId group, @Nullable ObjectId after, int max)
      implements Request {}

  /** Asks for a report of the group. */
  record QueryGroup(RequestId id, long epoch, PgId group) implements Request {}

  /** Orders a scrub of the group, ahead of all scrubs that are due. */
  record ScrubGroup(RequestId id, long epoch, PgId group, ScrubKind kind) implements Request {}

  /** An answer; its epoch is that of the answering OSD's map. */
  sealed interface Reply extends ObjectMessage {
    RequestId id();

    long epoch();
  }

  /**
   * The outcome of a vector.
   *
   * @param attempt attempt that is answered; {@link #ANY_ATTEMPT} if the outcome is a remembered
   *     one, which is valid for all attempts
   */
  record OperateReply(RequestId id, long epoch, int attempt, OpOutcome outcome) implements Reply {}

  /**
   * A page of a listing.
   *
   * @param more whether more objects of the group follow
   * @param last position of the group's range by the map of {@code epoch}, unsigned. After the last
   *     page the client continues behind it, in the group that has that position by then
   */
  record ListReply(RequestId id, long epoch, List<ObjectId> objects, boolean more, int last)
      implements Reply {}

  record QueryReply(RequestId id, long epoch, GroupReport report) implements Reply {}

  /**
   * Confirms that a scrub is ordered.
   *
   * @param number number of the scrub: it is over when the group has finished this many scrubs
   */
  record ScrubOrdered(RequestId id, long epoch, long number) implements Reply {}

  /**
   * The OSD does not serve the group by the map of {@code epoch}, or has no room for the request.
   * The client sends it again when it has a newer map, or after a back-off.
   *
   * @param attempt attempt that is answered
   * @param begun whether this attempt may take effect nevertheless
   */
  record NotServed(RequestId id, long epoch, int attempt, boolean begun, String reason)
      implements Reply {}

  /**
   * The OSD is the group's primary and cannot serve the request now. The client keeps the request,
   * and all others for the group or only for the object, until it receives {@link Released} on the
   * same stream.
   *
   * @param object object concerned; null for the whole group
   */
  record Hold(RequestId id, long epoch, PgId group, @Nullable ObjectId object, Refusal refusal)
      implements Reply {
    /**
     * Why the request is not served, and what became of the attempt.
     *
     * @param attempt attempt that is answered
     * @param begun whether this attempt may take effect nevertheless
     */
    public record Refusal(int attempt, boolean begun, String reason) {}
  }

  /**
   * Ends a {@link Hold}: the OSD can serve the group or the object again.
   *
   * @param object object concerned; null for the whole group
   */
  record Released(long epoch, PgId group, @Nullable ObjectId object) implements ObjectMessage {}
}
