package io.pando.disk.raw.pipeline.log;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Items that wait for the log, in the order of their submission. Any thread may add items; one
 * thread takes them.
 */
final class LogQueue {
  private final Packer packer;
  private final Queue<LogItem> items = new ConcurrentLinkedQueue<>();

  /** The first item, after packing; null if it needs no packing or was not examined yet. */
  private LogItem.@Nullable PlacedTransaction packed;

  LogQueue(Packer packer) {
    this.packer = packer;
  }

  void add(LogItem item) {
    items.add(item);
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** Whether the first item is a transaction. */
  boolean beginsWithTransaction() {
    return items.peek() instanceof LogItem.Transacted;
  }

  /**
   * The first item; null if there is none. A draft becomes an update, unless all transactions are
   * refused.
   */
  @Nullable LogItem first(CommitOutcomes outcomes) {
    if (packed != null) {
      return packed;
    }
    LogItem item = items.peek();
    if (item instanceof LogItem.UncompressedTransaction draft && !outcomes.refusesAll()) {
      packed = packer.pack(draft);
      return packed;
    }
    return item;
  }

  /** Removes the first item. */
  void remove() {
    items.remove();
    packed = null;
  }

  void clear() {
    items.clear();
    packed = null;
  }
}
