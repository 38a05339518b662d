package io.pando.osd.pg.recovery;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.osd.pg.replica.Replica;
import java.util.Map;
import java.util.SortedSet;

/**
 * What holds of a group's recovery beyond what each of its parts says of itself.
 *
 * <ol>
 *   <li>What is on its way is not on the agenda.
 *   <li>Of an active group, an object that is missing somewhere is on the agenda or on its way,
 *       unless it is being looked at and must not change.
 *   <li>An object is on its way to replicas that lack it, or that are filled and may.
 *   <li>What is known of replicas is known of the members of the group.
 * </ol>
 */
final class RecoveryInvariants {
  private final Replica replica;
  private final Locations locations;
  private final Agenda agenda;
  private final Copies copies;
  private final SortedSet<ObjectId> still;

  RecoveryInvariants(
      Replica replica,
      Locations locations,
      Agenda agenda,
      Copies copies,
      SortedSet<ObjectId> still) {
    this.replica = replica;
    this.locations = locations;
    this.agenda = agenda;
    this.copies = copies;
    this.still = still;
  }

  /** What a few comparisons for each replica tell. */
  void check() {
    locations.peers().forEach((osd, peer) -> peer.invariants(replica.group(), osd));
  }

  /**
   * What a look at every object tells.
   *
   * @param active whether recovery has begun
   */
  void checkThoroughly(boolean active) {
    PgId group = replica.group();
    agenda.thoroughInvariants(group);
    copies.thoroughInvariants(group);
    for (Copy copy : copies.all()) {
      Invariant.check(
          !agenda.contains(copy.object),
          () -> "group " + group + ": " + copy.object + " is on its way and on the agenda");
      if (copy.step instanceof Copy.Step.Pushing) {
        copy.targets.stream()
            .filter(osd -> !copy.uncompared.contains(osd))
            .forEach(osd -> checkLacks(osd, copy.object));
      }
    }
    if (active) {
      replica.missing().keySet().forEach(object -> checkPlanned(replica.self(), object));
      for (Map.Entry<OsdId, PeerState> peer : locations.peers().entrySet()) {
        peer.getValue().missing().keySet().forEach(object -> checkPlanned(peer.getKey(), object));
      }
      Invariant.check(
          replica.membership().members().containsAll(locations.peers().keySet()),
          () ->
              "group %s has the members %s, and recovers %s"
                  .formatted(group, replica.membership().members(), locations.peers().keySet()));
    }
  }

  private void checkLacks(OsdId osd, ObjectId object) {
    PeerState peer = locations.peer(osd);
    Invariant.check(
        peer.isFilled() || peer.missing().containsKey(object),
        () -> "group %s: %s is copied to %s, which has it".formatted(replica.group(), object, osd));
  }

  private void checkPlanned(OsdId osd, ObjectId object) {
    Invariant.check(
        agenda.contains(object) || copies.contains(object) || still.contains(object),
        () ->
            "group %s: %s lacks %s, and nobody brings it".formatted(replica.group(), osd, object));
  }
}
