package io.pando.client.objecter;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The machine that gets a client's operations done: finds the primary, sends, and sends again under
 * the same request id when the map moves the group, the stream breaks, or the primary cannot serve
 * it yet. Pure: time comes in, effects go out.
 *
 * <p>What holds after every step:
 *
 * <ul>
 *   <li>every submission is completed once, at its deadline at the latest;
 *   <li>vectors on one object start in the order of submission; one that is {@link
 *       Work.Company#ALONE} has no other under way beside it, so that no resend is overtaken;
 *   <li>what is admitted stays within the limits; what waits is bounded;
 *   <li>an answer counts only from whom the operation was last sent to.
 * </ul>
 */
public final class Objecter {
  private final ObjecterConfig config;
  private final long client;
  private final Random64 random;
  private final Router router;
  private final Admission admission;
  private final Lanes lanes;
  private final TreeMap<Long, Op> ops = new TreeMap<>();
  private final ArrayDeque<Op> ready = new ArrayDeque<>();
  private final TreeSet<Alarm> alarms = new TreeSet<>();
  private @Nullable Alarm armed;
  private long lastSequence;
  private boolean closed;

  /**
   * A machine with nothing to do.
   *
   * @param client number of the session in its request ids
   * @param placement locates a group by a map
   */
  public Objecter(
      ObjecterConfig config,
      long client,
      Random64 random,
      BiFunction<ClusterMap, PgId, GroupMapping> placement) {
    this.config = config;
    this.client = client;
    this.random = random;
    this.router = new Router(placement);
    this.lanes = new Lanes(ready::add);
    this.admission = new Admission(config, lanes::enter);
  }

  /** Takes one input. */
  public void step(long nowNanos, Input input, Consumer<Effect> out) {
    switch (input) {
      case Input.Submitted submitted -> onSubmitted(submitted, out);
      case Input.Dropped dropped -> onDropped(dropped.sequence(), out);
      case Input.MapChanged changed -> onMapChanged(changed.map(), out);
      case Input.ReplyArrived arrived -> onReply(nowNanos, arrived, out);
      case Input.PeerReset reset -> onReset(nowNanos, reset);
      case Input.Woken _ -> onWoken(nowNanos, out);
      case Input.Closed _ -> onClosed(out);
    }
    for (Op op = ready.poll(); op != null; op = ready.poll()) {
      if (ops.containsKey(op.sequence)) {
        launch(op, out);
      }
    }
    arm(out);
    checkInvariants();
  }

  /** Operations that have not ended. */
  public int pending() {
    return ops.size();
  }

  private void onSubmitted(Input.Submitted submitted, Consumer<Effect> out) {
    Invariant.check(
        submitted.sequence() > lastSequence,
        () -> "request " + submitted.sequence() + " after " + lastSequence);
    lastSequence = submitted.sequence();
    if (closed) {
      out.accept(new Effect.Complete(submitted.sequence(), new Outcome.Closed()));
      return;
    }
    Op op = new Op(submitted);
    if (!admission.take(op)) {
      String reason =
          admission.inFlight() + " operations in flight and " + admission.waiting() + " waiting";
      out.accept(new Effect.Complete(op.sequence, new Outcome.Refused(reason)));
      return;
    }
    ops.put(op.sequence, op);
    alarms.add(new Alarm(op.deadlineNanos, op.sequence, true));
  }

  private void onDropped(long sequence, Consumer<Effect> out) {
    Op op = ops.get(sequence);
    if (op != null) {
      finish(op, new Outcome.Cancelled(), out);
    }
  }

  private void onMapChanged(ClusterMap map, Consumer<Effect> out) {
    if (!router.adopt(map)) {
      return;
    }
    for (Op op : List.copyOf(ops.values())) {
      switch (op.phase) {
        case Op.Phase.Queued _ -> {}
        case Op.Phase.Stalled _ -> launch(op, out);
        case Op.Phase.Sent sent -> relaunchIfMoved(op, sent.route(), out);
        case Op.Phase.Resting resting -> {
          if (resting.wantedEpoch() > 0 && router.epoch() >= resting.wantedEpoch()) {
            launch(op, out);
          } else {
            relaunchIfMoved(op, resting.route(), out);
          }
        }
      }
    }
  }

  private void relaunchIfMoved(Op op, Route before, Consumer<Effect> out) {
    if (!(router.route(op.work) instanceof Router.Routing.To to) || !to.route().equals(before)) {
      op.failures = 0;
      launch(op, out);
    }
  }

  private void onReply(long nowNanos, Input.ReplyArrived arrived, Consumer<Effect> out) {
    ObjectMessage.Reply reply = arrived.reply();
    Op op = reply.id().client() == client ? ops.get(reply.id().sequence()) : null;
    if (op == null || !op.isSentTo(arrived.from())) {
      return;
    }
    int attempt = attemptOf(reply);
    if (attempt != ObjectMessage.ANY_ATTEMPT && attempt != op.sends) {
      // A later attempt is under way, and may go another way.
      return;
    }
    if (reply instanceof ObjectMessage.NotServed not) {
      op.trouble = arrived.from().node() + " could not serve it: " + not.reason();
      rest(op, nowNanos, not.epoch() > router.epoch() ? not.epoch() : 0);
    } else if (answers(reply, op.work)) {
      finish(op, new Outcome.Replied(reply), out);
    }
  }

  private static int attemptOf(ObjectMessage.Reply reply) {
    return switch (reply) {
      case ObjectMessage.OperateReply operate -> operate.attempt();
      case ObjectMessage.NotServed not -> not.attempt();
      case ObjectMessage.Hold hold -> hold.attempt();
      case ObjectMessage.ListReply _, ObjectMessage.QueryReply _ -> ObjectMessage.ANY_ATTEMPT;
    };
  }

  private static boolean answers(ObjectMessage.Reply reply, Work work) {
    return switch (work) {
      case Work.Vector _ -> reply instanceof ObjectMessage.OperateReply;
      case Work.Listing _ -> reply instanceof ObjectMessage.ListReply;
      case Work.Query _ -> reply instanceof ObjectMessage.QueryReply;
    };
  }

  private void onReset(long nowNanos, Input.PeerReset reset) {
    for (Op op : ops.values()) {
      if (op.isSentTo(reset.peer())) {
        op.trouble = "the stream to " + reset.peer().node() + " ended: " + reset.reason();
        rest(op, nowNanos, 0);
      }
    }
  }

  private void onWoken(long nowNanos, Consumer<Effect> out) {
    armed = null;
    while (!alarms.isEmpty() && alarms.first().nanos() <= nowNanos) {
      Alarm due = alarms.removeFirst();
      Op op = ops.get(due.sequence());
      if (op == null) {
        continue;
      }
      if (due.deadline()) {
        finish(op, new Outcome.TimedOut(op.account()), out);
      } else if (op.phase instanceof Op.Phase.Resting) {
        launch(op, out);
      }
    }
  }

  private void onClosed(Consumer<Effect> out) {
    closed = true;
    List<Op> left = new ArrayList<>(ops.values());
    for (Op op : left) {
      finish(op, new Outcome.Closed(), out);
    }
  }

  private void launch(Op op, Consumer<Effect> out) {
    switch (router.route(op.work)) {
      case Router.Routing.PoolGone _ -> finish(op, new Outcome.PoolGone(), out);
      case Router.Routing.Nowhere nowhere -> {
        op.trouble = nowhere.reason();
        become(op, new Op.Phase.Stalled());
      }
      case Router.Routing.To to -> {
        become(op, new Op.Phase.Sent(to.route()));
        op.sends++;
        out.accept(new Effect.Send(to.route().primary(), request(op, to.route().group())));
      }
    }
  }

  private ObjectMessage.Request request(Op op, PgId group) {
    RequestId id = new RequestId(client, op.sequence);
    return switch (op.work) {
      case Work.Vector vector ->
          new ObjectMessage.Operate(
              id,
              router.epoch(),
              group,
              vector.object(),
              vector.ops(),
              new ObjectMessage.Sending(op.sends, 0, false));
      case Work.Listing listing ->
          new ObjectMessage.ListObjects(id, router.epoch(), group, listing.after(), listing.max());
      case Work.Query _ -> new ObjectMessage.QueryGroup(id, router.epoch(), group);
    };
  }

  private void rest(Op op, long nowNanos, long wantedEpoch) {
    if (op.phase instanceof Op.Phase.Sent sent) {
      op.failures++;
      long wakeNanos = nowNanos + config.resend().delayNanos(op.failures, random);
      become(op, new Op.Phase.Resting(sent.route(), wakeNanos, wantedEpoch));
      alarms.add(new Alarm(wakeNanos, op.sequence, false));
    }
  }

  private void become(Op op, Op.Phase next) {
    if (op.phase instanceof Op.Phase.Resting resting) {
      alarms.remove(new Alarm(resting.wakeNanos(), op.sequence, false));
    }
    op.phase = next;
  }

  private void finish(Op op, Outcome outcome, Consumer<Effect> out) {
    ops.remove(op.sequence);
    become(op, new Op.Phase.Queued());
    alarms.remove(new Alarm(op.deadlineNanos, op.sequence, true));
    out.accept(new Effect.Complete(op.sequence, outcome));
    lanes.leave(op);
    admission.release(op);
  }

  private void arm(Consumer<Effect> out) {
    if (!alarms.isEmpty() && (armed == null || alarms.first().nanos() < armed.nanos())) {
      armed = alarms.first();
      out.accept(new Effect.WakeAt(armed.nanos()));
    }
  }

  private void checkInvariants() {
    Invariant.check(
        admission.inFlight() + admission.waiting() == ops.size(),
        () ->
            ops.size()
                + " operations, but "
                + admission.inFlight()
                + " in flight and "
                + admission.waiting()
                + " waiting");
    Invariant.check(!ops.isEmpty() || lanes.isEmpty(), "lanes without operations");
    Invariant.check(ready.isEmpty(), "something could start and did not");
    Invariant.check(ops.isEmpty() || armed != null, "operations without an alarm");
  }
}
