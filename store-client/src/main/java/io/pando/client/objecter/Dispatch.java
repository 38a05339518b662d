package io.pando.client.objecter;

import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import io.pando.random.Random64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends operations to the OSDs that the newest map names, in their order. Knows why an operation is
 * not sent: no OSD serves its group, an OSD holds it, or an update that it must not overtake is not
 * sent either.
 */
final class Dispatch {
  private final ObjecterConfig config;
  private final long client;
  private final Random64 random;
  private final Router router;
  private final ObjectQueues queues;
  private final Alarms alarms;
  final Holds holds = new Holds();
  final ReplySources sources = new ReplySources();
  private int turn;

  Dispatch(
      ObjecterConfig config,
      long client,
      Random64 random,
      Router router,
      ObjectQueues queues,
      Alarms alarms) {
    this.config = config;
    this.client = client;
    this.random = random;
    this.router = router;
    this.queues = queues;
    this.alarms = alarms;
  }

  /** Sends the operation if possible; returns false if its pool is gone. */
  boolean launch(PendingOperation op, long nowNanos, Consumer<ObjecterEffect> out) {
    if (op.phase instanceof PendingOperation.Phase.Sent) {
      op.exposed = true;
    }
    switch (router.route(op.operation)) {
      case Router.Routing.PoolGone _ -> {
        return false;
      }
      case Router.Routing.Nowhere nowhere -> {
        op.trouble = nowhere.reason();
        Probe.reached("objecter: no OSD serves the group");
        become(op, new PendingOperation.Phase.Stalled());
      }
      case Router.Routing.To to -> {
        PendingOperation before = queues.before(op);
        if (before != null && !(before.phase instanceof PendingOperation.Phase.Sent)) {
          Probe.reached("objecter: follows an operation that is not sent");
          become(op, new PendingOperation.Phase.Following());
        } else if (holds.covers(to.route(), op.operation)) {
          Probe.reached("objecter: begins on hold");
          become(op, new PendingOperation.Phase.Held(to.route(), nowNanos + config.holdNanos()));
        } else {
          send(op, to.route(), before, nowNanos, out);
        }
      }
    }
    return true;
  }

  private void send(
      PendingOperation op,
      Route route,
      @Nullable PendingOperation before,
      long nowNanos,
      Consumer<ObjecterEffect> out) {
    boolean listens = op.operation.mutates() && listensTo(route, out) && op.sends == 0;
    become(op, new PendingOperation.Phase.Sent(route, listens));
    op.sends++;
    op.sentNanos = nowNanos;
    ObjectMessage.Sending sending =
        new ObjectMessage.Sending(op.sends, before == null ? 0 : before.sequence, listens);
    out.accept(new ObjecterEffect.Send(route.primary(), request(op, route.group(), sending)));
    PendingOperation next = queues.after(op);
    if (next != null && next.phase instanceof PendingOperation.Phase.Following) {
      launch(next, nowNanos, out);
    }
  }

  /**
   * Whether the collector has confirmed that this client listens to it; asks the collector if it
   * was not asked before.
   */
  private boolean listensTo(Route route, Consumer<ObjecterEffect> out) {
    if (!route.isCollectedElsewhere()) {
      return false;
    }
    if (sources.isUnknown(route.collector())) {
      sources.onAsked(route.collector());
      Probe.reached("objecter: tells a collector that it listens");
      out.accept(new ObjecterEffect.Listen(route.collector(), router.epoch()));
    }
    return sources.isConfirmed(route.collector());
  }

  private ObjectMessage.Request request(
      PendingOperation op, PgId group, ObjectMessage.Sending sending) {
    RequestId id = new RequestId(client, op.sequence);
    return switch (op.operation) {
      case Operation.Vector vector ->
          new ObjectMessage.Operate(
              id, router.epoch(), group, vector.object(), vector.ops(), sending);
      case Operation.Listing listing ->
          new ObjectMessage.ListObjects(id, router.epoch(), group, listing.after(), listing.max());
      case Operation.Query _ -> new ObjectMessage.QueryGroup(id, router.epoch(), group);
      case Operation.Scrub scrub ->
          new ObjectMessage.ScrubGroup(id, router.epoch(), group, scrub.kind());
    };
  }

  /**
   * The operation could not be served: it is resent after a back-off, or with a map of that epoch.
   */
  void rest(PendingOperation op, Route route, long nowNanos, long wantedEpoch) {
    op.failures++;
    long wakeNanos = nowNanos + config.resend().delayNanos(op.failures, random);
    become(op, new PendingOperation.Phase.BackingOff(route, wakeNanos, wantedEpoch));
  }

  /** Keeps the operation until the primary releases it. */
  void hold(PendingOperation op, Route route, ObjectMessage.Hold hold, long nowNanos) {
    holds.add(route.primary(), hold.group(), hold.object());
    become(op, new PendingOperation.Phase.Held(route, nowNanos + config.holdNanos()));
  }

  /**
   * These operations got no answer for a long time. Their primary may be slow or gone, or its
   * stream half open, which shows when something is sent; and there may be a newer map. So the
   * primary is sent a keep-alive, and another OSD is asked for the map. A collector may have sent
   * its answer to a stream that is gone: then the primary is asked for the answer.
   */
  void probeSilent(List<PendingOperation> quiet, long nowNanos, Consumer<ObjecterEffect> out) {
    Set<Peer.Dialed> asked = new LinkedHashSet<>();
    turn++;
    for (PendingOperation op : quiet) {
      if (op.phase instanceof PendingOperation.Phase.Sent(Route route, boolean listens)) {
        asked.add(route.primary());
        router.other(route, turn).ifPresent(asked::add);
        op.sentNanos = nowNanos;
        Probe.reachedIf(listens, "objecter: sent again since the collector is silent");
        if (listens) {
          launch(op, nowNanos, out);
        }
      }
    }
    asked.forEach(osd -> out.accept(new ObjecterEffect.Listen(osd, router.epoch())));
  }

  void become(PendingOperation op, PendingOperation.Phase next) {
    alarms.remove(op);
    op.phase = next;
    alarms.add(op);
  }
}
