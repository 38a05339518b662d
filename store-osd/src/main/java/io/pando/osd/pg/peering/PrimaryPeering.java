package io.pando.osd.pg.peering;

import io.pando.check.Invariant;
import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.lease.FormerLeases;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Probe;
import io.pando.report.group.GroupState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The primary's side of peering. It asks all OSDs that may know of updates, takes the authoritative
 * log, has the map record that it is up, and makes the replicas adopt the log. {@link Phase} has
 * the phases and their transitions, {@link PeerInfos} the infos of other members, {@link
 * PeeringSender} the messages to them. Duplicate answers are harmless.
 */
public final class PrimaryPeering {
  private final Replica replica;
  private final Runnable whenActive;
  private final PeerInfos peerInfos;
  private final LogFetch log;
  private final PeeringSender others;
  private Phase phase = new Phase.Idle();

  /**
   * Creates the machine in phase {@code Idle}.
   *
   * @param whenActive called once all replicas are activated
   * @param returns records how replicas catch up
   * @param pace when the group asked others last, in whatever interval
   */
  public PrimaryPeering(
      Replica replica, Runnable whenActive, ReplicaReturns returns, PeeringPace pace) {
    this.replica = replica;
    this.whenActive = whenActive;
    this.peerInfos = new PeerInfos(replica);
    this.log = new LogFetch(replica);
    this.others = new PeeringSender(replica, peerInfos, log, returns, pace);
  }

  public boolean isActive() {
    return phase instanceof Phase.Active;
  }

  /** The phase, as text for people. */
  public String describe() {
    return phase.toString();
  }

  /** What peering waits for, as text for people; empty if it waits for nothing. */
  public String waitsFor() {
    return phase.waitsFor();
  }

  /** The state of the group: active, or why it is not. */
  public GroupState state() {
    return phase.state();
  }

  /** The infos that other members sent in this interval. */
  public SortedMap<MemberId, GroupInfo> infos() {
    return peerInfos.infos();
  }

  /** The missing set that an activated replica reported. */
  public SortedMap<ObjectId, Version> missingOf(MemberId member) {
    return peerInfos.missingOf(member);
  }

  public void begin() {
    become(new Phase.GatheringInfo(new TreeSet<>()), "a new interval");
    gather();
  }

  /** A newer map that does not end the interval. */
  public void onMap() {
    switch (phase) {
      case Phase.GatheringInfo _,
          Phase.Down _,
          Phase.Lost _,
          Phase.Incomplete _,
          Phase.ChoosingActing _,
          Phase.FetchingLog _ -> {
        if (peerInfos.removeDown() || !(phase instanceof Phase.FetchingLog)) {
          gather();
        }
      }
      case Phase.AwaitingUpThru _ -> {
        if (isProven()) {
          activate("the map shows that this OSD is up");
        }
      }
      case Phase.Idle _, Phase.Activating _, Phase.AwaitingLease _, Phase.Active _ -> {}
    }
  }

  /** A present or former member sent its info. */
  public void onNotify(MemberId from, GroupInfo info) {
    boolean activating = phase.kind().compareTo(Phase.Kind.ACTIVATING) >= 0;
    if (activating && replica.membership().members().contains(from)) {
      Probe.reached("peering: a member told its state after activation had begun");
      // What a member reported before its activation is outdated.
      return;
    }
    peerInfos.put(from, info);
    GroupInfo.History merged = Intervals.merge(replica.info().history(), info.history());
    if (phase instanceof Phase.AwaitingLease) {
      Probe.reached("peering: heard of a former lease while waiting for it");
      awaitLeases(from + " was heard");
      return;
    }
    if (activating) {
      return;
    }
    if (!merged.equals(replica.info().history())) {
      Probe.reached("peering: learned of intervals from a peer");
      replica.setHistory(merged);
    }
    boolean outdated = phase instanceof Phase.AwaitingUpThru && !peerInfos.isBestHere();
    if (outdated
        || !(phase instanceof Phase.Idle
            || phase instanceof Phase.FetchingLog
            || phase instanceof Phase.AwaitingUpThru)) {
      gather();
    }
  }

  private void gather() {
    PriorSet prior = peerInfos.prior();
    SortedSet<MemberId> awaited = peerInfos.unheard(prior);
    SortedSet<MemberId> asked =
        phase instanceof Phase.GatheringInfo gathering ? gathering.awaited() : new TreeSet<>();
    if (!awaited.isEmpty()) {
      if (!(phase instanceof Phase.GatheringInfo same) || !same.awaited().equals(awaited)) {
        become(new Phase.GatheringInfo(awaited), "the prior set was queried");
      }
      awaited.stream().filter(member -> !asked.contains(member)).forEach(others::askInfo);
    } else if (!prior.blocked().isEmpty()) {
      Probe.reached("peering: blocked by an OSD that is down");
      become(new Phase.Down(prior.blocked()), "an OSD that it needs is down");
    } else if (!prior.lost().isEmpty()) {
      Probe.reached("peering: blocked by data that were given up");
      become(new Phase.Lost(replica.group(), prior.lost()), "data that it needs were given up");
    } else {
      choose();
    }
  }

  private void choose() {
    SortedMap<MemberId, GroupInfo> all = peerInfos.all();
    Optional<Authority> chosen = peerInfos.authority();
    if (chosen.isEmpty()) {
      onNoWholeReplica(all);
      return;
    }
    Authority authority = chosen.get();
    MemberList wanted = ActingSetChoice.wanted(authority, all, replica.membership());
    if (!authority.canLead(replica.info())) {
      Probe.reached("peering: another OSD must lead, since the log does not reach this one");
      become(new Phase.ChoosingActing(wanted), "the log does not reach this replica");
      others.ask(phase);
      return;
    }
    boolean needless =
        replica.membership().isOverridden() && wanted.equals(replica.membership().mapping().up());
    if (needless || !wanted.equals(replica.membership().mapping().acting())) {
      Probe.reached("peering: the acting set is overridden");
      // Other OSDs should serve too, or not any more. Peering continues until the map says so.
      replica.emit(new Effect.OverrideActing(wanted));
    }
    if (authority.info().lastUpdate().equals(replica.info().lastUpdate())) {
      agreed("the log was fetched");
    } else {
      Probe.reached("peering: the authoritative log is elsewhere");
      become(new Phase.FetchingLog(authority), "a newer or another log is elsewhere");
      others.ask(phase);
    }
  }

  private void onNoWholeReplica(SortedMap<MemberId, GroupInfo> all) {
    long started = Authority.lastStarted(all);
    Losses.blocking(started, replica.info().history(), replica.membership())
        .ifPresentOrElse(
            waits ->
                become(
                    waits,
                    waits instanceof Phase.Lost
                        ? "no replica is whole, and data were given up"
                        : "no replica is whole"),
            () -> salvage(Authority.leastLost(all, replica.self()), started));
  }

  /**
   * An operator accepted the loss of all whole copies: the best of the remaining copies becomes
   * authoritative.
   */
  private void salvage(Authority best, long started) {
    if (best.member().equals(replica.self())) {
      Probe.reached("peering: an incomplete copy is taken for complete after an accepted loss");
      replica.adoption().declareWhole(started);
      gather();
      return;
    }
    Probe.reached("peering: after an accepted loss another OSD lost less");
    become(new Phase.ChoosingActing(alone(best.member())), "another replica lost less");
    others.ask(phase);
  }

  /** The acting set with one member, at its position if it has one. */
  private static MemberList alone(MemberId member) {
    List<Optional<OsdId>> positions = new ArrayList<>();
    for (int before = 0; before < member.position(); before++) {
      positions.add(Optional.empty());
    }
    positions.add(Optional.of(member.osd()));
    return MemberList.ofPositions(positions);
  }

  /** The authority sent older requests that this OSD does not remember. */
  public void onRemember(MemberId from, PeeringMessage.Remember message) {
    if (phase instanceof Phase.FetchingLog fetching && fetching.from().member().equals(from)) {
      log.add(message);
    }
  }

  /** The authority sent its log, or a part of it. */
  public void onLogPart(MemberId from, PeeringMessage.LogPart part) {
    if (!(phase instanceof Phase.FetchingLog fetching) || !fetching.from().member().equals(from)) {
      return;
    }
    log.add(part);
    if (part.more()) {
      Probe.reached("peering: the log comes in several parts");
      return;
    }
    peerInfos.put(from, part.info());
    if (!fetching.from().info().lastUpdate().equals(part.info().lastUpdate())) {
      gather();
    } else if (log.joins()) {
      log.merge(part);
      // Another OSD may have reported a better log meanwhile.
      gather();
    } else {
      others.askLog(from, log.earlier());
    }
  }

  /**
   * The log here is the authoritative one. All members hear of it next and adopt it. So all of it
   * must first be durable here, as it is on the other OSDs that were asked. Otherwise an update
   * might be known to all members and be durable on none.
   */
  private void agreed(String why) {
    Phase agreedIn = phase;
    replica
        .journal()
        .whenDurable(
            "agreement",
            why,
            () -> {
              if (phase.equals(agreedIn)) {
                requestUpThru(why);
              }
            });
  }

  private void requestUpThru(String why) {
    if (isProven()) {
      activate(why);
      return;
    }
    Probe.reached("peering: waits for up_thru");
    become(new Phase.AwaitingUpThru(), why);
    others.ask(phase);
  }

  private boolean isProven() {
    OsdInfo self = replica.membership().map().osds().get(replica.self().osd());
    return self != null && self.upThru() >= replica.interval();
  }

  private void activate(String why) {
    if (mayAccept()) {
      replica.update(info -> info.startedIn(replica.interval()));
    }
    SortedSet<MemberId> awaited = replica.membership().others(replica.self());
    awaited.add(replica.self());
    become(new Phase.Activating(awaited), why);
    others.ask(phase);
    replica.journal().whenDurable("activation", replica.self(), () -> activated(replica.self()));
  }

  /**
   * Whether updates may be accepted in this interval. With fewer members than {@code min_size}, the
   * group is activated but does not record that it started: no later peering needs to hear of it.
   */
  private boolean mayAccept() {
    Membership now = replica.membership();
    boolean enough = now.copiesOf(now.members()) >= now.pool().minSize();
    Probe.reachedIf(!enough, "peering: active with fewer members than min_size");
    return enough;
  }

  /** A member cannot join the received part of the log to its own: the two logs diverge earlier. */
  public void onGetLog(MemberId from, PeeringMessage.GetLog asked) {
    if (phase instanceof Phase.Activating activating && activating.awaited().contains(from)) {
      others.activate(from, asked.since(), asked.rememberedSince());
    }
  }

  /** A replica has adopted the log. */
  public void onActivated(MemberId from, PeeringMessage.Activated message) {
    if (phase instanceof Phase.Activating activating
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
    if (!(phase instanceof Phase.Activating activating)) {
      return;
    }
    SortedSet<MemberId> left = new TreeSet<>(activating.awaited());
    left.remove(member);
    if (left.isEmpty()) {
      awaitLeases("all are activated");
    } else {
      become(new Phase.Activating(left), member + " is activated");
    }
  }

  private void awaitLeases(String why) {
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
      become(new Phase.AwaitingLease(wait.whose(), wait.untilNanos()), why);
      replica.emit(new Effect.WakeAfter(wait.untilNanos() - replica.nowNanos()));
      return;
    }
    become(new Phase.Active(), why);
    if (mayAccept()) {
      replica.setHistory(Intervals.started(replica.info().history()));
    }
    others.share();
    whenActive.run();
  }

  /** The lease of a former primary may have ended. */
  public void onWoken() {
    if (phase instanceof Phase.AwaitingLease wait && replica.nowNanos() >= wait.untilNanos()) {
      Probe.reached("peering: the lease of a former primary ran out");
      awaitLeases("over: the lease of " + wait.whose());
    }
  }

  /** The totals of the group were counted. */
  public void onCounted() {
    others.share();
  }

  /** Every replica is whole, and no other OSD is needed. */
  public void onClean() {
    replica.setHistory(Intervals.clean(replica.info().history()));
    others.share();
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    others.askAgain(phase, member);
  }

  /** Repeats requests that have not been answered for long. */
  public void onTick() {
    if (!others.isTimeToAskAgain()) {
      return;
    }
    switch (phase) {
      case Phase.Down _, Phase.Lost _, Phase.Incomplete _ -> gather();
      case Phase.AwaitingLease _ -> onWoken();
      default -> others.ask(phase);
    }
  }

  private void become(Phase next, String why) {
    Invariant.check(
        Phase.mayFollow(phase.kind(), next.kind()),
        () -> "no transition from %s to %s (%s)".formatted(phase.kind(), next.kind(), why));
    replica.report("%s -> %s: %s".formatted(phase.kind(), next.kind(), why));
    phase = next;
  }
}
