package io.pando.osd.pg.recovery;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.fragment.FragmentReads;
import io.pando.osd.pg.fragment.FragmentSources;
import io.pando.osd.pg.recovery.backfill.Backfill;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.copy.CopyListener;
import io.pando.osd.pg.recovery.copy.CopyWork;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.copy.OlderVersions;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.rebuild.RebuildContext;
import io.pando.osd.pg.recovery.rebuild.Rebuilding;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.repair.ReplicaReturn;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.write.Availability;
import io.pando.osd.pg.write.OlderVersion;
import io.pando.probe.Probe;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Copies every object to every replica, led by the primary (paper 003 §6.3.5.2): first the objects
 * that the primary misses, then those that replicas miss. For replicas that the log does not reach,
 * {@link Backfill} finds the missing objects range by range. An object does not change while it is
 * copied. Other objects are not blocked, and an object that an operation waits for comes first.
 *
 * <pre>
 *   Locations: what is missing where ──▶ RecoveryQueue: order of copies ──▶ Copies: under way
 *        ▲                                                            Pulling, Pushing
 *    Backfill                     Reservation, BatchPermits: when the group may copy
 * </pre>
 *
 * <p>{@link RecoveryInvariants} has the invariants across these parts; each part documents its own.
 */
public final class Recovery implements Availability, FragmentSources {
  /** Receives the progress of recovery. */
  public interface Listener {
    /**
     * The object, or a replica's copy of it, may have become available; or a search for it ended
     * without success.
     */
    void onAvailable(ObjectId object);

    /** No OSD that is up has good bytes. */
    void onLost(ObjectId object, String what);

    /** Every replica is whole. */
    void onWhole();
  }

  private final Replica replica;
  private final Listener listener;
  private final ReplicaReturns returns;
  private final Locations locations;
  private final RecoveryQueue queue = new RecoveryQueue();
  private final Copies copies = new Copies();
  private final RecoveryState state;
  private final CopyProgress progress;
  private final CopyWork work;
  private final @Nullable FragmentReads fragments;
  private final Backfill backfill;
  private final DamagedObjects damaged;
  private final UnfoundObjects unfound;
  private final OlderVersions olderVersions;
  private final Scheduler scheduler;

  /** Objects that a scrub looks at and that must not change meanwhile. */
  private final SortedSet<ObjectId> blocked = new TreeSet<>();

  private final RecoveryInvariants invariants;

  /**
   * Creates the recovery of one group.
   *
   * @param returns records the cost of bringing replicas up to date
   */
  public Recovery(
      Replica replica, PrimaryReplication replication, Listener listener, ReplicaReturns returns) {
    this.replica = replica;
    this.listener = listener;
    this.returns = returns;
    this.locations = new Locations(replica);
    this.damaged = new DamagedObjects(replica, locations);
    this.unfound = new UnfoundObjects(replica, queue, damaged, locations);
    this.olderVersions = new OlderVersions(replica);
    this.state = new RecoveryState(replica, locations, queue, copies, damaged, unfound);
    this.fragments =
        replica.redundancy() instanceof Fragments code
            ? new FragmentReads(replica, code, replication, this)
            : null;
    this.progress = new CopyProgress(state, listener, returns, rebuilds(returns));
    this.work = progress.work;
    this.backfill = progress.backfill;
    this.scheduler = progress.scheduler;
    this.invariants = new RecoveryInvariants(state, blocked);
  }

  private @Nullable Function<CopyListener, CopyWork> rebuilds(ReplicaReturns returns) {
    FragmentReads reads = fragments;
    return reads == null || !(replica.redundancy() instanceof Fragments code)
        ? null
        : progressOf ->
            new Rebuilding(
                new RebuildContext(replica, code, reads, locations, copies), progressOf, returns);
  }

  /** Reads fragments of other members; null if the members are replicas. */
  public @Nullable FragmentReads fragments() {
    return fragments;
  }

  /** The interval has ended: returns slots and turns. */
  public void onIntervalEnded() {
    scheduler.onIntervalEnded();
  }

  /** The group is active: adds a replica and its missing set. */
  public void addPeer(MemberId member, GroupInfo info, SortedMap<ObjectId, Version> missing) {
    locations.addPeer(member, info, missing);
    missing.keySet().forEach(scheduler::schedule);
    ReplicaReturn back = returns.of(member);
    back.onLacking(missing.size());
    if (locations.peer(member).isFilled()) {
      back.onLooked(replica.nowNanos());
    } else {
      back.onKnown(replica.nowNanos());
    }
  }

  /** Adds a stray that may have objects of the group. */
  public void addStray(MemberId member) {
    if (locations.addStray(member)) {
      scheduler.retry();
    }
  }

  /** All replicas were added: recovery begins. */
  public void begin() {
    scheduler.begin();
  }

  /** Whether every replica has every object. */
  public boolean isWhole() {
    return scheduler.isActive() && locations.isWhole();
  }

  /** The state of recovery, for reports. */
  public RecoveryView view() {
    return new RecoveryView(state, scheduler.reservation());
  }

  /** Number of replicas that need no backfill, including this one. */
  public int wholeReplicas() {
    return locations.wholeReplicas();
  }

  // Called by operations

  @Override
  public boolean isReadable(ObjectId object) {
    return fragments == null
        ? !locations.isMissingHere(object)
        : replica.redundancy().suffice(locations.having(object));
  }

  @Override
  public boolean isWritable(ObjectId object) {
    return !locations.isMissingHere(object)
        && (fragments == null || isReadable(object))
        && !copies.contains(object)
        && !blocked.contains(object)
        && !locations.holdsUp(object);
  }

  @Override
  public boolean isLost(ObjectId object) {
    return damaged.contains(object) && queue.isAside(object);
  }

  @Override
  public long lostBytes(ObjectId object) {
    return damaged.bytes(object);
  }

  @Override
  public @Nullable Version lostElsewhere(ObjectId object) {
    Version expected = fragments == null ? Version.ZERO : locations.expected(object);
    return expected.isAfter(Version.ZERO) ? expected : null;
  }

  @Override
  public boolean isSought(ObjectId object) {
    return copies.contains(object) || !queue.isAside(object);
  }

  @Override
  public @Nullable String lossObjection(ObjectId object) {
    return unfound.objection(object);
  }

  @Override
  public void readOlder(ObjectId object, Consumer<OlderVersion> then) {
    olderVersions.read(object, unfound.older(object), then);
  }

  @Override
  public SortedSet<MemberId> notBackfilled(ObjectId object) {
    return locations.without(object);
  }

  @Override
  public void onChanged(ObjectId object, Version version) {
    locations.onChanged(object, version);
    backfill.onChanged(object, version);
    if (locations.isMissingSomewhere(object)) {
      scheduler.schedule(object);
    }
  }

  @Override
  public void onReplacing(ObjectId object) {
    damaged.remove(object);
    unfound.remove(object);
    queue.remove(object);
    locations.onReplaced(object);
  }

  @Override
  public void prioritize(ObjectId object) {
    ObjectCopy underWay = copies.get(object);
    if (underWay != null) {
      Probe.reached("recovery: an operation waits for an object under way");
      underWay.awaited = true;
    } else if (isLost(object)) {
      progress.lose(object);
    } else if (locations.isMissingSomewhere(object) && !queue.isAside(object)) {
      Probe.reached("recovery: an object is hurried that an operation waits for");
      queue.hurry(object);
      scheduler.startHurried();
    }
  }

  @Override
  public void onDamaged(ObjectId object, String what) {
    progress.onDamaged(object, what);
  }

  // Called by reads of fragments

  @Override
  public SortedSet<MemberId> holders(ObjectId object) {
    return locations.having(object);
  }

  @Override
  public void onBad(MemberId member, ObjectId object, Version version, String what) {
    progress.onBadFragment(member, object, version, what);
  }

  // Called by scrubs

  /** Whether the object is missing somewhere, or is being copied. */
  public boolean isRecovering(ObjectId object) {
    return locations.isMissingSomewhere(object) || copies.contains(object);
  }

  /** Whether a scrub looks at the object, or it is being recovered. */
  public boolean isInWork(ObjectId object) {
    return blocked.contains(object) || isRecovering(object);
  }

  /** Blocks updates of the object; false if it is being recovered. */
  public boolean blockUpdates(ObjectId object) {
    return !isRecovering(object) && blocked.add(object);
  }

  /** Allows updates of the object again. */
  public void unblockUpdates(ObjectId object) {
    if (blocked.remove(object)) {
      listener.onAvailable(object);
    }
  }

  /**
   * A member's copy is known to be bad; it is not used as a source any more.
   *
   * @param needed version that the copy should have
   */
  public void onBad(MemberId member, ObjectId object, Version needed) {
    if (member.equals(replica.self())) {
      Probe.reached("scrub: the copy of the primary is bad");
      work.replaceAll(object);
    } else {
      Probe.reached("scrub: the copy of a replica is bad");
      locations.lost(member, object, needed);
    }
  }

  /** Every member that lacks a good copy has recorded it as missing. */
  public void onBadNoted(ObjectId object) {
    scheduler.schedule(object);
    scheduler.advance();
  }

  // Inputs

  /** The group's slot was granted or revoked. */
  public void onSlot(long token, boolean granted) {
    scheduler.onSlot(token, granted);
  }

  /** The shard gave the group a turn to copy a batch. */
  public void onTurn(long token) {
    scheduler.onTurn(token);
  }

  /** Handles a message of a replica, or of a stray that is asked for objects. */
  public void onMessage(MemberId from, RecoveryMessage message) {
    switch (message) {
      case RecoveryMessage.Reserved reserved -> scheduler.onReserved(from, reserved);
      case RecoveryMessage.Revoked revoked -> scheduler.onRevoked(from, revoked);
      case RecoveryMessage.Push push -> {
        work.onMessage(from, push);
        olderVersions.onPush(from, push);
      }
      case RecoveryMessage.Signatures signatures -> work.onMessage(from, signatures);
      case RecoveryMessage.Pushed pushed -> {
        work.onMessage(from, pushed);
        scheduler.advance();
      }
      case RecoveryMessage.PushFailed failed -> {
        work.onMessage(from, failed);
        olderVersions.onFailed(from, failed);
        scheduler.advance();
      }
      case RecoveryMessage.Scanned scanned -> backfill.onScanned(from, scanned);
      case RecoveryMessage.TreesCompared compared -> backfill.onTreesCompared(from, compared);
      case RecoveryMessage.BackfillNoted noted -> {
        backfill.onNoted(from, noted);
        scheduler.advance();
      }
      default -> {
        // A message for a replica.
      }
    }
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    FragmentReads reads = fragments;
    if (reads != null) {
      reads.onReset(member);
    }
    work.onReset(member);
    olderVersions.onReset(member);
    backfill.onReset(member);
    scheduler.onReset(member);
  }

  /** A newer map that does not end the interval. */
  public void onMap() {
    FragmentReads reads = fragments;
    if (reads != null) {
      reads.onMap();
    }
    work.onMap();
    olderVersions.onMap();
    scheduler.advance();
  }

  /** Retries objects that could not be copied. */
  public void onTick() {
    scheduler.onTick();
  }

  /** Whether updates of any object are blocked for a scrub. */
  public boolean blocksUpdates() {
    return !blocked.isEmpty();
  }

  public void invariants() {
    invariants.check();
    scheduler.invariants();
  }

  /** Checks that look at every object. */
  public void thoroughInvariants() {
    invariants.checkThoroughly(scheduler.isActive());
    scheduler.thoroughInvariants();
    work.thoroughInvariants();
    backfill.thoroughInvariants();
  }
}
