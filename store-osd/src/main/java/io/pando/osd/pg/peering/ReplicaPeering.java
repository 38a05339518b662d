package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.Message;
import io.pando.message.PeeringMessage;
import io.pando.message.ScrubMessage;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.log.LogTransfer;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The side of peering of a replica or a stray. It tells the primary what is here, adopts the
 * authoritative log, and removes the copy when it is not needed. Everything that it reports of its
 * copy is durable first.
 */
public final class ReplicaPeering {
  private final Replica replica;
  private final DurableHeads heads;
  private final LogSender sender;
  private final LogTransfer parts = new LogTransfer();
  private final List<LogEntry> older = new ArrayList<>();
  private final SortedMap<ObjectId, IndexEntry> changes = new TreeMap<>();
  private final SortedMap<Long, Long> counters = new TreeMap<>();
  private boolean serving;
  private long notifiedNanos;

  /**
   * Whether the missing set since the last activation is exactly the set that the activation told.
   */
  private boolean lacksAsTold;

  public ReplicaPeering(Replica replica, DurableHeads heads) {
    this.replica = replica;
    this.heads = heads;
    this.sender = new LogSender(replica);
  }

  /** Whether the primary of this interval has activated this replica. */
  public boolean isServing() {
    return serving;
  }

  public void begin() {
    notifyPrimary();
  }

  /**
   * The primary of a new interval asks for the info. It may have been away during a scrub of the
   * group, so the answer includes the scrub record.
   */
  public void onGetInfo(Peer via) {
    ScrubMessage scrubbed =
        new ScrubMessage.RememberScrub(replica.group(), replica.epoch(), replica.scrub());
    PeeringMessage answer = notification();
    answer(via, List.of(scrubbed, answer));
  }

  public void onGetLog(Peer via, PeeringMessage.GetLog message) {
    answer(via, sender.answer(message));
  }

  private void answer(Peer via, List<? extends Message> messages) {
    replica
        .journal()
        .whenDurable(
            Awaiting.inAnyInterval(
                "answer of peering", via, () -> messages.forEach(it -> replica.answer(via, it))));
  }

  /** The primary sends older requests that this replica does not remember. */
  public void onRemember(PeeringMessage.Remember message) {
    if (!isServing()) {
      older.addAll(message.entries());
    }
  }

  /** The primary sends changes from its version index. */
  public void onChanges(PeeringMessage.Changes message) {
    if (!isServing()) {
      message.changes().forEach(change -> changes.put(change.object(), change));
      counters.putAll(message.counters());
    }
  }

  public void onActivate(Peer via, PeeringMessage.Activate message) {
    if (!isOfThisInterval(message)) {
      refuse(message);
      return;
    }
    if (!isServing() && !adoptLog(via, message)) {
      return;
    }
    if (!message.more()) {
      answer(via, lacksAsTold ? sender.activatedAsIndexed(message) : sender.activated());
      lacksAsTold = false;
    }
  }

  /**
   * Whether the primary agrees on when the interval began. Members that disagree may be activated
   * in different intervals: one of them would serve while another one rewinds the group to an
   * earlier state.
   */
  private boolean isOfThisInterval(PeeringMessage.Activate message) {
    return message.info().history().sameIntervalSince() == replica.interval();
  }

  private void refuse(PeeringMessage.Activate message) {
    forget();
    replica.report(
        "activation refused: the interval began in epoch %d at the primary, in %d here"
            .formatted(message.info().history().sameIntervalSince(), replica.interval()));
  }

  /** Adopts the primary's log if all parts of the activation are here; returns whether it did. */
  private boolean adoptLog(Peer via, PeeringMessage.Activate message) {
    parts.add(message.catchUp().since(), message.catchUp().entries());
    if (message.more()) {
      Probe.reached("activation: comes in several parts");
      return false;
    }
    Version since = parts.since();
    if (message.catchUp().backfill()) {
      if (!since.equals(message.info().logTail())) {
        // The first parts were lost with a stream: all parts will be sent again.
        return false;
      }
      Probe.reached("activation: starts over with a backfill");
      replica.adoption().startOver(message.info(), parts.entries(), older);
    } else if (message.catchUp().indexed() != null) {
      return adoptByIndex(via, message, message.catchUp().indexed());
    } else if (replica.log().contains(since)) {
      replica.adoption().merge(LogMerge.of(replica.log(), since, parts.entries()), message.info());
      replica.adoption().remember(message.info().log().rememberedSince(), older);
    } else {
      askEarlier(via, since);
      return false;
    }
    forget();
    serve(message);
    return true;
  }

  /** The same for an activation that tells changes from the version index. */
  private boolean adoptByIndex(
      Peer via, PeeringMessage.Activate message, PeeringMessage.IndexExtent indexed) {
    boolean all =
        parts.since().equals(message.info().logTail()) && changes.size() == indexed.changes();
    if (!all) {
      // The first parts were lost with a stream: all parts will be sent again.
      return false;
    }
    // Both logs contain everything before the log here begins.
    boolean joins =
        replica.log().contains(indexed.since()) || replica.log().tail().isAfter(indexed.since());
    if (!joins) {
      askEarlier(via, indexed.since());
      return false;
    }
    List<IndexEntry> changed = new ArrayList<>(changes.values());
    changed.sort(Comparator.comparing(IndexEntry::version));
    replica
        .adoption()
        .merge(
            LogMerge.of(
                replica.log(), indexed.since(), changed, message.info().logTail(), parts.entries()),
            message.info(),
            changed,
            new TreeMap<>(counters),
            older);
    Probe.reached("activation: the version index tells the changes");
    lacksAsTold = replica.missing().equals(ActivationChanges.objects(changed, parts.entries()));
    forget();
    serve(message);
    return true;
  }

  /** The logs diverge before this version: the primary must begin earlier. */
  private void askEarlier(Peer via, Version since) {
    Version shared = replica.log().newestUpTo(since);
    forget();
    answer(
        via,
        List.of(
            new PeeringMessage.GetLog(
                replica.group(), replica.epoch(), shared, replica.log().rememberedSince())));
  }

  private void forget() {
    parts.clear();
    older.clear();
    changes.clear();
    counters.clear();
  }

  private void serve(PeeringMessage.Activate message) {
    // From now on this replica may be the only OSD from which a primary hears of earlier intervals.
    replica.leases().learn(message.leases(), replica.nowNanos());
    GroupInfo.History history = adopt(message.info().history());
    long started = started(message.info());
    replica.update(info -> info.withHistory(history).startedIn(started));
    serving = true;
    heads.onActive(replica.log().head());
  }

  /**
   * The epoch of this replica's last activation: the present interval, if the primary says that the
   * group starts.
   */
  private long started(GroupInfo primary) {
    boolean starts = primary.lastEpochStarted() >= replica.interval();
    return starts ? primary.lastEpochStarted() : replica.info().lastEpochStarted();
  }

  /** The primary sent its info of the group. */
  public void onShare(PeeringMessage.Share message) {
    if (isServing()) {
      GroupInfo theirs = message.info();
      boolean counted =
          theirs.totals().counted() && theirs.lastUpdate().equals(replica.info().lastUpdate());
      GroupInfo.History history = adopt(theirs.history());
      replica.update(
          info -> (counted ? info.withTotals(theirs.totals()) : info).withHistory(history));
    }
  }

  private GroupInfo.History adopt(GroupInfo.History theirs) {
    GroupInfo.History mine = replica.info().history();
    boolean cleaner = theirs.lastEpochClean() > mine.lastEpochClean();
    boolean same = theirs.sameIntervalSince() == mine.sameIntervalSince();
    return cleaner && same ? theirs : Intervals.merge(mine, theirs);
  }

  /** The primary does not need this copy; it is removed only if the newest map agrees. */
  public void onDiscard() {
    if (!replica.membership().members().contains(replica.self())) {
      replica.discard("the primary does not need it");
    }
  }

  /** A stray reports its copy to the primary, again and again. */
  public void onTick() {
    if (replica.nowNanos() - notifiedNanos >= replica.config().waits().retryNanos()) {
      notifyPrimary();
    }
  }

  private void notifyPrimary() {
    notifiedNanos = replica.nowNanos();
    Optional<MemberId> primary = replica.membership().primary();
    if (primary.isPresent() && !replica.membership().members().contains(replica.self())) {
      PeeringMessage.Notify notification = notification();
      replica
          .journal()
          .whenDurable(
              Awaiting.inAnyInterval(
                  "notification", primary.get(), () -> replica.send(primary.get(), notification)));
    }
  }

  private PeeringMessage.Notify notification() {
    return new PeeringMessage.Notify(
        replica.group(),
        replica.epoch(),
        replica.info(),
        replica.leases().left(replica.nowNanos()),
        replica.membership().primary().map(heads::of).orElse(null));
  }
}
