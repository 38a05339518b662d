package io.pando.osd.pg.split;

import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.osd.pg.replica.Replica;
import io.pando.port.ObjectStore;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the objects of a group and their bytes anew, since after a split they are only a share of
 * what the whole had. The primary does it once the group is clean, page by page, while updates go
 * on: a read tells of everything that was ordered before it, so an update counts by itself if it
 * came after the read of its object, or after a listing that has not got the object.
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

  /** Updates of objects that are not counted yet, since the last question to the store. */
  private final NavigableMap<ObjectId, Sum> changed = new TreeMap<>();

  private Phase phase = Phase.RESTING;
  private Sum counted = Sum.NONE;
  private @Nullable ObjectId done;

  /**
   * Nothing to count yet.
   *
   * @param whenCounted told once the replica knows its totals
   */
  public Recount(Replica replica, Runnable whenCounted) {
    this.replica = replica;
    this.whenCounted = whenCounted;
    replica.watchTotals((object, objects, bytes) -> onUpdate(object, new Sum(objects, bytes)));
  }

  /** A new interval: the count begins anew. */
  public void reset() {
    phase = Phase.RESTING;
    changed.clear();
    counted = Sum.NONE;
    done = null;
  }

  /**
   * The group is clean, and this OSD leads it.
   *
   * @param isIdle whether every update is durable on all replicas, so that nobody hears of the
   *     count before an update that was ordered without it
   */
  public void onClean(boolean isIdle) {
    if (phase == Phase.RESTING && !replica.info().totals().counted()) {
      phase = Phase.COUNTING;
      list();
    } else if (phase == Phase.COUNTED && isIdle) {
      GroupInfo.Totals totals = new GroupInfo.Totals(counted.objects(), counted.bytes(), true);
      replica.update(info -> info.withTotals(totals));
      reset();
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
    // These are read now, with what has happened to them.
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

  private void onRead(ObjectStore.Listing listing, List<ReadOutcome> outcomes) {
    for (ReadOutcome outcome : outcomes) {
      switch (outcome) {
        case ReadOutcome.Found found -> counted = counted.plus(new Sum(1, found.view().size()));
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
