package io.pando.osd.pg.recovery.backfill;

import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.missing.PeerState;
import io.pando.osd.pg.recovery.missing.PlacementMark;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Fills replicas that neither the log nor the version index reaches, in placement order. First it
 * compares the hash tree of each replica with the primary's, once. Then both sides list the objects
 * in the parts that differ, some parts at a time. Objects that differ are recorded as missing on
 * the replica, and {@link Recovery} copies them. A replica records how far it is whole once it
 * lacks nothing before that point. Replicas with equal progress are filled together, so that an
 * object is read once for all of them; a replica that is behind catches up first.
 *
 * <pre>
 *  idle ──trees not compared──▶ (TreeComparisons) ──▶ idle
 *  idle ──▶ Listing ──▶ idle, some parts further, as long as little waits to be copied
 * </pre>
 *
 * <p>Clients are not blocked meanwhile. If an object changes, its part counts as different from
 * then on. If it changes while its part is listed, the new version replaces the listed one.
 *
 * <p>No other class implements this method of catching up.
 */
public final class Backfill {
  /** Receives the results. */
  public interface Listener {
    /** A replica lacks this object, or should not have it. */
    void onLacking(ObjectId object);

    /** A comparison has progressed. */
    void onCompared();
  }

  /** Maximum number of parts that are listed together. */
  private static final Limit MOST_PARTS = Limit.of("backfill: parts that are compared", 1, 1_024);

  private final Replica replica;
  private final Locations locations;
  private final RecoveryQueue queue;
  private final Listener listener;
  private final ReplicaReturns returns;
  private final TreeComparisons trees;

  /** The lists that are awaited; null if none are. */
  private @Nullable Listing listing;

  public Backfill(
      Replica replica,
      Locations locations,
      RecoveryQueue queue,
      Listener listener,
      ReplicaReturns returns) {
    this.returns = returns;
    this.replica = replica;
    this.locations = locations;
    this.queue = queue;
    this.listener = listener;
    this.trees = new TreeComparisons(replica, this::onDifferences, returns);
  }

  /** Starts the next step, if possible. */
  public void advance() {
    if (listing != null) {
      return;
    }
    locations
        .peers()
        .forEach((member, peer) -> {
          if (!peer.compared().equals(PlacementMark.END) && peer.differences() == null) {
            compareTrees(member, peer);
          }
        });
    if (!trees.isUnderWay() && !hasEnough()) {
      listNext();
    }
  }

  private void compareTrees(MemberId member, PeerState peer) {
    if (replica.config().recovery().compareTrees()) {
      trees.begin(member);
    } else {
      peer.setDifferences(Differences.all(range()));
    }
  }

  private void onDifferences(MemberId member, Differences found) {
    locations.peer(member).setDifferences(found);
    listener.onCompared();
  }

  /** A replica reports in which parts its tree differs. */
  public void onTreesCompared(MemberId from, RecoveryMessage.TreesCompared compared) {
    trees.onCompared(from, compared);
  }

  /** Whether backfill has work, now or when a pending message is answered. */
  public boolean hasMore() {
    boolean claiming = false;
    boolean comparable = false;
    for (PeerState peer : locations.peers().values()) {
      claiming |= peer.claimUnderWay() != null;
      comparable |= !peer.compared().equals(PlacementMark.END);
    }
    return claiming || (comparable && !hasEnough());
  }

  /**
   * Whether enough objects wait to be copied. Objects that cannot be copied do not stop the
   * comparison, up to a limit.
   */
  private boolean hasEnough() {
    int batch =
        replica.config().recovery().batch().batchObjects()
            * replica.config().recovery().batch().batches();
    Probe.reachedIf(queue.size() >= batch, "backfill: enough waits to be copied");
    return queue.size() >= batch
        || locations.backlog() >= 8 * Math.max(batch, replica.config().recovery().scanObjects());
  }

  private void listNext() {
    SortedSet<MemberId> targets = new TreeSet<>();
    PlacementMark least = PlacementMark.END;
    for (Map.Entry<MemberId, PeerState> peer : locations.peers().entrySet()) {
      PlacementMark compared = peer.getValue().compared();
      if (compared.isBefore(least)) {
        least = compared;
        targets.clear();
      }
      if (compared.equals(least) && !least.equals(PlacementMark.END)) {
        targets.add(peer.getKey());
      }
    }
    ObjectId after = least.upTo();
    if (after != null) {
      list(after, targets);
    }
  }

  private void list(ObjectId after, SortedSet<MemberId> targets) {
    SortedMap<MemberId, Differences.Slice> parts = new TreeMap<>();
    PlacementMark end = endOfOthers(after);
    for (MemberId member : targets) {
      Differences differences =
          Invariant.present(
              locations.peer(member).differences(), () -> member + " was not compared");
      Differences.Slice slice = differences.next(after, partsAtATime(differences.level()));
      parts.put(member, slice);
      returns.of(member).onLooking(replica.nowNanos());
      Probe.reachedIf(targets.size() > 1, "backfill: replicas are compared at the same place");
      end = PlacementMark.least(end, new PlacementMark(slice.end()));
    }
    Listing begun = new Listing(after, end, parts);
    listing = begun;
    List<PositionRange> positions = new ArrayList<>();
    parts.forEach((member, slice) -> {
      if (slice.parts().isEmpty()) {
        Probe.reached("backfill: no part differs up to the end");
        begun.theirs.put(member, VersionListing.EMPTY);
      } else {
        positions.addAll(slice.positions(range()));
        askScan(member, after, slice);
      }
    });
    replica
        .reads()
        .versions(
            PositionRange.joined(positions),
            after.equals(GroupInfo.NOTHING) ? null : after,
            replica.config().recovery().scanObjects(),
            listed -> {
              begun.ours = listed;
              compareIfListed();
            });
  }

  private PositionRange range() {
    return replica.tree().tree().range();
  }

  /** Number of parts that have about as many objects as one list should have. */
  private int partsAtATime(int level) {
    long objects = Math.max(1, replica.info().objects());
    long parts = ((long) replica.config().recovery().scanObjects() << level) / objects;
    return Math.clamp(parts, 1, MOST_PARTS.value());
  }

  private void askScan(MemberId member, ObjectId after, Differences.Slice slice) {
    returns.of(member).onAsked(slice.parts().size());
    replica.send(
        member,
        new RecoveryMessage.Scan(
            replica.group(),
            replica.epoch(),
            after,
            replica.config().recovery().scanObjects(),
            slice.level(),
            slice.parts()));
  }

  /** A replica that is being filled has listed its objects. */
  public void onScanned(MemberId from, RecoveryMessage.Scanned scanned) {
    Listing now = listing;
    if (now != null && now.parts.containsKey(from) && now.after.equals(scanned.after())) {
      returns.of(from).onListed(scanned.objects().keySet());
      now.theirs.put(from, new VersionListing(scanned.objects(), scanned.more()));
      compareIfListed();
    }
  }

  private void compareIfListed() {
    Listing now = listing;
    VersionListing ours = now == null ? null : now.ours;
    if (now == null || ours == null || now.theirs.size() < now.parts.size()) {
      return;
    }
    listing = null;
    PlacementMark end = PlacementMark.least(now.end, end(ours));
    for (VersionListing theirs : now.theirs.values()) {
      end = PlacementMark.least(end, end(theirs));
    }
    compareListed(now, ours, end);
    for (MemberId member : now.parts.keySet()) {
      onCompared(member, end);
    }
    listener.onCompared();
  }

  private void onCompared(MemberId member, PlacementMark end) {
    locations.peer(member).onCompared(end);
    if (end.equals(PlacementMark.END)) {
      returns.of(member).onKnown(replica.nowNanos());
    } else {
      returns.of(member).onLooked(replica.nowNanos());
    }
  }

  private static PlacementMark end(VersionListing listing) {
    return listing.more() ? new PlacementMark(listing.versions().lastKey()) : PlacementMark.END;
  }

  /** The least progress of the replicas that are ahead: a step must not pass them. */
  private PlacementMark endOfOthers(ObjectId after) {
    PlacementMark start = new PlacementMark(after);
    PlacementMark end = PlacementMark.END;
    for (PeerState peer : locations.peers().values()) {
      end = start.isBefore(peer.compared()) ? PlacementMark.least(end, peer.compared()) : end;
    }
    return end;
  }

  private void compareListed(Listing listed, VersionListing ours, PlacementMark end) {
    SortedMap<ObjectId, Version> here = new TreeMap<>(ours.versions());
    here.putAll(listed.fetched);
    here.putAll(replica.missing());
    listed.parts.forEach((member, slice) -> {
      Predicate<ObjectId> isCompared =
          object ->
              object.compareTo(listed.after) > 0
                  && end.covers(object)
                  && !listed.changed.containsKey(object)
                  && slice.contains(range(), object);
      VersionListing theirs =
          Invariant.present(listed.theirs.get(member), () -> "no list of " + member);
      compare(member, here, theirs.versions(), isCompared);
    });
    listed.changed.forEach((object, version) -> {
      if (end.covers(object)) {
        Probe.reached("backfill: an object changed while its part was listed");
        // None of these replicas takes part in an update of an object that is not compared yet.
        listed.parts.keySet().forEach(member -> lacks(member, object, version));
      }
    });
  }

  private void compare(
      MemberId member,
      SortedMap<ObjectId, Version> here,
      SortedMap<ObjectId, Version> there,
      Predicate<ObjectId> isCompared) {
    here.forEach((object, version) -> {
      if (isCompared.test(object) && !version.equals(there.get(object))) {
        lacks(member, object, version);
      }
    });
    for (ObjectId object : there.keySet()) {
      if (isCompared.test(object) && !here.containsKey(object)) {
        Probe.reached("backfill: a replica has an object that does not exist");
        lacks(member, object, Version.ZERO);
      }
    }
  }

  private void lacks(MemberId member, ObjectId object, Version version) {
    PeerState peer = locations.peer(member);
    Invariant.check(!peer.compared().covers(object), () -> object + " was compared already");
    peer.missing().put(object, version);
    returns.of(member).onLacking(1);
    listener.onLacking(object);
  }

  /** An object was changed, or removed if the version is {@link Version#ZERO}. */
  public void onChanged(ObjectId object, Version version) {
    trees.onChanged(object);
    for (PeerState peer : locations.peers().values()) {
      Differences differences = peer.differences();
      if (differences != null && !peer.compared().covers(object)) {
        Probe.reached("backfill: an object changed that is not compared yet");
        differences.add(object);
      }
    }
    Listing now = listing;
    if (now != null && object.compareTo(now.after) > 0) {
      now.changed.put(object, version);
    }
  }

  /** An object that was missing here has arrived. */
  public void onFetched(ObjectId object, Version version) {
    if (listing != null) {
      Probe.reached("backfill: an object was fetched while its part was listed");
      listing.fetched.put(object, version);
    }
  }

  /** Tells replicas to record how far they are whole. */
  public void claim() {
    locations
        .peers()
        .forEach((member, peer) -> {
          if (peer.isWhole()) {
            returns.of(member).onWhole(replica.nowNanos());
          }
          PlacementMark mark = peer.isFilled() ? peer.claim() : null;
          if (mark != null) {
            tell(member, mark);
          }
        });
  }

  private void tell(MemberId member, PlacementMark mark) {
    replica.send(
        member, new RecoveryMessage.Backfilled(replica.group(), replica.epoch(), mark.upTo()));
  }

  public void onNoted(MemberId from, RecoveryMessage.BackfillNoted noted) {
    PeerState peer = locations.peers().get(from);
    if (peer != null && peer.isFilled()) {
      peer.onNoted(new PlacementMark(noted.upTo()));
    }
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    trees.onReset(member);
    Listing now = listing;
    Differences.Slice slice = now == null ? null : now.parts.get(member);
    if (now != null && slice != null && !slice.parts().isEmpty()) {
      Probe.reached("backfill: a list is asked for again after a reset");
      askScan(member, now.after, slice);
    }
    PeerState peer = locations.peers().get(member);
    PlacementMark mark = peer == null ? null : peer.claimUnderWay();
    Probe.reachedIf(mark != null, "backfill: a claim is told again after a reset");
    if (mark != null) {
      tell(member, mark);
    }
  }

  /** Checks that look at every replica that is compared. */
  public void thoroughInvariants() {
    if (listing != null) {
      listing.invariants(replica.group(), member -> locations.peer(member).compared());
    }
  }
}
