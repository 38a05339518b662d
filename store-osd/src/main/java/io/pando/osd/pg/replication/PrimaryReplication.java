package io.pando.osd.pg.replication;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The head's part in replication: the updates that it has ordered and that it does not know yet to
 * be durable on all members. They are committed in order. The head alone keeps updates that may
 * have to be resent, so that no other member needs memory for them.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>every version after {@code committed} up to the head of the log is under way, and no other;
 *   <li>the log is never trimmed beyond the committed version;
 *   <li>the oldest update under way is awaited from at least one member, else it would be
 *       committed;
 *   <li>an update is awaited from members only, and from every member from which an older one is
 *       awaited, since members receive them in order;
 *   <li>every waiting action waits for an update under way.
 * </ul>
 */
public final class PrimaryReplication {
  /**
   * How long no update was committed when members are told that all are. Groups with a few updates
   * a second pass that on with the next update, at no cost; what is kept until then takes space.
   */
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final Replica replica;
  private final DurableHeads heads;
  private final NavigableMap<Version, PendingUpdate> underWay = new TreeMap<>();
  private final TreeMap<Version, List<Runnable>> waiting = new TreeMap<>();
  private Version committed = Version.ZERO;

  /** Version up to which idle members were told that all updates are on all members. */
  private Version told = Version.ZERO;

  private long movedNanos;
  private @Nullable Strategy active;

  /**
   * Whether the interval accepts updates. If not, a later peering need not hear of it, and may take
   * back what all members have now: nothing is settled.
   */
  private boolean accepts;

  public PrimaryReplication(Replica replica, DurableHeads heads) {
    this.replica = replica;
    this.heads = heads;
  }

  /** The interval has ended: peering decides about updates under way. */
  public void onIntervalEnded() {
    if (active != null && accepts) {
      heads.note(active.path(), committed);
    }
  }

  /** Starts to accept updates: all members have the whole log durably. */
  public void begin() {
    committed = replica.log().head();
    heads.onActive(committed);
    active = Strategy.of(replica.membership());
    accepts = replica.membership().mayAccept();
  }

  private Strategy strategy() {
    return Invariant.present(active, () -> "updates of a group that is not active");
  }

  /** Newest version known here to be durable, with all before it, on all members. */
  public Version committed() {
    return committed;
  }

  /** Number of updates under way. */
  public int size() {
    return underWay.size();
  }

  /** Whether another member collects: it learns of a commit first, and answers the client. */
  public boolean isCollectedElsewhere() {
    return active != null && !active.collector().equals(replica.self());
  }

  /** Appends an update and replicates it. */
  public void submit(PendingUpdate it) {
    it.order(awaited(), trimPoint(), replica.nowNanos());
    Version version = it.version();
    movedNanos = underWay.isEmpty() ? replica.nowNanos() : movedNanos;
    underWay.put(version, it);
    replica.noteCommitted(committed);
    replica.append(
        it.of(replica.self()),
        it.trimTo,
        replica.journal().inInterval("update", version, () -> onDurable(it)));
    if (!strategy().sendsDurable()) {
      send(strategy().receivers(replica.self()), it);
    }
  }

  private SortedSet<MemberId> awaited() {
    SortedSet<MemberId> awaited = new TreeSet<>();
    MemberId collector = strategy().collector();
    if (collector.equals(replica.self())) {
      awaited.addAll(strategy().reporters());
    }
    awaited.add(collector);
    return awaited;
  }

  /** Runs an action once everything ordered so far is durable on all members; at once if it is. */
  public void whenCommitted(Runnable then) {
    if (underWay.isEmpty()) {
      then.run();
    } else {
      Probe.reached("replication: something waits until all is committed");
      waiting.computeIfAbsent(underWay.lastKey(), _ -> new ArrayList<>()).add(then);
    }
  }

  /**
   * Whether a message must wait until the updates ordered so far are committed: a copy of an object
   * would overtake them, and a replica must never hold the effect of an update that is not in its
   * log. Where updates and copies use the same streams, the streams keep the order.
   */
  public boolean wouldOvertake(Effect.Send send) {
    return send.message() instanceof RecoveryMessage
        && active != null
        && active.sendsDurable()
        && !underWay.isEmpty();
  }

  private Version trimPoint() {
    Version point = replica.trimming().trimPoint();
    if (point == null) {
      return Version.ZERO;
    }
    if (!point.isAfter(committed)) {
      return point;
    }
    Probe.reached("replication: the log is trimmed no further than what is committed");
    return floor(committed);
  }

  private Version floor(Version limit) {
    return limit.isAfter(replica.log().tail()) ? limit : Version.ZERO;
  }

  /**
   * Sends an update. Receivers that apply the same operations get the same message, encoded once.
   */
  private void send(List<MemberId> receivers, PendingUpdate it) {
    ReplicationMessage.Replicate whole = message(it, it.update);
    boolean forEach = !strategy().sendsDurable();
    for (MemberId member : receivers) {
      boolean lacks = forEach && it.lackingMembers.contains(member);
      Probe.reachedIf(lacks, "replication: a replica gets an update without its object");
      if (lacks) {
        replica.send(member, message(it, it.update.withoutSteps()));
      } else {
        replica.send(member, member.hasPosition() ? message(it, it.of(member)) : whole);
      }
    }
  }

  private ReplicationMessage.Replicate message(PendingUpdate it, ReplicationMessage.Update update) {
    boolean forEach = !strategy().sendsDurable();
    return new ReplicationMessage.Replicate(
        replica.group(),
        replica.epoch(),
        update,
        new ReplicationMessage.Replicate.Progress(committed, it.trimTo),
        forEach ? List.of() : List.copyOf(Membership.osdsOf(it.lackingMembers)),
        it.answersClient);
  }

  private void onDurable(PendingUpdate it) {
    it.onDurable(replica.nowNanos());
    it.awaited.remove(replica.self());
    Strategy now = strategy();
    if (now.sendsDurable()) {
      send(now.receivers(replica.self()), it);
    } else if (now.reporters().contains(replica.self())) {
      report(now.collector(), it.version());
    }
    advance();
  }

  private void report(MemberId collector, Version version) {
    replica.send(
        collector,
        new ReplicationMessage.Replicated(replica.group(), replica.epoch(), version, null));
  }

  /**
   * Handles a report: a replica has everything up to this version durably. If it is the collector,
   * all members have.
   */
  public void onReplicated(MemberId from, Version upTo) {
    underWay.headMap(upTo, true).values().forEach(it -> it.awaited.remove(from));
    advance();
  }

  private void advance() {
    while (!underWay.isEmpty() && underWay.firstEntry().getValue().awaited.isEmpty()) {
      PendingUpdate first = underWay.pollFirstEntry().getValue();
      committed = first.version();
      movedNanos = replica.nowNanos();
      replica.emit(first.count(movedNanos));
      first.whenCommitted.run();
      while (!waiting.isEmpty() && !waiting.firstKey().isAfter(committed)) {
        waiting.pollFirstEntry().getValue().forEach(Runnable::run);
      }
    }
  }

  /** Resends updates that a member may have missed: the stream to it broke. */
  public void onReset(MemberId member) {
    if (active == null) {
      return;
    }
    told = Version.ZERO;
    boolean receives = active.receivers(replica.self()).contains(member);
    boolean collects = active.collector().equals(replica.self());
    for (PendingUpdate it : underWay.values()) {
      boolean lacks = !collects || it.awaited.contains(member);
      if (receives && lacks && (it.durable || !active.sendsDurable())) {
        Probe.reached("replication: updates are sent again after a reset");
        send(List.of(member), it);
      }
    }
    reportAgain(member);
  }

  private void reportAgain(MemberId to) {
    Strategy now = strategy();
    if (to.equals(now.collector()) && now.reporters().contains(replica.self())) {
      underWay.values().stream()
          .takeWhile(it -> it.durable)
          .reduce((_, later) -> later)
          .ifPresent(it -> report(to, it.version()));
    }
  }

  /**
   * Resends the oldest update if nothing was committed for a while: one end of a stream may be
   * gone, and the other notices only when it sends. A member that receives an update again also
   * reports again everything that it has.
   */
  public void onTick() {
    tellCommitted();
    if (active == null
        || underWay.isEmpty()
        || replica.nowNanos() - movedNanos < replica.config().waits().retryNanos()) {
      return;
    }
    movedNanos = replica.nowNanos();
    PendingUpdate oldest = underWay.firstEntry().getValue();
    if (oldest.durable) {
      Probe.reached("replication: the oldest update is sent again after a while");
      send(active.receivers(replica.self()), oldest);
      reportAgain(active.collector());
    }
  }

  /**
   * Members drop what they keep to take updates back with the next update; if none follows, they
   * are told.
   */
  private void tellCommitted() {
    if (active == null
        || !accepts
        || !underWay.isEmpty()
        || !committed.isAfter(told)
        || replica.nowNanos() - movedNanos < QUIET_NANOS) {
      return;
    }
    told = committed;
    if (replica.redundancy().takesBack()) {
      replica.noteCommitted(committed);
      replica.settle();
      ReplicationMessage.Committed message =
          new ReplicationMessage.Committed(replica.group(), replica.epoch(), committed);
      replica.membership().others(replica.self()).forEach(member -> replica.send(member, message));
    }
  }

  /** Resends all updates under way: a replica may have lost updates that it passes on. */
  public void onSendAgain() {
    if (active != null) {
      Probe.reached("replication: a replica asks for updates again");
      active.receivers(replica.self()).forEach(this::onReset);
    }
  }

  /** Whether an update of the object is under way. */
  public boolean touches(ObjectId object) {
    return underWay.values().stream().anyMatch(it -> it.update.entry().object().equals(object));
  }

  public void invariants() {
    if (active == null) {
      Invariant.check(
          underWay.isEmpty() && waiting.isEmpty(),
          () -> "group " + replica.group() + " is not active and has updates under way");
      return;
    }
    Version head = replica.log().head();
    Version newest = underWay.isEmpty() ? committed : underWay.lastKey();
    Invariant.check(
        newest.equals(head) && committed.counter() + underWay.size() == head.counter(),
        () ->
            "group %s has %s under way after %s, and its log ends with %s"
                .formatted(replica.group(), underWay.keySet(), committed, head));
    Invariant.check(
        !replica.log().tail().isAfter(committed),
        () ->
            "group %s trimmed its log to %s, and committed only up to %s"
                .formatted(replica.group(), replica.log().tail(), committed));
    Invariant.check(
        underWay.isEmpty() || !underWay.firstEntry().getValue().awaited.isEmpty(),
        () ->
            "group %s awaits %s from no OSD, and has not committed it"
                .formatted(replica.group(), underWay.firstKey()));
    Invariant.check(
        waiting.isEmpty()
            || (waiting.firstKey().isAfter(committed) && underWay.containsKey(waiting.lastKey())),
        () ->
            "group %s waits for %s to be committed, of which %s are under way"
                .formatted(replica.group(), waiting.keySet(), underWay.keySet()));
  }

  /** Checks the invariants of every update under way. */
  public void thoroughInvariants() {
    Strategy now = active;
    if (now == null) {
      return;
    }
    boolean collects = now.collector().equals(replica.self());
    PendingUpdate before = null;
    for (PendingUpdate it : underWay.values()) {
      boolean inOrder =
          before == null
              || (it.version().counter() == before.version().counter() + 1
                  && it.awaited.containsAll(before.awaited)
                  && (before.durable || !it.durable));
      boolean byMembers =
          now.path().containsAll(it.awaited)
              && it.awaited.contains(replica.self()) == (collects && !it.durable);
      Invariant.check(
          inOrder && byMembers,
          () ->
              "group %s awaits %s from %s, and the one before from others"
                  .formatted(replica.group(), it.version(), it.awaited));
      before = it;
    }
  }
}
