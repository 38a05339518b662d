package io.pando.osd.pg;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterFlag;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.write.Operations;
import io.pando.port.Peer;
import java.util.List;

/**
 * What clients ask of a group: served if this OSD may, kept waiting until it may, or refused so
 * that the client looks for another one. A request of an interval that ended is asked again.
 */
final class ClientRequests {
  private final Rooms rooms;
  private final Replica replica;
  private final WaitingRequests waiting;

  ClientRequests(Rooms rooms) {
    this.rooms = rooms;
    this.replica = rooms.replica;
    this.waiting = new WaitingRequests(replica.config().maxWaitingOps());
  }

  /** Requests that are not answered. */
  int open() {
    return rooms.operations.size() + waiting.size();
  }

  void onAsked(Input.ClientAsked asked) {
    if (!rooms.isPrimary()) {
      refuse(asked, "this OSD is not the primary");
    } else if (asked.request() instanceof ObjectMessage.QueryGroup query) {
      ObjectMessage.QueryReply reply =
          new ObjectMessage.QueryReply(query.id(), replica.epoch(), rooms.report());
      replica.emit(new Effect.Reply(asked.client(), reply));
    } else if (serves(asked.request())) {
      serve(asked);
    } else {
      await(asked);
    }
  }

  /** Something changed by which a request may be served that could not be. */
  void serveWaiting() {
    waiting.takeAll().forEach(this::onAsked);
  }

  /** Whether a lease is all that requests may wait for. */
  boolean awaitLease() {
    return waiting.size() > 0 && rooms.primary.isActive();
  }

  /** A new interval: what was under way waits, and comes before what waited already. */
  void reset() {
    List<Operations.Resumed> resumed = rooms.operations.reset();
    List<Input.ClientAsked> again = waiting.takeAll();
    resumed.forEach(r -> await(new Input.ClientAsked(r.client(), r.request(), r.wallMillis())));
    again.forEach(this::await);
  }

  /** This OSD is not the primary of the new interval. */
  void refuseAll() {
    waiting.takeAll().forEach(asked -> refuse(asked, "this OSD is not the primary"));
  }

  void onPoolRemoved(long epoch) {
    rooms.operations.reset().forEach(r -> refuseForGood(r.client(), r.request(), epoch));
    for (Input.ClientAsked asked : waiting.takeAll()) {
      if (asked.request() instanceof ObjectMessage.Operate operate) {
        refuseForGood(asked.client(), operate, epoch);
      } else {
        refuse(asked, "the pool was removed");
      }
    }
  }

  private boolean serves(ObjectMessage.Request request) {
    return rooms.primary.isActive()
        && rooms.recovery.wholeReplicas() >= replica.membership().pool().minSize()
        && hasLease()
        && !isPaused(request);
  }

  /**
   * What is taken on under a live lease may be answered after its end: it tells of a moment not
   * before this step, and what others make visible later it need not know.
   */
  private boolean hasLease() {
    return replica
        .leases()
        .isLive(replica.membership().mapping().acting(), replica.interval(), replica.nowNanos());
  }

  private boolean isPaused(ObjectMessage.Request request) {
    boolean writes =
        request instanceof ObjectMessage.Operate operate
            && operate.ops().stream().anyMatch(ObjectOp.Mutation.class::isInstance);
    return replica
        .membership()
        .map()
        .flags()
        .contains(writes ? ClusterFlag.PAUSEWR : ClusterFlag.PAUSERD);
  }

  private void serve(Input.ClientAsked asked) {
    switch (asked.request()) {
      case ObjectMessage.Operate operate ->
          rooms.operations.onOperate(asked.client(), operate, asked.wallMillis());
      case ObjectMessage.ListObjects list -> rooms.listings.onList(asked.client(), list);
      case ObjectMessage.QueryGroup _ -> throw Invariant.unreachable("a query is answered at once");
    }
  }

  private void await(Input.ClientAsked asked) {
    if (!waiting.add(asked)) {
      refuse(asked, "too many requests wait for this group");
    }
  }

  private void refuse(Input.ClientAsked asked, String why) {
    ObjectMessage.NotServed refusal =
        new ObjectMessage.NotServed(
            asked.request().id(), replica.epoch(), asked.request().attempt(), true, why);
    replica.emit(new Effect.Reply(asked.client(), refusal));
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
