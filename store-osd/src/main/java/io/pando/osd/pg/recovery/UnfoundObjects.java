package io.pando.osd.pg.recovery;

import io.pando.cluster.OsdInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.missing.PossibleHolders;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.report.group.MissingObject;
import io.pando.report.group.MissingObject.State;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Objects that no OSD could send to the primary. Such an object is <em>lost</em> once every OSD
 * that may hold it ({@link PossibleHolders}) is up and was asked without success, or its data were
 * given up. Until then it is <em>unfound</em>: an OSD that is down may have it, and recovery tries
 * again.
 *
 * <p>An answer counts for the incarnation that gave it: an OSD that was restarted may have other
 * disks, or read bytes again that it could not read before.
 */
final class UnfoundObjects {
  /**
   * The newest search for an object.
   *
   * @param asked members that cannot send it, each with the epoch since which its OSD was up
   * @param older older versions that members have instead
   */
  private record Search(
      Version version, SortedMap<MemberId, Long> asked, SortedMap<MemberId, Version> older) {}

  private final Replica replica;
  private final RecoveryQueue queue;
  private final DamagedObjects damaged;
  private final Locations locations;
  private final SortedMap<ObjectId, Search> searches = new TreeMap<>();

  UnfoundObjects(
      Replica replica, RecoveryQueue queue, DamagedObjects damaged, Locations locations) {
    this.replica = replica;
    this.queue = queue;
    this.damaged = damaged;
    this.locations = locations;
  }

  /** No OSD could send the object. */
  void add(ObjectCopy copy) {
    SortedMap<MemberId, Long> asked = new TreeMap<>();
    copy.tried().forEach(member -> asked.put(member, upFrom(member)));
    searches.put(copy.object, new Search(copy.version, asked, new TreeMap<>(copy.older)));
  }

  /** The object was found, or is not needed any more. */
  void remove(ObjectId object) {
    searches.remove(object);
  }

  private long upFrom(MemberId member) {
    OsdInfo known = replica.membership().map().osds().get(member.osd());
    return known == null ? 0 : known.upFrom();
  }

  /**
   * The newest search for the version that is missing now; null if it was found, or not searched
   * for.
   */
  private @Nullable Search search(ObjectId object) {
    Search search = queue.stuck().contains(object) ? searches.get(object) : null;
    return search != null && search.version.equals(missingVersion(object)) ? search : null;
  }

  /** With fragments, members may lack an object that the primary does not lack. */
  private Version missingVersion(ObjectId object) {
    Version here = replica.missing().get(object);
    return here == null ? locations.expected(object) : here;
  }

  /** Why the object is missing. */
  State state(ObjectId object) {
    if (!queue.stuck().contains(object) || !locations.isMissingSomewhere(object)) {
      return State.RECOVERABLE;
    }
    Search search = search(object);
    if (search == null) {
      return State.NO_ROOM;
    }
    return notAsked(object, search).isEmpty() ? State.LOST : State.UNFOUND;
  }

  /** Number of objects in that state. */
  int count(State state) {
    return (int) queue.stuck().stream().filter(object -> state(object) == state).count();
  }

  /** Members that may have one of the unfound objects and were not asked. */
  SortedSet<MemberId> awaited() {
    SortedSet<MemberId> awaited = new TreeSet<>();
    for (ObjectId object : queue.stuck()) {
      Search search = search(object);
      if (search != null) {
        awaited.addAll(notAsked(object, search));
      }
    }
    return awaited;
  }

  private SortedSet<MemberId> notAsked(ObjectId object, Search search) {
    PossibleHolders holders =
        PossibleHolders.of(search.version, replica.info().history(), replica.membership());
    SortedSet<MemberId> awaited = new TreeSet<>(holders.down());
    for (MemberId member : holders.up()) {
      Long asked = search.asked.get(member);
      if (!member.equals(replica.self()) && (asked == null || asked != upFrom(member))) {
        awaited.add(member);
      }
    }
    if (replica.redundancy().combines()) {
      // The fragments that members are known to have do not suffice.
      awaited.removeAll(locations.having(object));
    }
    return awaited;
  }

  /** The result of the search, for reports. */
  MissingObject.Search report(ObjectId object) {
    State state = state(object);
    Search search = search(object);
    if (search == null) {
      return new MissingObject.Search(
          state, new TreeSet<>(), new TreeSet<>(), damaged.contains(object), Version.ZERO);
    }
    Version older = search.older.values().stream().reduce(Version.ZERO, Version::max);
    return new MissingObject.Search(
        state,
        new TreeSet<>(search.asked.keySet()),
        Membership.osdsOf(notAsked(object, search)),
        damaged.contains(object),
        older);
  }

  /** Why the loss of the object cannot be ended, as text for people; null if it is lost. */
  @Nullable String objection(ObjectId object) {
    return switch (state(object)) {
      case LOST -> null;
      case NO_ROOM -> "a device has no space for a copy of it: add space";
      case UNFOUND -> {
        SortedSet<OsdId> awaited = report(object).awaited();
        yield awaited + " may have it: start what is down, or declare it lost (osd lost N)";
      }
      case RECOVERABLE ->
          replica.missing().containsKey(object)
              ? "it is being looked for"
              : "it is not missing on the primary";
    };
  }

  /** The members with an older version of a lost object. */
  SortedMap<MemberId, Version> older(ObjectId object) {
    Search search = search(object);
    return search == null
        ? Collections.emptySortedMap()
        : Collections.unmodifiableSortedMap(search.older);
  }
}
