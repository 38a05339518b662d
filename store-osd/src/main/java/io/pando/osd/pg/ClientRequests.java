package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterFlag;
import io.pando.id.ObjectId;
import io.pando.message.ObjectMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.op.OpVector;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.step.Unserved;
import io.pando.osd.pg.write.Backpressure;
import io.pando.osd.pg.write.Fencing;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests of clients to a group. A request is served if this OSD may serve it. Otherwise the
 * client is told to hold its requests until this OSD releases them, or to look for the primary. No
 * request is queued here until the group serves. When an interval ends, the requests under way go
 * back to their clients in the same way, marked as begun. Peering decides whether their updates
 * took effect, and the client learns the result when it sends the request again.
 *
 * <p>A request that was sent before the present interval is refused, even if this OSD was primary
 * then. It may have waited in a stream since, and another OSD may have answered a later attempt.
 * The answer to that attempt is remembered only if it was a success.
 */
final class ClientRequests implements Backpressure {
  private final Replica replica;
  private final HeldClients held;

  ClientRequests(Replica replica) {
    this.replica = replica;
    this.held = new HeldClients(replica, replica.config().waits().maxWaitingOps());
  }

  void onAsked(Interval interval, Input.ClientAsked asked) {
    if (interval instanceof PrimaryInterval primary) {
      onAskedAsPrimary(primary, asked);
    } else {
      refuse(asked.client(), asked.request(), false, "this OSD is not the primary");
    }
  }

  private void onAskedAsPrimary(PrimaryInterval primary, Input.ClientAsked asked) {
    ObjectMessage.Request request = asked.request();
    OpOutcome.Failed fenced = Fencing.refusal(replica.membership(), request.id());
    if (fenced != null) {
      Probe.reached("requests: of a fenced session");
      replica.emit(
          new Effect.Reply(
              asked.client(),
              new ObjectMessage.OperateReply(
                  request.id(), replica.epoch(), request.attempt(), fenced)));
    } else if (request instanceof ObjectMessage.QueryGroup query) {
      ObjectMessage.QueryReply reply =
          new ObjectMessage.QueryReply(query.id(), replica.epoch(), primary.summary().report());
      replica.emit(new Effect.Reply(asked.client(), reply));
    } else if (request instanceof ObjectMessage.ScrubGroup order) {
      long number = primary.scrub.order(order.kind());
      replica.emit(
          new Effect.Reply(
              asked.client(), new ObjectMessage.ScrubOrdered(order.id(), replica.epoch(), number)));
    } else if (request.epoch() < replica.interval()) {
      Probe.reached("requests: sent before the present interval");
      refuse(asked.client(), request, false, "it was sent before the group's present interval");
    } else if (isPaused(request)) {
      Probe.reached("requests: the group is quiet or paused");
      refuse(asked.client(), request, false, "the cluster is paused, or the group to be merged");
    } else if (serves(primary) || mayEndLoss(primary, request)) {
      serve(primary, asked);
    } else {
      hold(primary, asked.client(), request, false);
    }
  }

  /**
   * Refuses a request that arrives while this OSD removes its copy of the group; the client asks
   * again. A newer map may have made this OSD the primary meanwhile.
   */
  void onAskedWhileRemoved(Input.ClientAsked asked) {
    Probe.reached("requests: the group is being removed here");
    refuse(asked.client(), asked.request(), false, "the group is being removed from this OSD");
  }

  /** Called after every step: releases the held clients once the group serves. */
  void releaseIfServing(Interval interval) {
    if (held.isHeld() && !(interval instanceof PrimaryInterval primary && !serves(primary))) {
      held.release();
    }
  }

  @Override
  public void release(ObjectId object) {
    held.release(object);
  }

  @Override
  public void refuseEarly(Peer client, ObjectMessage.Operate request) {
    refuse(client, request, false, "an earlier request of this client has not arrived");
  }

  @Override
  public void hold(Peer client, ObjectMessage.Operate request) {
    if (held.hold(client, request.object())) {
      emitHold(client, request, request.object(), false, "many requests wait for the object");
    } else {
      Probe.reached("requests: more wait than are remembered");
      refuse(client, request, false, "too many requests wait for this group");
    }
  }

  /** Whether requests wait and the group is active, so that they may wait only for a lease. */
  boolean awaitLease(Interval interval) {
    return held.isHeld() && interval.leads() && interval.isServing();
  }

  /**
   * An interval has ended: the requests under way go back to their clients.
   *
   * @param leads whether this OSD is the primary in the next interval
   */
  void onIntervalEnded(Interval ended, boolean leads) {
    for (Unserved it : ended.unserved()) {
      if (leads && ended instanceof PrimaryInterval primary) {
        Probe.reached("requests: under way at a new interval of the same primary");
        hold(primary, it.client(), it.request(), true);
      } else {
        Probe.reached("requests: under way when another primary takes over");
        refuse(it.client(), it.request(), true, "this OSD is not the primary any more");
      }
    }
    if (!leads) {
      held.releaseAll();
    }
  }

  void onPoolRemoved(Interval ended, long epoch) {
    for (Unserved it : ended.unserved()) {
      if (it.request() instanceof ObjectMessage.Operate operate) {
        Probe.reached("requests: under way when the pool was removed");
        refuseForGood(it.client(), operate, epoch);
      } else {
        refuse(it.client(), it.request(), false, "the pool was removed");
      }
    }
    held.releaseAll();
  }

  private boolean serves(PrimaryInterval primary) {
    return primary.peering.isActive()
        && primary.recovery.wholeReplicas() >= replica.membership().pool().minSize()
        && hasLease();
  }

  /**
   * Whether the request ends the loss of an object, and the group can do that. Replicas that are
   * being filled may never become whole while an object is lost, so they count.
   */
  private boolean mayEndLoss(PrimaryInterval primary, ObjectMessage.Request request) {
    Membership now = replica.membership();
    return request instanceof ObjectMessage.Operate operate
        && new OpVector(operate.ops()).endsLoss().isPresent()
        && primary.peering.isActive()
        && now.copiesOf(now.members()) >= now.pool().minSize()
        && hasLease();
  }

  /**
   * Whether this OSD holds a live lease. A request that is accepted under a live lease may be
   * answered after the lease ends. The answer reflects a moment not before this step, and it need
   * not include updates that another primary makes visible later.
   */
  private boolean hasLease() {
    return replica
        .leases()
        .isLive(replica.membership().osds(), replica.interval(), replica.nowNanos());
  }

  private boolean isPaused(ObjectMessage.Request request) {
    Membership now = replica.membership();
    boolean quiet = now.pool().groups().isQuiet(replica.group().seed());
    SortedSet<ClusterFlag> flags = now.map().flags();
    if (!quiet && flags.isEmpty()) {
      return false;
    }
    boolean writes =
        request instanceof ObjectMessage.Operate operate && OpVector.mutates(operate.ops());
    return (writes && quiet) || flags.contains(writes ? ClusterFlag.PAUSEWR : ClusterFlag.PAUSERD);
  }

  private void serve(PrimaryInterval primary, Input.ClientAsked asked) {
    switch (asked.request()) {
      case ObjectMessage.Operate operate ->
          primary.operations.onOperate(asked.client(), operate, asked.wallMillis());
      case ObjectMessage.ListObjects list -> primary.listings.onList(asked.client(), list);
      case ObjectMessage.QueryGroup _, ObjectMessage.ScrubGroup _ ->
          throw Invariant.unreachable("it is answered at once");
    }
  }

  private void hold(
      PrimaryInterval primary, Peer client, ObjectMessage.Request request, boolean begun) {
    if (!held.hold(client)) {
      Probe.reached("requests: more clients wait than are remembered");
      refuse(client, request, begun, "too many clients wait for this group");
      return;
    }
    String why = primary.summary().serviceWaitsFor();
    String reason = why.isEmpty() ? "the group is peering" : "the group waits for " + why;
    emitHold(client, request, null, begun, reason);
  }

  private void emitHold(
      Peer client,
      ObjectMessage.Request request,
      @Nullable ObjectId object,
      boolean begun,
      String why) {
    replica.emit(
        new Effect.Reply(
            client,
            new ObjectMessage.Hold(
                request.id(),
                replica.epoch(),
                replica.group(),
                object,
                new ObjectMessage.Hold.Refusal(request.attempt(), begun, why))));
  }

  private void refuse(Peer client, ObjectMessage.Request request, boolean begun, String why) {
    ObjectMessage.NotServed refusal =
        new ObjectMessage.NotServed(request.id(), replica.epoch(), request.attempt(), begun, why);
    replica.emit(new Effect.Reply(client, refusal));
  }

  private void refuseForGood(Peer client, ObjectMessage.Operate request, long epoch) {
    OpOutcome.Failed outcome =
        new OpOutcome.Failed(
            OpError.NO_POOL, -1, "pool " + replica.group().pool() + " was removed");
    replica.emit(
        new Effect.Reply(
            client,
            new ObjectMessage.OperateReply(request.id(), epoch, request.attempt(), outcome)));
  }
}
