package io.pando.osd.pg.peering;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage;
import io.pando.osd.pg.recovery.CatchUpMethod;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Probe;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Sends the messages of peering: the requests of the current phase, again after a timeout or after
 * a stream broke; and the result.
 */
final class PeeringSender {
  private final Replica replica;
  private final PeerInfos peerInfos;
  private final LogFetch log;
  private final LogSender sender;
  private final ReplicaReturns returns;
  private final SortedMap<MemberId, ActivationChanges> told = new TreeMap<>();
  private final PeeringPace pace;

  PeeringSender(
      Replica replica,
      PeerInfos peerInfos,
      LogFetch log,
      ReplicaReturns returns,
      PeeringPace pace) {
    this.pace = pace;
    this.replica = replica;
    this.returns = returns;
    this.peerInfos = peerInfos;
    this.log = log;
    this.sender = new LogSender(replica);
  }

  /** Whether the last request is long ago; if so, restarts the timeout. */
  boolean isTimeToAskAgain() {
    return pace.isTimeToAskAgain(replica.nowNanos(), replica.config().waits().retryNanos());
  }

  /** Sends all requests of a phase. */
  void ask(Phase phase) {
    switch (phase) {
      case Phase.GatheringInfo gathering -> gathering.awaited().forEach(this::askInfo);
      case Phase.FetchingLog fetching -> askLog(fetching.from().member(), replica.log().head());
      case Phase.ChoosingActing choosing -> {
        pace.onAsked(replica.nowNanos());
        replica.emit(new Effect.OverrideActing(choosing.wanted()));
      }
      case Phase.AwaitingUpThru _ -> {
        pace.onAsked(replica.nowNanos());
        replica.emit(new Effect.RaiseUpThru(replica.epoch()));
      }
      case Phase.Activating activating -> activation(activating.awaited());
      case Phase.Idle _,
          Phase.Down _,
          Phase.Lost _,
          Phase.Incomplete _,
          Phase.AwaitingLease _,
          Phase.Active _ -> {
        // The phase waits for no answer of another OSD.
      }
    }
  }

  /** Sends a phase's request to this member again. */
  void askAgain(Phase phase, MemberId member) {
    switch (phase) {
      case Phase.GatheringInfo gathering when gathering.awaited().contains(member) ->
          askInfo(member);
      case Phase.FetchingLog fetching when fetching.from().member().equals(member) -> ask(fetching);
      case Phase.Activating activating when activating.awaited().contains(member) ->
          activate(member);
      case Phase.Active _ when replica.membership().others(replica.self()).contains(member) ->
          share();
      default -> {
        // Nothing was under way to this OSD.
      }
    }
  }

  void askInfo(MemberId member) {
    pace.onAsked(replica.nowNanos());
    replica.send(member, new PeeringMessage.GetInfo(replica.group(), replica.epoch()));
  }

  void askLog(MemberId from, Version since) {
    pace.onAsked(replica.nowNanos());
    log.ask(from, since);
  }

  private void activation(SortedSet<MemberId> members) {
    pace.onAsked(replica.nowNanos());
    members.stream().filter(member -> !member.equals(replica.self())).forEach(this::activate);
  }

  private void activate(MemberId member) {
    GroupInfo peer =
        Invariant.present(
            peerInfos.infos().get(member),
            () -> "activation of " + member + ", which was not heard");
    activate(member, peer.lastUpdate(), peer.log().rememberedSince());
  }

  /**
   * Sends a member the messages that activate it.
   *
   * @param has newest version that it may share with the log here
   */
  void activate(MemberId member, Version has, Version rememberedSince) {
    long sinceNanos = replica.nowNanos();
    sender.activation(
        has,
        rememberedSince,
        (messages, way) -> {
          ActivationChanges changes = ActivationChanges.of(messages);
          returns.of(member).begin(way.label(), changes.told(), sinceNanos);
          told.remove(member);
          if (changes.since() != null) {
            told.put(member, changes);
          }
          note(member, has, way);
          messages.forEach(message -> replica.send(member, message));
        });
  }

  /**
   * A member has reported its missing set, as far as it knows it. The time in which it then waits
   * for other members must not count as search.
   */
  void onActivated(MemberId member) {
    told.remove(member);
    returns.of(member).onLooked(replica.nowNanos());
  }

  /**
   * The objects that an activated member lacks, or a part of them. Empty if it answers an
   * activation that was replaced by another one; then another answer follows.
   */
  Optional<SortedMap<ObjectId, Version>> missing(
      MemberId member, PeeringMessage.Activated message) {
    Version asTold = message.missingAsOf();
    return asTold == null
        ? Optional.of(message.missing())
        : Optional.ofNullable(told.get(member))
            .filter(changes -> asTold.equals(changes.since()))
            .map(ActivationChanges::objects);
  }

  private void note(MemberId member, Version has, CatchUpMethod way) {
    if (!(way instanceof CatchUpMethod.Log)) {
      Probe.reached("activation: a member catches up by another method than the log");
      replica.report("%s catches up from %s by %s".formatted(member, has, way));
    }
  }

  /** Sends the group's info to all members. */
  void share() {
    PeeringMessage.Share share =
        new PeeringMessage.Share(replica.group(), replica.epoch(), replica.info());
    replica.membership().others(replica.self()).forEach(member -> replica.send(member, share));
  }
}
