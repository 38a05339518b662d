package io.pando.osd.pg.peering;

import io.pando.id.MemberId;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.lease.FormerLeases;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Probe;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The last phases of peering: the members adopt the log, and the group serves once no former
 * primary can have a lease.
 */
final class Activation {
  private final Replica replica;
  private final CurrentPhase phase;
  private final PeerInfos peerInfos;
  private final PeeringSender others;
  private final Runnable whenActive;

  Activation(
      Replica replica,
      CurrentPhase phase,
      PeerInfos peerInfos,
      PeeringSender others,
      Runnable whenActive) {
    this.replica = replica;
    this.phase = phase;
    this.peerInfos = peerInfos;
    this.others = others;
    this.whenActive = whenActive;
  }

  /**
   * Makes all members adopt the log here, which is the authoritative one and durable.
   *
   * @param why as text for people
   */
  void begin(String why) {
    if (mayAccept()) {
      replica.update(info -> info.startedIn(replica.interval()));
    }
    SortedSet<MemberId> awaited = replica.membership().others(replica.self());
    awaited.add(replica.self());
    phase.become(new Phase.Activating(awaited), why);
    others.ask(phase.now());
    replica.journal().whenDurable("activation", replica.self(), () -> activated(replica.self()));
  }

  /** If not, the group is activated and does not record that it started. */
  private boolean mayAccept() {
    boolean enough = replica.membership().mayAccept();
    Probe.reachedIf(!enough, "peering: active with fewer members than min_size");
    return enough;
  }

  /** A member cannot join the received part of the log to its own: the two logs diverge earlier. */
  void onGetLog(MemberId from, PeeringMessage.GetLog asked) {
    if (phase.now() instanceof Phase.Activating activating && activating.awaited().contains(from)) {
      others.activate(from, asked.since(), asked.rememberedSince());
    }
  }

  /** A replica has adopted the log. */
  void onActivated(MemberId from, PeeringMessage.Activated message) {
    if (phase.now() instanceof Phase.Activating activating
        && activating.awaited().contains(from)
        && peerInfos.isProof(from, message.info())) {
      others
          .missing(from, message)
          .ifPresent(missing -> {
            peerInfos.put(from, missing);
            if (!message.more()) {
              peerInfos.put(from, message.info());
              others.onActivated(from);
              activated(from);
            }
          });
    }
  }

  private void activated(MemberId member) {
    if (!(phase.now() instanceof Phase.Activating activating)) {
      return;
    }
    SortedSet<MemberId> left = new TreeSet<>(activating.awaited());
    left.remove(member);
    if (left.isEmpty()) {
      awaitLeases("all are activated");
    } else {
      phase.become(new Phase.Activating(left), member + " is activated");
    }
  }

  /** All are activated, or a former lease was heard of: serves once none can be left. */
  void awaitLeases(String why) {
    Optional<FormerLeases.Wait> former =
        replica
            .leases()
            .awaited(
                PriorSet.leaders(replica.info().history(), replica.lineage()),
                Membership.osdsOf(peerInfos.infos().keySet()),
                replica.nowNanos());
    if (former.isPresent()) {
      FormerLeases.Wait wait = former.get();
      Probe.reached("peering: waits for the lease of a former primary");
      phase.become(new Phase.AwaitingLease(wait.whose(), wait.untilNanos()), why);
      replica.emit(new Effect.WakeAfter(wait.untilNanos() - replica.nowNanos()));
      return;
    }
    phase.become(new Phase.Active(), why);
    if (mayAccept()) {
      replica.setHistory(Intervals.started(replica.info().history()));
    }
    others.share();
    whenActive.run();
  }

  /** The lease of a former primary may have ended. */
  void onWoken() {
    if (phase.now() instanceof Phase.AwaitingLease wait
        && replica.nowNanos() >= wait.untilNanos()) {
      Probe.reached("peering: the lease of a former primary ran out");
      awaitLeases("over: the lease of " + wait.whose());
    }
  }
}
