package io.pando.osd.pg.recovery;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.missing.PeerState;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.replica.Replica;
import java.util.Map;
import java.util.SortedSet;

/**
 * The invariants of a group's recovery across its parts.
 *
 * <ol>
 *   <li>An object that is being copied is not in the recovery queue.
 *   <li>If the group is active, an object that is missing somewhere is in the recovery queue or is
 *       being copied, unless a scrub looks at it, so that it must not change.
 *   <li>The targets of a copy lack the object, or are being filled and may lack it.
 *   <li>The known replicas are the members of the group.
 * </ol>
 */
final class RecoveryInvariants {
  private final Replica replica;
  private final Locations locations;
  private final RecoveryQueue queue;
  private final Copies copies;
  private final SortedSet<ObjectId> still;

  RecoveryInvariants(RecoveryState state, SortedSet<ObjectId> still) {
    this.replica = state.replica();
    this.locations = state.locations();
    this.queue = state.queue();
    this.copies = state.copies();
    this.still = still;
  }

  /** Cheap checks: a few comparisons for each replica. */
  void check() {
    locations.peers().forEach((member, peer) -> peer.invariants(replica.group(), member));
  }

  /**
   * Checks that look at every object.
   *
   * @param active whether recovery has begun
   */
  void checkThoroughly(boolean active) {
    PgId group = replica.group();
    queue.thoroughInvariants(group);
    copies.thoroughInvariants(group);
    for (ObjectCopy copy : copies.all()) {
      Invariant.check(
          !queue.contains(copy.object),
          () -> "group " + group + ": " + copy.object + " is on its way and in the recovery queue");
      if (copy.step instanceof ObjectCopy.Step.Pushing) {
        copy.targets.stream()
            .filter(member -> !copy.uncompared.contains(member))
            .forEach(member -> checkLacks(member, copy.object));
      }
    }
    if (active) {
      replica.missing().keySet().forEach(object -> checkPlanned(replica.self(), object));
      for (Map.Entry<MemberId, PeerState> peer : locations.peers().entrySet()) {
        peer.getValue().missing().keySet().forEach(object -> checkPlanned(peer.getKey(), object));
      }
      Invariant.check(
          replica.membership().members().containsAll(locations.peers().keySet()),
          () ->
              "group %s has the members %s, and recovers %s"
                  .formatted(group, replica.membership().members(), locations.peers().keySet()));
    }
  }

  private void checkLacks(MemberId member, ObjectId object) {
    PeerState peer = locations.peer(member);
    Invariant.check(
        peer.isFilled() || peer.missing().containsKey(object),
        () ->
            "group %s: %s is copied to %s, which has it"
                .formatted(replica.group(), object, member));
  }

  private void checkPlanned(MemberId member, ObjectId object) {
    Invariant.check(
        queue.contains(object) || copies.contains(object) || still.contains(object),
        () ->
            "group %s: %s lacks %s, and no copy is planned"
                .formatted(replica.group(), member, object));
  }
}
