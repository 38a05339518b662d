package io.pando.osd.pg.recovery;

import io.pando.cluster.ClusterFlag;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.missing.PlacementMark;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.recovery.schedule.Reservation;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.report.group.GroupRecovery;
import io.pando.report.group.MissingObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of a group's recovery for reports, counted on demand. */
public final class RecoveryView {
  private final Replica replica;
  private final Locations locations;
  private final RecoveryQueue queue;
  private final Copies copies;
  private final DamagedObjects damaged;
  private final Reservation reservation;

  RecoveryView(RecoveryState state, Reservation reservation) {
    this.replica = state.replica();
    this.locations = state.locations();
    this.queue = state.queue();
    this.copies = state.copies();
    this.damaged = state.damaged();
    this.reservation = reservation;
  }

  /**
   * Numbers of missing copies.
   *
   * @param degraded copies of objects that have fewer copies than the pool's size
   * @param misplaced copies of objects that have enough copies, but not where they belong
   */
  public record Lacking(long degraded, long misplaced) {}

  /**
   * The copies that members lack: degraded as far as there are not enough copies, otherwise
   * misplaced.
   */
  public Lacking lacking() {
    Membership now = replica.membership();
    List<Long> counts = new ArrayList<>(missingByOsd().values());
    for (int absent = counts.size(); absent < now.pool().size(); absent++) {
      counts.add(replica.info().objects());
    }
    Collections.sort(counts);
    long all = counts.stream().mapToLong(Long::longValue).sum();
    long degraded = counts.subList(0, now.pool().size()).stream().mapToLong(Long::longValue).sum();
    return new Lacking(degraded, all - degraded);
  }

  /** Number of objects that each replica lacks, as far as is known or can be estimated. */
  public SortedMap<OsdId, Long> missingByOsd() {
    SortedMap<OsdId, Long> counts = new TreeMap<>();
    counts.put(replica.self(), (long) replica.missing().size());
    locations
        .peers()
        .forEach(
            (osd, peer) -> counts.put(osd, peer.missing().size() + behind(peer.compared().upTo())));
    return counts;
  }

  /** Estimated number of the group's objects behind this one; 0 if it is null. */
  private long behind(@Nullable ObjectId mark) {
    if (mark == null) {
      return 0;
    }
    int bits = prefixBits(replica.group().seed(), replica.membership().pool().groupCount());
    long within = Integer.toUnsignedLong(mark.name().isEmpty() ? 0 : mark.position() << bits);
    long share = ((1L << 32) - within) >>> 16;
    return (share * replica.info().objects() + 0xffff) >>> 16;
  }

  /** Number of leading bits that the positions of all objects of a group share. */
  private static int prefixBits(int seed, int groupCount) {
    int all = groupCount <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(groupCount - 1);
    boolean unsplit = all > 0 && seed < 1 << (all - 1) && seed + (1 << (all - 1)) >= groupCount;
    return unsplit ? all - 1 : all;
  }

  /** Whether a replica is being filled without a log. */
  public boolean isBackfilling() {
    return locations.isBackfilling();
  }

  /** Whether the trees of any replica are being compared. */
  public boolean isComparing() {
    return locations.peers().values().stream()
        .anyMatch(peer -> !peer.compared().equals(PlacementMark.END) && peer.differences() == null);
  }

  /** Whether the group has the slots it needs. */
  public boolean isGranted() {
    return reservation.isHeld();
  }

  public GroupRecovery report() {
    return new GroupRecovery(
        reservation.isHeld(), reservation.priority(), copies.size(), queue.size(), unfound());
  }

  /** Number of objects that no OSD that is up has, or that do not fit. */
  public int unfound() {
    return (int) queue.stuck().stream().filter(locations::isMissingSomewhere).count();
  }

  /** What recovery waits for, as text for people; empty if it does not wait. */
  public String waitsFor() {
    if (locations.isWhole() || isGranted()) {
      return "";
    }
    OsdId awaited = reservation.awaited(replica.self());
    if (awaited != null) {
      return "a recovery slot of " + awaited;
    }
    return replica.membership().map().flags().contains(ClusterFlag.NORECOVER)
        ? "the flag norecover to be unset"
        : "the next retry of missing objects";
  }

  /** Objects that are known to be missing somewhere, the unfound ones first. */
  public List<MissingObject> missing(int most) {
    Stream<ObjectId> lackedByOthers =
        locations.peers().values().stream().flatMap(peer -> peer.missing().keySet().stream());
    return Stream.of(queue.stuck().stream(), replica.missing().keySet().stream(), lackedByOthers)
        .flatMap(objects -> objects)
        .filter(locations::isMissingSomewhere)
        .distinct()
        .limit(most)
        .map(this::missing)
        .toList();
  }

  private MissingObject missing(ObjectId object) {
    Version needed = replica.missing().get(object);
    SortedSet<OsdId> lackedBy = locations.lacking(object);
    if (needed == null) {
      return new MissingObject(
          object, locations.expected(object), lackedBy, new TreeSet<>(), false);
    }
    lackedBy.add(replica.self());
    SortedSet<OsdId> asked = queue.stuck().contains(object) ? locations.asked() : new TreeSet<>();
    return new MissingObject(
        object, needed, lackedBy, asked, !asked.isEmpty() && damaged.contains(object));
  }
}
