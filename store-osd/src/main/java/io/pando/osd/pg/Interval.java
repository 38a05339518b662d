package io.pando.osd.pg;

import io.pando.id.MemberId;
import io.pando.osd.pg.step.Slot;
import io.pando.osd.pg.step.Unserved;
import java.util.List;

/**
 * What this OSD does for a group in one interval, by its role. When an interval ends, the group
 * gives up this object and begins the next one with a new object, so nothing of an interval is left
 * in the next. State that outlives intervals is in {@link GroupComponents}.
 *
 * <pre>
 *  PlacementGroup
 *   ├── GroupComponents          outlive intervals: Replica (log, index, tree, journal) · ClientRequests ·
 *   │                            ReplicaMaintenance · DurableHeads · RollbackWatch ·
 *   │                            PeeringPace · ScrubMemory · RequestNumbers
 *   └── Interval                 replaced when an interval ends
 *        ├── Asleep              this incarnation of the OSD is not up by the map
 *        ├── ReplicaInterval     ReplicaPeering · ReplicaReplication · ReplicaRecovery · RootReporter ·
 *        │                       ReplicaScrub
 *        └── PrimaryInterval     PrimaryPeering · PrimaryReplication · Recovery · Operations · Listings ·
 *                                PostActivation · Recount · RootWatch · PrimaryScrub
 * </pre>
 *
 * A replica of the diagram may be a bystander, too: an OSD that has a copy and is not a member. A
 * diverged replica stays diverged in a series of intervals with the same primary: a {@link
 * PrimaryInterval} hands this on to the next one.
 */
sealed interface Interval permits Interval.Asleep, ReplicaInterval, PrimaryInterval {

  /** This incarnation of the OSD is not up by the map: it follows the history and does nothing. */
  record Asleep() implements Interval {}

  /** Whether this OSD orders the updates of the group. */
  default boolean leads() {
    return false;
  }

  /** Whether the group serves, as far as this OSD knows. */
  default boolean isServing() {
    return false;
  }

  /** Sends the first messages. */
  default void begin() {}

  /** The interval has ended: returns slots and turns that are held or requested. */
  default void end() {}

  /** The clients' requests that are not answered. */
  default List<Unserved> unserved() {
    return List.of();
  }

  /** Number of clients' requests that are not answered. */
  default int openRequests() {
    return 0;
  }

  /**
   * A newer map that does not end the interval.
   *
   * @param otherFences whether it may fence other sessions than the map before
   */
  default void onMap(boolean otherFences) {}

  /** Messages under way to this member may be lost. */
  default void onReset(MemberId member) {}

  default void onTick(long wallMillis) {}

  /** A time that peering waited for has come. */
  default void onWoken() {}

  default void onSlot(Slot slot, long token, boolean granted) {}

  default void onTurn(long token) {}

  /** Sets whether the devices are too full for updates that need space. */
  default void setFull(boolean full) {}

  /**
   * Whether the group can be merged: it takes no updates, none is under way, and every replica has
   * every object.
   */
  default boolean isQuiet() {
    return false;
  }

  /** Cheap checks. */
  default void invariants() {}

  /** Checks that look at all work under way. */
  default void thoroughInvariants() {}
}
