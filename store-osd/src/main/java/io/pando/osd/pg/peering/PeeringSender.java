package io.pando.osd.pg.peering;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
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
  private final SortedMap<OsdId, ActivationChanges> told = new TreeMap<>();
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
      case Phase.FetchingLog fetching -> askLog(fetching.from().osd(), replica.log().head());
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

  /** Sends a phase's request to this OSD again. */
  void askAgain(Phase phase, OsdId osd) {
    switch (phase) {
      case Phase.GatheringInfo gathering when gathering.awaited().contains(osd) -> askInfo(osd);
      case Phase.FetchingLog fetching when fetching.from().osd().equals(osd) -> ask(fetching);
      case Phase.Activating activating when activating.awaited().contains(osd) -> activate(osd);
      case Phase.Active _ when replica.membership().others(replica.self()).contains(osd) -> share();
      default -> {
        // Nothing was under way to this OSD.
      }
    }
  }

  void askInfo(OsdId osd) {
    pace.onAsked(replica.nowNanos());
    replica.send(osd, new PeeringMessage.GetInfo(replica.group(), replica.epoch()));
  }

  void askLog(OsdId from, Version since) {
    pace.onAsked(replica.nowNanos());
    log.ask(from, since);
  }

  private void activation(SortedSet<OsdId> members) {
    pace.onAsked(replica.nowNanos());
    members.stream().filter(osd -> !osd.equals(replica.self())).forEach(this::activate);
  }

  private void activate(OsdId osd) {
    GroupInfo peer =
        Invariant.present(
            peerInfos.infos().get(osd), () -> "activation of " + osd + ", which was not heard");
    activate(osd, peer.lastUpdate(), peer.log().rememberedSince());
  }

  /**
   * Sends a member the messages that activate it.
   *
   * @param has newest version that it may share with the log here
   */
  void activate(OsdId osd, Version has, Version rememberedSince) {
    long sinceNanos = replica.nowNanos();
    sender.activation(
        has,
        rememberedSince,
        (messages, way) -> {
          ActivationChanges changes = ActivationChanges.of(messages);
          returns.of(osd).begin(way.label(), changes.told(), sinceNanos);
          told.remove(osd);
          if (changes.since() != null) {
            told.put(osd, changes);
          }
          note(osd, has, way);
          messages.forEach(message -> replica.send(osd, message));
        });
  }

  /**
   * A member has reported its missing set, as far as it knows it. The time in which it then waits
   * for other members must not count as search.
   */
  void onActivated(OsdId osd) {
    told.remove(osd);
    returns.of(osd).onLooked(replica.nowNanos());
  }

  /**
   * The objects that an activated member lacks, or a part of them. Empty if it answers an
   * activation that was replaced by another one; then another answer follows.
   */
  Optional<SortedMap<ObjectId, Version>> missing(OsdId osd, PeeringMessage.Activated message) {
    Version asTold = message.missingAsOf();
    return asTold == null
        ? Optional.of(message.missing())
        : Optional.ofNullable(told.get(osd))
            .filter(changes -> asTold.equals(changes.since()))
            .map(ActivationChanges::objects);
  }

  private void note(OsdId osd, Version has, CatchUpMethod way) {
    if (!(way instanceof CatchUpMethod.Log)) {
      Probe.reached("activation: a member catches up by another method than the log");
      replica.report("%s catches up from %s by %s".formatted(osd, has, way));
    }
  }

  /** Sends the group's info to all members. */
  void share() {
    PeeringMessage.Share share =
        new PeeringMessage.Share(replica.group(), replica.epoch(), replica.info());
    replica.membership().others(replica.self()).forEach(osd -> replica.send(osd, share));
  }
}
