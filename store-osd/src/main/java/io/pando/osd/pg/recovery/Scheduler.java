package io.pando.osd.pg.recovery;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterFlag;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.recovery.backfill.Backfill;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.copy.CopyBatch;
import io.pando.osd.pg.recovery.copy.CopyWork;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.schedule.BatchPermits;
import io.pando.osd.pg.recovery.schedule.RecoveryPriority;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.recovery.schedule.Reservation;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Decides when copies are made. Objects that operations wait for are copied at once. The rest is
 * copied in batches, when the group holds slots on all OSDs that take part and the shard has given
 * it a turn.
 */
final class Scheduler implements Reservation.Desk {
  /**
   * Maximum number of objects that are copied without slots and turns because operations wait for
   * them.
   */
  private static final Limit MAX_HURRIED = Limit.of("recovery: objects that are hurried", 1, 64);

  private final Replica replica;
  private final Locations locations;
  private final RecoveryQueue queue;
  private final Copies copies;
  private final Backfill backfill;
  private final CopyWork work;
  private final Consumer<ObjectId> available;
  private final Runnable whole;
  private final Reservation reservation;
  private final BatchPermits permits;
  private final BackfillHold hold;
  private boolean active;
  private long retriedNanos;

  /**
   * Creates the scheduler of one group.
   *
   * @param available receives objects that are no longer missing when their turn comes
   * @param whole called when every replica is whole
   */
  Scheduler(
      RecoveryState state,
      Backfill backfill,
      CopyWork work,
      Consumer<ObjectId> available,
      Runnable whole) {
    this.replica = state.replica();
    this.locations = state.locations();
    this.queue = state.queue();
    this.copies = state.copies();
    this.backfill = backfill;
    this.work = work;
    this.available = available;
    this.whole = whole;
    this.reservation = new Reservation(this, replica.numbers());
    this.permits = new BatchPermits(replica);
    this.hold = new BackfillHold(state);
  }

  /** The interval has ended: returns slots and turns. */
  void onIntervalEnded() {
    reservation.onIntervalEnded();
    permits.onIntervalEnded();
  }

  /** All replicas were added: recovery begins. */
  void begin() {
    active = true;
    retriedNanos = replica.nowNanos();
    replica.missing().keySet().forEach(this::schedule);
    advance();
  }

  @Override
  public void askOwn(long token, int priority) {
    replica.emit(new Effect.AskSlot(Slot.PRIMARY, token, priority));
  }

  @Override
  public void endOwn() {
    replica.emit(new Effect.EndSlot(Slot.PRIMARY));
  }

  @Override
  public void askGuest(MemberId member, long wish, int priority) {
    replica.send(
        member, new RecoveryMessage.Reserve(replica.group(), replica.epoch(), wish, priority));
  }

  @Override
  public void releaseGuest(MemberId member, long wish) {
    replica.send(member, new RecoveryMessage.Release(replica.group(), replica.epoch(), wish));
  }

  boolean isActive() {
    return active;
  }

  Reservation reservation() {
    return reservation;
  }

  /** Puts an object in the recovery queue. */
  void schedule(ObjectId object) {
    if (!copies.contains(object)) {
      queue.add(object, locations.isMissingHere(object));
    }
  }

  /** Starts the copies that can be started now. */
  void advance() {
    if (!active) {
      return;
    }
    startHurried();
    backfill.claim();
    if (locations.isWhole()) {
      reservation.end();
      whole.run();
      return;
    }
    if (replica.membership().map().flags().contains(ClusterFlag.NORECOVER)) {
      return;
    }
    boolean held = hold.waitsFor().isPresent();
    if (queue.size() == 0 && copies.size() == 0 && (held || !backfill.hasMore())) {
      Probe.reachedIf(held, "recovery: backfill is withheld");
      Probe.reachedIf(!held, "recovery: all that is left was set aside");
      // The remaining objects were set aside, or backfill would have to find them; other groups may
      // use the slots until the retry, or a map that allows backfill.
      reservation.end();
      return;
    }
    reservation.want(locations.slotHolders(), priority());
    if (reservation.isHeld()) {
      if (!held) {
        backfill.advance();
      }
      permits.ask(queue.size(), replica.config().recovery().batch().batches(), objectsInABatch());
    }
  }

  private int priority() {
    boolean unavailable =
        !replica.missing().isEmpty()
            || locations.wholeReplicas() < replica.membership().pool().minSize();
    return RecoveryPriority.of(
        unavailable,
        replica.membership().pool().size() - locations.wholeReplicas(),
        !locations.isBackfilling());
  }

  /** Starts copies of objects that operations wait for. */
  void startHurried() {
    int room = MAX_HURRIED.value() - copies.hurried();
    if (active && room > 0) {
      start(queue.takeHurried(room), new CopyBatch(0));
    }
  }

  private void start(List<ObjectId> objects, CopyBatch batch) {
    List<ObjectCopy> pulls = new ArrayList<>();
    List<ObjectCopy> pushes = new ArrayList<>();
    for (ObjectId object : objects) {
      Version needed = replica.missing().get(object);
      boolean lacking = needed != null || locations.isMissingSomewhere(object);
      if (!lacking) {
        // The object is no longer missing since it was put into the recovery queue; operations may
        // wait for
        // it.
        available.accept(object);
        continue;
      }
      ObjectCopy copy = new ObjectCopy(object, needed == null ? Version.ZERO : needed, batch);
      copies.add(copy);
      (needed == null ? pushes : pulls).add(copy);
    }
    if (!pulls.isEmpty()) {
      work.startHere(pulls);
    }
    if (!pushes.isEmpty()) {
      work.startOthers(pushes);
    }
    endIfOver(batch);
  }

  private void endIfOver(CopyBatch batch) {
    if (batch.open.isEmpty() && !batch.isHurried() && !batch.ended) {
      batch.ended = true;
      permits.end(batch.turn);
    }
  }

  /** Number of objects of the group's average size that make a batch. */
  private int objectsInABatch() {
    RecoveryLimits limits = replica.config().recovery();
    long usualBytes = replica.info().bytes() / Math.max(1, replica.info().objects());
    long fitting = limits.batch().batchBytes() / Math.max(1, usualBytes);
    return Math.clamp(fitting, 1, limits.batch().batchObjects());
  }

  /** A copy has ended, with whatever result. */
  void finish(ObjectCopy copy) {
    copies.remove(copy);
    copy.batch.open.remove(copy.object);
    endIfOver(copy.batch);
  }

  private List<ObjectId> nextBatch() {
    int most = objectsInABatch();
    List<ObjectId> pulls = queue.takePulls(most);
    return pulls.isEmpty() ? queue.takePushes(most) : pulls;
  }

  void onTurn(long token) {
    if (permits.onGiven(token)) {
      start(reservation.isHeld() ? nextBatch() : List.of(), new CopyBatch(token));
      advance();
    }
  }

  void onSlot(long token, boolean granted) {
    if (granted) {
      reservation.onGranted(token);
    } else {
      reservation.onRevoked(token);
    }
    advance();
  }

  void onReserved(MemberId from, RecoveryMessage.Reserved reserved) {
    reservation.onReserved(from, reserved.wish());
    advance();
  }

  void onRevoked(MemberId from, RecoveryMessage.Revoked revoked) {
    reservation.onGuestRevoked(from, revoked.wish());
    advance();
  }

  void onReset(MemberId member) {
    reservation.onReset(member);
  }

  void onTick() {
    if (active && replica.nowNanos() - retriedNanos > 5 * replica.config().waits().retryNanos()) {
      retriedNanos = replica.nowNanos();
      retry();
    }
  }

  /**
   * Retries the objects that were set aside, and continues with objects that were scheduled since
   * the slots were given back: replicas wait for the removal of an object that was set aside.
   */
  void retry() {
    queue.takeAside().forEach(this::schedule);
    if (queue.size() > 0) {
      Probe.reached("recovery: objects set aside are tried again");
      advance();
    }
  }

  void invariants() {
    reservation.invariants(replica.group());
    permits.invariants();
    Invariant.check(
        active || (reservation.isIdle() && copies.size() == 0),
        () ->
            "group %s is not active, wants slots or copies %d objects"
                .formatted(replica.group(), copies.size()));
  }

  /** Checks that look at every copy. */
  void thoroughInvariants() {
    SortedSet<Long> batches = new TreeSet<>();
    for (ObjectCopy copy : copies.all()) {
      if (!copy.batch.isHurried()) {
        batches.add(copy.batch.turn);
      }
    }
    permits.thoroughInvariants(batches.size());
  }
}
