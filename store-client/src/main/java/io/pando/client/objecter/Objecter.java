package io.pando.client.objecter;

import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.id.PgId;
import io.pando.message.ObjectMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The machine that executes a client's operations: it finds the primary, sends, and resends under
 * the same request id when the map moves the group, the stream breaks, or the primary cannot serve
 * the operation yet. Pure: time is an argument, effects are the result.
 *
 * <p>Invariants after every step:
 *
 * <ul>
 *   <li>every submission is completed once, at its deadline at the latest;
 *   <li>vectors on one object start in the order of submission, and an update is sent only after
 *       the update before it, which it names, so that no resend is overtaken;
 *   <li>admitted operations stay within the limits; the number of waiting operations is bounded;
 *   <li>an answer counts only if it comes from the OSD to which the operation was last sent;
 *   <li>a fenced session has no operations;
 *   <li>every operation is in one place, and has its alarms ({@link ObjecterInvariants}).
 * </ul>
 */
public final class Objecter {
  /** Steps between two thorough checks. */
  private static final int SAMPLED_STEPS = 8;

  private final ObjecterConfig config;
  private final long client;
  private final Router router;
  private final Admission admission;
  private final ObjectQueues queues;
  private final Alarms alarms = new Alarms();
  private final Dispatch dispatch;

  /** Operations by sequence number, in ascending order. */
  private final Map<Long, PendingOperation> ops = new LinkedHashMap<>();

  private final ArrayDeque<PendingOperation> ready = new ArrayDeque<>();
  private final ObjecterInvariants invariants;
  private final Sampling sampling = new Sampling(SAMPLED_STEPS);
  private long nowNanos;
  private long lastSequence;
  private boolean closed;
  private boolean fenced;

  /**
   * Creates a machine without operations.
   *
   * @param client number of the session in its request ids
   * @param placement locates a group in a map
   */
  public Objecter(
      ObjecterConfig config,
      long client,
      Random64 random,
      BiFunction<ClusterMap, PgId, GroupMapping> placement) {
    this.config = config;
    this.client = client;
    this.router = new Router(placement);
    this.queues = new ObjectQueues(ready::add);
    this.admission = new Admission(config, queues::enter);
    this.dispatch = new Dispatch(config, client, random, router, queues, alarms);
    this.invariants = new ObjecterInvariants(ops, admission, queues, alarms);
  }

  /** Processes one input. */
  public void step(long atNanos, ObjecterInput input, Consumer<ObjecterEffect> out) {
    nowNanos = atNanos;
    switch (input) {
      case ObjecterInput.Submitted submitted -> onSubmitted(submitted, out);
      case ObjecterInput.Dropped dropped -> onDropped(dropped.sequence(), out);
      case ObjecterInput.MapChanged changed -> onMapChanged(changed.map(), out);
      case ObjecterInput.ReplyArrived arrived -> onReply(arrived, out);
      case ObjecterInput.Listening listening -> dispatch.sources.onConfirmed(listening.from());
      case ObjecterInput.HoldReleased released ->
          onReleased(released.from(), released.released(), out);
      case ObjecterInput.PeerReset reset -> onReset(reset);
      case ObjecterInput.Woken _ -> onWoken(out);
      case ObjecterInput.Closed _ -> onClosed(out);
    }
    for (PendingOperation op = ready.poll(); op != null; op = ready.poll()) {
      if (ops.containsKey(op.sequence)) {
        launch(op, out);
      }
    }
    look(out);
    alarms.arm(!ops.isEmpty(), out);
    checkInvariants();
  }

  /** Operations that have not ended. */
  public int pending() {
    return ops.size();
  }

  private void onSubmitted(ObjecterInput.Submitted submitted, Consumer<ObjecterEffect> out) {
    Invariant.check(
        submitted.sequence() > lastSequence,
        () -> "request " + submitted.sequence() + " after " + lastSequence);
    lastSequence = submitted.sequence();
    if (closed) {
      out.accept(
          new ObjecterEffect.Complete(submitted.sequence(), new OperationOutcome.Closed(false)));
      return;
    }
    if (fenced) {
      out.accept(
          new ObjecterEffect.Complete(submitted.sequence(), new OperationOutcome.Fenced(false)));
      return;
    }
    PendingOperation op = new PendingOperation(submitted);
    if (!admission.take(op)) {
      Probe.reached("objecter: too many operations");
      String reason =
          admission.inFlight() + " operations in flight and " + admission.waiting() + " waiting";
      out.accept(new ObjecterEffect.Complete(op.sequence, new OperationOutcome.Refused(reason)));
      return;
    }
    ops.put(op.sequence, op);
    alarms.addDeadline(op);
  }

  private void onDropped(long sequence, Consumer<ObjecterEffect> out) {
    PendingOperation op = ops.get(sequence);
    if (op != null) {
      finish(op, new OperationOutcome.Cancelled(op.mayHaveHappened()), out);
    }
  }

  private void onMapChanged(ClusterMap map, Consumer<ObjecterEffect> out) {
    if (!router.adopt(map)) {
      return;
    }
    if (map.fences().contains(client)) {
      Probe.reached("objecter: fenced by a map");
      onFenced(null, out);
      return;
    }
    dispatch.sources.retain(router::isUp);
    for (PendingOperation op : List.copyOf(ops.values())) {
      switch (op.phase) {
        case PendingOperation.Phase.Queued _, PendingOperation.Phase.Following _ -> {}
        case PendingOperation.Phase.Stalled _ -> launch(op, out);
        case PendingOperation.Phase.Sent sent -> relaunchIfMoved(op, sent.route(), out);
        case PendingOperation.Phase.Held held -> relaunchIfMoved(op, held.route(), out);
        case PendingOperation.Phase.BackingOff resting -> {
          if (resting.wantedEpoch() > 0 && router.epoch() >= resting.wantedEpoch()) {
            Probe.reached("objecter: the map came that an operation waits for");
            launch(op, out);
          } else {
            relaunchIfMoved(op, resting.route(), out);
          }
        }
      }
    }
  }

  private void relaunchIfMoved(PendingOperation op, Route before, Consumer<ObjecterEffect> out) {
    if (!(router.route(op.operation) instanceof Router.Routing.To to)
        || !to.route().equals(before)) {
      op.failures = 0;
      launch(op, out);
    }
  }

  private void onReply(ObjecterInput.ReplyArrived arrived, Consumer<ObjecterEffect> out) {
    ObjectMessage.Reply reply = arrived.reply();
    PendingOperation op = reply.id().client() == client ? ops.get(reply.id().sequence()) : null;
    if (op == null
        || !op.isSentTo(arrived.from())
        || !(op.phase instanceof PendingOperation.Phase.Sent(Route route, boolean _))) {
      return;
    }
    int attempt = attemptOf(reply);
    if (isFenced(reply)) {
      Probe.reached("objecter: fenced by an OSD");
      onFenced(attempt == op.sends ? op : null, out);
      return;
    }
    if (attempt != ObjectMessage.ANY_ATTEMPT && attempt != op.sends) {
      Probe.reached("objecter: an answer to an earlier attempt");
      // A later attempt is in flight, and may use another route.
      return;
    }
    switch (reply) {
      case ObjectMessage.NotServed not -> {
        op.exposed |= not.begun();
        op.trouble = arrived.from().node() + " could not serve it: " + not.reason();
        Probe.reached("objecter: not served");
        dispatch.rest(op, route, nowNanos, not.epoch() > router.epoch() ? not.epoch() : 0);
      }
      case ObjectMessage.Hold hold -> {
        op.exposed |= hold.refusal().begun();
        op.trouble = arrived.from().node() + " has it wait: " + hold.refusal().reason();
        Probe.reached("objecter: told to hold");
        dispatch.hold(op, route, hold, nowNanos);
      }
      default -> {
        if (isRefusedForNow(reply, op)) {
          op.trouble = arrived.from().node() + " has no space for it";
          Probe.reached("objecter: refused for lack of space");
          dispatch.rest(op, route, nowNanos, 0);
        } else if (answers(reply, op.operation)) {
          finish(op, new OperationOutcome.Replied(reply), out);
        }
      }
    }
  }

  /**
   * Whether the operation is to be sent again since there was no space for it. Not if a later
   * update of the object was sent, which it would overtake.
   */
  private boolean isRefusedForNow(ObjectMessage.Reply reply, PendingOperation op) {
    if (!op.operation.waitsForSpace()
        || !(reply instanceof ObjectMessage.OperateReply operate)
        || !(operate.outcome() instanceof OpOutcome.Failed failed)
        || (failed.error() != OpError.NO_SPACE && failed.error() != OpError.QUOTA)) {
      return false;
    }
    PendingOperation next = queues.after(op);
    return next == null || !(next.phase instanceof PendingOperation.Phase.Sent);
  }

  private static boolean isFenced(ObjectMessage.Reply reply) {
    return reply instanceof ObjectMessage.OperateReply operate
        && operate.outcome() instanceof OpOutcome.Failed failed
        && failed.error() == OpError.FENCED;
  }

  /**
   * The session is fenced, which is final: whatever the fence was for, others act as if this client
   * changed nothing any more. All operations end, and further ones are not sent.
   *
   * @param refused operation whose last attempt was refused, so that only earlier attempts may have
   *     had an effect
   */
  private void onFenced(@Nullable PendingOperation refused, Consumer<ObjecterEffect> out) {
    fenced = true;
    for (PendingOperation op : List.copyOf(ops.values())) {
      boolean maybe = op == refused ? op.operation.mutates() && op.exposed : op.mayHaveHappened();
      finish(op, new OperationOutcome.Fenced(maybe), out);
    }
  }

  private static int attemptOf(ObjectMessage.Reply reply) {
    return switch (reply) {
      case ObjectMessage.OperateReply operate -> operate.attempt();
      case ObjectMessage.NotServed not -> not.attempt();
      case ObjectMessage.Hold hold -> hold.refusal().attempt();
      case ObjectMessage.ListReply _, ObjectMessage.QueryReply _, ObjectMessage.ScrubOrdered _ ->
          ObjectMessage.ANY_ATTEMPT;
    };
  }

  private static boolean answers(ObjectMessage.Reply reply, Operation operation) {
    return switch (operation) {
      case Operation.Vector _ -> reply instanceof ObjectMessage.OperateReply;
      case Operation.Listing _ -> reply instanceof ObjectMessage.ListReply;
      case Operation.Query _ -> reply instanceof ObjectMessage.QueryReply;
      case Operation.Scrub _ -> reply instanceof ObjectMessage.ScrubOrdered;
    };
  }

  private void onReleased(
      Peer from, ObjectMessage.Released released, Consumer<ObjecterEffect> out) {
    dispatch.holds.remove(from, released.group(), released.object());
    for (PendingOperation op : List.copyOf(ops.values())) {
      if (op.isHeldBy(from)) {
        Probe.reached("objecter: released");
        launch(op, out);
      }
    }
  }

  private void onReset(ObjecterInput.PeerReset reset) {
    dispatch.holds.forget(reset.peer());
    dispatch.sources.forget(reset.peer());
    for (PendingOperation op : ops.values()) {
      if (op.isSentTo(reset.peer()) && op.phase instanceof PendingOperation.Phase.Sent sent) {
        Probe.reached("objecter: the stream of an operation under way ended");
        op.exposed = true;
        rest(op, sent.route(), reset);
      } else if (op.isHeldBy(reset.peer())
          && op.phase instanceof PendingOperation.Phase.Held held) {
        Probe.reached("objecter: the stream of a held operation ended");
        rest(op, held.route(), reset);
      }
    }
  }

  private void rest(PendingOperation op, Route route, ObjecterInput.PeerReset reset) {
    op.trouble = "the stream to " + reset.peer().node() + " ended: " + reset.reason();
    dispatch.rest(op, route, nowNanos, 0);
  }

  private void onWoken(Consumer<ObjecterEffect> out) {
    alarms.onWoken();
    for (Alarm due = alarms.next(nowNanos); due != null; due = alarms.next(nowNanos)) {
      PendingOperation op = ops.get(due.sequence());
      if (op == null) {
        continue;
      }
      if (due.deadline()) {
        Probe.reached("objecter: timed out");
        finish(op, new OperationOutcome.TimedOut(op.account(), op.mayHaveHappened()), out);
      } else if (op.phase instanceof PendingOperation.Phase.Held held) {
        Probe.reached("objecter: a hold is over without a release");
        dispatch.holds.lift(held.route(), op.operation);
        launch(op, out);
      } else if (op.phase instanceof PendingOperation.Phase.BackingOff) {
        launch(op, out);
      }
    }
  }

  /** Looks periodically for operations without an answer. */
  private void look(Consumer<ObjecterEffect> out) {
    if (ops.isEmpty() || !alarms.takeRound(nowNanos, config.quietNanos())) {
      return;
    }
    List<PendingOperation> quiet =
        ops.values().stream()
            .filter(op -> op.phase instanceof PendingOperation.Phase.Sent)
            .filter(op -> nowNanos - op.sentNanos >= config.quietNanos())
            .toList();
    dispatch.probeSilent(quiet, nowNanos, out);
  }

  private void onClosed(Consumer<ObjecterEffect> out) {
    closed = true;
    List<PendingOperation> left = new ArrayList<>(ops.values());
    for (PendingOperation op : left) {
      finish(op, new OperationOutcome.Closed(op.mayHaveHappened()), out);
    }
  }

  private void launch(PendingOperation op, Consumer<ObjecterEffect> out) {
    if (!dispatch.launch(op, nowNanos, out)) {
      Probe.reached("objecter: the pool is gone");
      finish(op, new OperationOutcome.PoolGone(op.mayHaveHappened()), out);
    }
  }

  private void finish(PendingOperation op, OperationOutcome outcome, Consumer<ObjecterEffect> out) {
    ops.remove(op.sequence);
    dispatch.become(op, new PendingOperation.Phase.Queued());
    alarms.removeDeadline(op);
    out.accept(new ObjecterEffect.Complete(op.sequence, outcome));
    PendingOperation next = queues.after(op);
    queues.leave(op);
    admission.release(op);
    if (next != null
        && (next.phase instanceof PendingOperation.Phase.Following
            || next.phase instanceof PendingOperation.Phase.BackingOff)
        && !closed
        && !fenced) {
      ready.add(next);
    }
  }

  private void checkInvariants() {
    Invariant.check(ready.isEmpty(), "something could start and did not");
    Invariant.check(
        (!closed && !fenced) || ops.isEmpty(), "operations of a client that is closed or fenced");
    invariants.check();
    if (sampling.isDue()) {
      invariants.checkThoroughly();
    }
  }
}
