package io.pando.disk.memory;

import io.pando.store.Transaction;

/** Delays of a simulated disk; asked once for each request. */
public interface MemoryLatency {
  /** No delays. */
  MemoryLatency NONE =
      new MemoryLatency() {
        @Override
        public long commitNanos(Transaction transaction) {
          return 0;
        }

        @Override
        public long readNanos() {
          return 0;
        }
      };

  /**
   * Nanoseconds until a transaction is durable, not negative; an earlier transaction may delay it
   * further.
   */
  long commitNanos(Transaction transaction);

  /** Nanoseconds until a read is answered, not negative. */
  long readNanos();
}
