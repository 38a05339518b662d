package io.pando.client.objecter;

import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.PoolId;
import io.pando.probe.Limit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this client's vectors on one object in order: one queue for each object with vectors. They
 * start in the order of submission, and run together only as far as {@link Operation.Concurrency}
 * allows.
 */
final class ObjectQueues {
  /** Most started updates of one object. */
  private static final Limit MAX_UPDATES =
      Limit.of("objecter: updates of one object that are under way", 1, 16);

  private record Key(PoolId pool, ObjectId object) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && object.equals(that.object) && pool.equals(that.pool);
    }

    @Override
    public int hashCode() {
      return 31 * pool.hashCode() + object.hashCode();
    }
  }

  private static final class Lane {
    final TreeMap<Long, PendingOperation> waiting = new TreeMap<>();
    final TreeMap<Long, PendingOperation> running = new TreeMap<>();

    boolean isEmpty() {
      return waiting.isEmpty() && running.isEmpty();
    }

    boolean admits(Operation.Concurrency company) {
      return running.isEmpty()
          || (company(running.firstEntry().getValue()) == company
              && (company != Operation.Concurrency.UPDATES
                  || running.size() < MAX_UPDATES.value()));
    }
  }

  private final Map<Key, Lane> queues = new LinkedHashMap<>();
  private final Consumer<PendingOperation> start;

  /**
   * @param start called with each operation that may start now
   */
  ObjectQueues(Consumer<PendingOperation> start) {
    this.start = start;
  }

  void enter(PendingOperation op) {
    if (!(op.operation instanceof Operation.Vector vector)) {
      start.accept(op);
      return;
    }
    Lane lane = queues.computeIfAbsent(key(vector), _ -> new Lane());
    lane.waiting.put(op.sequence, op);
    startNext(lane);
  }

  void leave(PendingOperation op) {
    if (!(op.operation instanceof Operation.Vector vector)) {
      return;
    }
    Key key = key(vector);
    Lane lane = queues.get(key);
    if (lane == null) {
      return;
    }
    lane.running.remove(op.sequence);
    lane.waiting.remove(op.sequence);
    if (lane.isEmpty()) {
      queues.remove(key);
    } else {
      startNext(lane);
    }
  }

  boolean isEmpty() {
    return queues.isEmpty();
  }

  /** The update of the same object that was started before this one and has not ended. */
  @Nullable PendingOperation before(PendingOperation op) {
    Lane lane = laneOfUpdates(op);
    Map.Entry<Long, PendingOperation> entry =
        lane == null ? null : lane.running.lowerEntry(op.sequence);
    return entry == null ? null : entry.getValue();
  }

  /** The update of the same object that was started after this one. */
  @Nullable PendingOperation after(PendingOperation op) {
    Lane lane = laneOfUpdates(op);
    Map.Entry<Long, PendingOperation> entry =
        lane == null ? null : lane.running.higherEntry(op.sequence);
    return entry == null ? null : entry.getValue();
  }

  private @Nullable Lane laneOfUpdates(PendingOperation op) {
    return op.operation instanceof Operation.Vector vector
            && vector.company() == Operation.Concurrency.UPDATES
        ? queues.get(key(vector))
        : null;
  }

  private void startNext(Lane lane) {
    while (!lane.waiting.isEmpty() && lane.admits(company(lane.waiting.firstEntry().getValue()))) {
      PendingOperation next = lane.waiting.pollFirstEntry().getValue();
      lane.running.put(next.sequence, next);
      start.accept(next);
    }
  }

  private static Key key(Operation.Vector vector) {
    return new Key(vector.pool(), vector.object());
  }

  private static Operation.Concurrency company(PendingOperation op) {
    return op.operation instanceof Operation.Vector vector
        ? vector.company()
        : Operation.Concurrency.READERS;
  }

  /** Whether the operation is a vector that waits behind others on its object. */
  boolean isWaiting(PendingOperation op) {
    Lane lane = op.operation instanceof Operation.Vector vector ? queues.get(key(vector)) : null;
    return lane != null && lane.waiting.get(op.sequence) == op;
  }

  /** Whether the operation was started, or is not a vector. */
  boolean isStarted(PendingOperation op) {
    if (!(op.operation instanceof Operation.Vector vector)) {
      return true;
    }
    Lane lane = queues.get(key(vector));
    return lane != null && lane.running.get(op.sequence) == op;
  }

  /** Checks every lane. */
  void thoroughInvariants() {
    queues.forEach((key, lane) ->
        Invariant.check(
            !lane.isEmpty()
                && (lane.waiting.isEmpty()
                    || !lane.admits(company(lane.waiting.firstEntry().getValue()))),
            () ->
                "%s: %s are started, and %s wait for nothing"
                    .formatted(key.object(), lane.running.keySet(), lane.waiting.keySet())));
  }
}
