package io.pando.disk.raw.pipeline.apply;

import io.pando.check.Invariant;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Items that wait for the store, in their order. Any thread may add items; one thread takes them.
 *
 * <p>Invariant: the counts of waiting items are not negative.
 */
final class StoreQueue {
  private final PipelineConfig config;
  private final Queue<StoreItem> items = new ConcurrentLinkedQueue<>();
  private final AtomicInteger updates = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** Number of waiting items that must not wait for a larger batch. */
  private final AtomicInteger urgent = new AtomicInteger();

  StoreQueue(PipelineConfig config) {
    this.config = config;
  }

  /** Adds an item; returns whether it is the first update, or not an update. */
  boolean add(StoreItem item) {
    boolean first = true;
    if (item instanceof StoreItem.Batch batch) {
      bytes.addAndGet(batch.weightBytes());
      first = updates.getAndAdd(batch.updates().size()) == 0;
    } else {
      urgent.incrementAndGet();
    }
    items.add(item);
    return first;
  }

  /** The first item; null if there is none. */
  @Nullable StoreItem first() {
    return items.peek();
  }

  /** Removes the first item. */
  void remove() {
    if (items.remove() instanceof StoreItem.Batch batch) {
      updates.addAndGet(-batch.updates().size());
      bytes.addAndGet(-batch.weightBytes());
    } else {
      urgent.decrementAndGet();
    }
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** Whether an item must not wait for a larger batch, or a batch is large enough. */
  boolean isUrgent() {
    return urgent.get() > 0
        || updates.get() >= config.apply().ops()
        || bytes.get() >= config.apply().bytes();
  }

  /** Approximate heap of waiting updates. From any thread. */
  long pendingBytes() {
    return bytes.get();
  }

  void invariants(String name) {
    Invariant.check(
        updates.get() >= 0 && bytes.get() >= 0 && urgent.get() >= 0,
        () ->
            "%s: %s updates of %s bytes and %s other items wait"
                .formatted(name, updates, bytes, urgent));
  }
}
