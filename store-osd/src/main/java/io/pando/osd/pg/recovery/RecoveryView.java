package io.pando.osd.pg.recovery;

import io.pando.cluster.ClusterFlag;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.missing.PlacementMark;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.recovery.schedule.Reservation;
import io.pando.osd.pg.replica.Replica;
import io.pando.report.group.GroupRecovery;
import io.pando.report.group.MissingObject;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Stream;

/** The state of a group's recovery for reports, counted on demand. */
public final class RecoveryView {
  private final Replica replica;
  private final Locations locations;
  private final RecoveryQueue queue;
  private final Copies copies;
  private final UnfoundObjects unfound;
  private final Reservation reservation;
  private final LackingCopies counts;
  private final BackfillHold hold;

  RecoveryView(RecoveryState state, Reservation reservation) {
    this.replica = state.replica();
    this.locations = state.locations();
    this.queue = state.queue();
    this.copies = state.copies();
    this.unfound = state.unfound();
    this.reservation = reservation;
    this.counts = new LackingCopies(state);
    this.hold = new BackfillHold(state);
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
    return counts.lacking();
  }

  /** Number of objects that each replica lacks, as far as is known or can be estimated. */
  public SortedMap<MemberId, Long> missingByMember() {
    return counts.missingByMember();
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

  /** Whether backfill waits for space on an OSD. */
  public boolean isTooFull() {
    return !isGranted() && hold.tooFull().isPresent();
  }

  public GroupRecovery report() {
    return new GroupRecovery(
        reservation.isHeld(), reservation.priority(), copies.size(), queue.size(), stuck());
  }

  /** Number of objects that cannot be recovered now, for any reason. */
  private int stuck() {
    return (int) queue.stuck().stream().filter(locations::isMissingSomewhere).count();
  }

  /** Number of objects that are missing for that reason and cannot be recovered now. */
  public int count(MissingObject.State state) {
    return unfound.count(state);
  }

  /** What unfound objects wait for, as text for people; empty if there are none. */
  public String stuckFor() {
    List<String> reasons = new ArrayList<>();
    int missing = count(MissingObject.State.UNFOUND);
    if (missing > 0) {
      reasons.add(
          "%d unfound objects, which %s may have: start what is down, or declare it lost (osd lost N)"
              .formatted(missing, unfound.awaited()));
    }
    int lost = count(MissingObject.State.LOST);
    if (lost > 0) {
      reasons.add(
          "an operator to end the loss of %d lost objects, which no OSD has (pg lost %s revert|delete)"
              .formatted(lost, replica.group()));
    }
    int large = count(MissingObject.State.NO_ROOM);
    if (large > 0) {
      reasons.add("space for copies of %d objects: add OSDs or remove objects".formatted(large));
    }
    return String.join("; ", reasons);
  }

  /** What recovery waits for, as text for people; empty if it does not wait. */
  public String waitsFor() {
    if (locations.isWhole() || isGranted()) {
      return "";
    }
    MemberId awaited = reservation.awaited(replica.self());
    if (awaited != null) {
      return "a recovery slot of " + awaited;
    }
    if (replica.membership().map().flags().contains(ClusterFlag.NORECOVER)) {
      return "the flag norecover to be unset";
    }
    return hold.waitsFor().orElse("the next retry of missing objects");
  }

  /** Objects that are known to be missing somewhere, lost and unfound ones first. */
  public List<MissingObject> missing(int most) {
    Stream<ObjectId> lackedByOthers =
        locations.peers().values().stream().flatMap(peer -> peer.missing().keySet().stream());
    Stream<ObjectId> lost =
        queue.stuck().stream().filter(object -> unfound.state(object) == MissingObject.State.LOST);
    return Stream.of(
            lost, queue.stuck().stream(), replica.missing().keySet().stream(), lackedByOthers)
        .flatMap(objects -> objects)
        .filter(locations::isMissingSomewhere)
        .distinct()
        .limit(most)
        .map(this::missing)
        .toList();
  }

  private MissingObject missing(ObjectId object) {
    Version needed = replica.missing().get(object);
    SortedSet<MemberId> lackedBy = locations.lacking(object);
    if (needed != null) {
      lackedBy.add(replica.self());
    }
    return new MissingObject(
        object,
        needed == null ? locations.expected(object) : needed,
        lackedBy,
        unfound.report(object));
  }
}
