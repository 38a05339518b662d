package io.pando.osd.pg.peering;

import io.pando.cluster.OsdInfo;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.repair.ReplicaReturns;
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
  private final PeerInfos peerInfos;
  private final LogFetch log;
  private final PeeringSender others;
  private final CurrentPhase phase;
  private final Activation activation;

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
    this.peerInfos = new PeerInfos(replica);
    this.log = new LogFetch(replica);
    this.others = new PeeringSender(replica, peerInfos, log, returns, pace);
    this.phase = new CurrentPhase(replica);
    this.activation = new Activation(replica, phase, peerInfos, others, whenActive);
  }

  public boolean isActive() {
    return phase.now() instanceof Phase.Active;
  }

  /** The phase, as text for people. */
  public String describe() {
    return phase.now().toString();
  }

  /** What peering waits for, as text for people; empty if it waits for nothing. */
  public String waitsFor() {
    return phase.now().waitsFor();
  }

  /** The state of the group: active, or why it is not. */
  public GroupState state() {
    return phase.now().state();
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
    phase.become(new Phase.GatheringInfo(new TreeSet<>()), "a new interval");
    gather();
  }

  /** A newer map that does not end the interval. */
  public void onMap() {
    switch (phase.now()) {
      case Phase.GatheringInfo _,
          Phase.Down _,
          Phase.Lost _,
          Phase.Incomplete _,
          Phase.ChoosingActing _,
          Phase.FetchingLog _ -> {
        if (peerInfos.removeDown() || !(phase.now() instanceof Phase.FetchingLog)) {
          gather();
        }
      }
      case Phase.AwaitingUpThru _ -> {
        if (isProven()) {
          activation.begin("the map shows that this OSD is up");
        }
      }
      case Phase.Idle _, Phase.Activating _, Phase.AwaitingLease _, Phase.Active _ -> {}
    }
  }

  /** A present or former member sent its info. */
  public void onNotify(MemberId from, GroupInfo info) {
    boolean activating = phase.now().kind().compareTo(Phase.Kind.ACTIVATING) >= 0;
    if (activating && replica.membership().members().contains(from)) {
      Probe.reached("peering: a member told its state after activation had begun");
      // What a member reported before its activation is outdated.
      return;
    }
    peerInfos.put(from, info);
    GroupInfo.History merged = Intervals.merge(replica.info().history(), info.history());
    if (phase.now() instanceof Phase.AwaitingLease) {
      Probe.reached("peering: heard of a former lease while waiting for it");
      activation.awaitLeases(from + " was heard");
      return;
    }
    if (activating) {
      return;
    }
    if (!merged.equals(replica.info().history())) {
      Probe.reached("peering: learned of intervals from a peer");
      replica.setHistory(merged);
    }
    boolean outdated = phase.now() instanceof Phase.AwaitingUpThru && !peerInfos.isBestHere();
    if (outdated
        || !(phase.now() instanceof Phase.Idle
            || phase.now() instanceof Phase.FetchingLog
            || phase.now() instanceof Phase.AwaitingUpThru)) {
      gather();
    }
  }

  private void gather() {
    PriorSet prior = peerInfos.prior();
    SortedSet<MemberId> awaited = peerInfos.unheard(prior);
    SortedSet<MemberId> asked =
        phase.now() instanceof Phase.GatheringInfo gathering
            ? gathering.awaited()
            : new TreeSet<>();
    if (!awaited.isEmpty()) {
      if (!(phase.now() instanceof Phase.GatheringInfo same) || !same.awaited().equals(awaited)) {
        phase.become(new Phase.GatheringInfo(awaited), "the prior set was queried");
      }
      awaited.stream().filter(member -> !asked.contains(member)).forEach(others::askInfo);
    } else if (!prior.blocked().isEmpty()) {
      Probe.reached("peering: blocked by an OSD that is down");
      phase.become(new Phase.Down(prior.blocked()), "an OSD that it needs is down");
    } else if (!prior.lost().isEmpty()) {
      Probe.reached("peering: blocked by data that were given up");
      phase.become(
          new Phase.Lost(replica.group(), prior.lost()), "data that it needs were given up");
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
      phase.become(new Phase.ChoosingActing(wanted), "the log does not reach this replica");
      others.ask(phase.now());
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
      phase.become(new Phase.FetchingLog(authority), "a newer or another log is elsewhere");
      others.ask(phase.now());
    }
  }

  private void onNoWholeReplica(SortedMap<MemberId, GroupInfo> all) {
    long started = Authority.lastStarted(all);
    Losses.blocking(started, replica.info().history(), replica.membership())
        .ifPresentOrElse(
            waits ->
                phase.become(
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
    phase.become(new Phase.ChoosingActing(alone(best.member())), "another replica lost less");
    others.ask(phase.now());
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
    if (phase.now() instanceof Phase.FetchingLog fetching
        && fetching.from().member().equals(from)) {
      log.add(message);
    }
  }

  /** The authority sent its log, or a part of it. */
  public void onLogPart(MemberId from, PeeringMessage.LogPart part) {
    if (!(phase.now() instanceof Phase.FetchingLog fetching)
        || !fetching.from().member().equals(from)) {
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
    Phase agreedIn = phase.now();
    replica
        .journal()
        .whenDurable(
            "agreement",
            why,
            () -> {
              if (phase.now().equals(agreedIn)) {
                requestUpThru(why);
              }
            });
  }

  private void requestUpThru(String why) {
    if (isProven()) {
      activation.begin(why);
      return;
    }
    Probe.reached("peering: waits for up_thru");
    phase.become(new Phase.AwaitingUpThru(), why);
    others.ask(phase.now());
  }

  private boolean isProven() {
    OsdInfo self = replica.membership().map().osds().get(replica.self().osd());
    return self != null && self.upThru() >= replica.interval();
  }

  /** A member cannot join the received part of the log to its own: the two logs diverge earlier. */
  public void onGetLog(MemberId from, PeeringMessage.GetLog asked) {
    activation.onGetLog(from, asked);
  }

  /** A replica has adopted the log. */
  public void onActivated(MemberId from, PeeringMessage.Activated message) {
    activation.onActivated(from, message);
  }

  /** The lease of a former primary may have ended. */
  public void onWoken() {
    activation.onWoken();
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
    others.askAgain(phase.now(), member);
  }

  /** Repeats requests that have not been answered for long. */
  public void onTick() {
    if (!others.isTimeToAskAgain()) {
      return;
    }
    switch (phase.now()) {
      case Phase.Down _, Phase.Lost _, Phase.Incomplete _ -> gather();
      case Phase.AwaitingLease _ -> activation.onWoken();
      default -> others.ask(phase.now());
    }
  }
}
