package io.pando.osd.pg.split;

import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.GroupInfo;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.osd.pg.replica.Replica;
import io.pando.port.ObjectStore;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the objects and bytes of a group after a split, when its totals are only a share of the
 * former group's. The primary counts once the group is clean, page by page, while updates go on. A
 * read reflects every update ordered before it. So an update is added separately if it came after
 * the read of its object, or after a listing that does not contain the object.
 *
 * <pre>
 *   Resting ──clean──▶ Counting ──all pages──▶ Counted ──nothing under way──▶ Resting
 *                          └──an object cannot be read──▶ GivenUp, until the interval ends
 * </pre>
 */
public final class Recount {
  private static final Limit PAGE = Limit.of("recount: objects in one page", 1, 256);
  private static final Limit PAGE_BYTES = Limit.of("recount: bytes in one page", 1, 1 << 20);

  private enum Phase {
    RESTING,
    COUNTING,
    COUNTED,
    GIVEN_UP
  }

  private record Sum(long objects, long bytes) {
    static final Sum NONE = new Sum(0, 0);

    Sum plus(Sum other) {
      return new Sum(objects + other.objects, bytes + other.bytes);
    }
  }

  private final Replica replica;
  private final Runnable whenCounted;

  /** Changes to objects that are not counted yet, since the last call of the store. */
  private final NavigableMap<ObjectId, Sum> changed = new TreeMap<>();

  private Phase phase = Phase.RESTING;
  private Sum counted = Sum.NONE;
  private @Nullable ObjectId done;

  /**
   * Creates a recount at rest.
   *
   * @param whenCounted run once the replica knows its totals
   */
  public Recount(Replica replica, Runnable whenCounted) {
    this.replica = replica;
    this.whenCounted = whenCounted;
    replica.watchTotals((object, objects, bytes) -> onUpdate(object, new Sum(objects, bytes)));
  }

  private void rest() {
    phase = Phase.RESTING;
    changed.clear();
    counted = Sum.NONE;
    done = null;
  }

  /**
   * Continues the count; called while the group is clean and this OSD is its primary.
   *
   * @param isIdle whether every update is durable on all replicas, so that no replica gets the
   *     count before an update that was ordered without it
   */
  public void onClean(boolean isIdle) {
    if (phase == Phase.RESTING && !replica.info().totals().counted()) {
      phase = Phase.COUNTING;
      list();
    } else if (phase == Phase.COUNTED && isIdle) {
      GroupInfo.Totals totals = new GroupInfo.Totals(counted.objects(), counted.bytes(), true);
      replica.update(info -> info.withTotals(totals));
      rest();
      whenCounted.run();
    }
  }

  private void onUpdate(ObjectId object, Sum by) {
    switch (phase) {
      case COUNTING -> {
        if (done != null && object.compareTo(done) <= 0) {
          Probe.reached("totals: an object changed that was counted");
          counted = counted.plus(by);
        } else {
          Probe.reached("totals: an object changed that is not counted yet");
          changed.merge(object, by, Sum::plus);
        }
      }
      case COUNTED -> counted = counted.plus(by);
      case RESTING, GIVEN_UP -> {}
    }
  }

  private void list() {
    changed.clear();
    replica.reads().list(done, PAGE.value(), this::onListed);
  }

  private void onListed(ObjectStore.Listing listing) {
    List<ObjectId> objects = listing.objects();
    // The read of these objects reflects the changes recorded so far.
    objects.forEach(changed::remove);
    if (objects.isEmpty()) {
      changed.values().forEach(by -> counted = counted.plus(by));
      phase = Phase.COUNTED;
    } else {
      replica
          .reads()
          .objects(
              objects,
              ObjectQuery.STAT,
              PAGE_BYTES.longValue(),
              outcomes -> onRead(listing, outcomes));
    }
  }

  /** Size of an object, of which a fragment may be here. */
  private long bytes(ObjectView view) {
    Payload stamp = view.attributes().get(ObjectInfo.ATTRIBUTE);
    return replica.redundancy().combines() && stamp != null
        ? GroupRecords.OBJECT.decode(stamp).objectBytes()
        : view.size();
  }

  private void onRead(ObjectStore.Listing listing, List<ReadOutcome> outcomes) {
    for (ReadOutcome outcome : outcomes) {
      switch (outcome) {
        case ReadOutcome.Found found -> counted = counted.plus(new Sum(1, bytes(found.view())));
        case ReadOutcome.Absent _ -> {}
        case ReadOutcome.Damaged _ -> phase = Phase.GIVEN_UP;
      }
    }
    if (phase == Phase.GIVEN_UP) {
      return;
    }
    ObjectId last = listing.objects().get(outcomes.size() - 1);
    boolean all = !listing.more() && outcomes.size() == listing.objects().size();
    for (Map.Entry<ObjectId, Sum> update : changed.entrySet()) {
      if (all || update.getKey().compareTo(last) <= 0) {
        counted = counted.plus(update.getValue());
      }
    }
    if (all) {
      phase = Phase.COUNTED;
    } else {
      done = last;
      list();
    }
  }
}
