package io.pando.osd.pg.replication;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Updates that a primary has ordered and that are not yet durable on all replicas (primary copy,
 * paper 003 §6.3.1). They are committed in order. Invariant: every version after {@code committed}
 * up to the head of the log is under way.
 */
public final class PrimaryReplication {
  private static final class UnderWay {
    final Replica.Update update;
    final SortedSet<OsdId> awaited;
    final SortedSet<OsdId> withoutObject;
    final Runnable committed;

    UnderWay(
        Replica.Update update,
        SortedSet<OsdId> awaited,
        SortedSet<OsdId> withoutObject,
        Runnable committed) {
      this.update = update;
      this.awaited = awaited;
      this.withoutObject = withoutObject;
      this.committed = committed;
    }
  }

  private final Replica replica;
  private final NavigableMap<Version, UnderWay> underWay = new TreeMap<>();
  private final TreeMap<Version, List<Runnable>> waiting = new TreeMap<>();
  private Version committed = Version.ZERO;

  public PrimaryReplication(Replica replica) {
    this.replica = replica;
  }

  /** A new interval: what was under way is decided by peering. */
  public void reset() {
    underWay.clear();
    waiting.clear();
  }

  /** All replicas have the whole log, durably. */
  public void begin() {
    committed = replica.log().head();
  }

  /** Every update up to this one is durable on all replicas. */
  public Version committed() {
    return committed;
  }

  /** Updates under way. */
  public int size() {
    return underWay.size();
  }

  /**
   * Takes an update and sends it to all.
   *
   * @param withoutObject replicas that do not have the object yet, and will be given it whole
   * @param whenCommitted runs once it is durable on all
   */
  public void submit(
      Replica.Update update, SortedSet<OsdId> withoutObject, Runnable whenCommitted) {
    Version version = update.entry().version();
    SortedSet<OsdId> awaited = new TreeSet<>(replica.membership().others(replica.self()));
    UnderWay it = new UnderWay(update, awaited, withoutObject, whenCommitted);
    it.awaited.add(replica.self());
    underWay.put(version, it);
    Version trimTo = trimPoint();
    replica.append(update, trimTo, () -> onDurable(version, it));
    for (OsdId osd : replica.membership().others(replica.self())) {
      send(osd, it, trimTo);
    }
  }

  /** Runs once everything ordered so far is durable on all replicas: now, if it is. */
  public void whenCommitted(Runnable then) {
    if (underWay.isEmpty()) {
      then.run();
    } else {
      waiting.merge(underWay.lastKey(), List.of(then), PrimaryReplication::joined);
    }
  }

  private static List<Runnable> joined(List<Runnable> a, List<Runnable> b) {
    List<Runnable> both = new java.util.ArrayList<>(a);
    both.addAll(b);
    return both;
  }

  private Version trimPoint() {
    // A little slack, so that trimming is done for many entries at once.
    int slack = replica.config().maxLogEntries() / 16;
    boolean due =
        replica.log().size() > replica.config().maxLogEntries() + slack
            || replica.log().bytes() > replica.config().maxLogBytes();
    if (!due) {
      return Version.ZERO;
    }
    Version point =
        replica.log().trimPoint(replica.config().maxLogEntries(), replica.config().maxLogBytes());
    return point == null || point.isAfter(committed) ? floor(committed) : point;
  }

  private Version floor(Version limit) {
    return limit.isAfter(replica.log().tail()) ? limit : Version.ZERO;
  }

  private void send(OsdId osd, UnderWay it, Version trimTo) {
    replica.emit(
        new Effect.Send(
            osd,
            new ReplicationMessage.Replicate(
                replica.group(),
                replica.epoch(),
                it.update.entry(),
                it.withoutObject.contains(osd) ? List.of() : it.update.ops(),
                it.update.objects(),
                it.update.bytes(),
                committed,
                trimTo)));
  }

  private void onDurable(Version version, UnderWay it) {
    if (underWay.get(version) == it) {
      it.awaited.remove(replica.self());
      advance();
    }
  }

  /** A replica has everything up to this version. */
  public void onReplicated(OsdId from, Version upTo) {
    underWay.headMap(upTo, true).values().forEach(it -> it.awaited.remove(from));
    advance();
  }

  private void advance() {
    while (!underWay.isEmpty() && underWay.firstEntry().getValue().awaited.isEmpty()) {
      UnderWay first = underWay.pollFirstEntry().getValue();
      committed = first.update.entry().version();
      first.committed.run();
      while (!waiting.isEmpty() && !waiting.firstKey().isAfter(committed)) {
        waiting.pollFirstEntry().getValue().forEach(Runnable::run);
      }
    }
  }

  /** The stream to a replica broke: sends again what it has not acknowledged. */
  public void onReset(OsdId osd) {
    for (UnderWay it : underWay.values()) {
      if (it.awaited.contains(osd)) {
        send(osd, it, Version.ZERO);
      }
    }
  }

  /** Whether an update of the object is under way. */
  public boolean touches(ObjectId object) {
    return underWay.values().stream().anyMatch(it -> it.update.entry().object().equals(object));
  }
}
