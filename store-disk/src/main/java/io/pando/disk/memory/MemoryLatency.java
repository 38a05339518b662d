package io.pando.disk.memory;

import io.pando.store.Transaction;

/** How long a simulated disk takes; asked once for each request. */
public interface MemoryLatency {
  /** Answers in the next turn of the loop. */
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

  /** Nanoseconds until a transaction is durable, not negative; an earlier one can hold it up. */
  long commitNanos(Transaction transaction);

  /** Nanoseconds until a read is answered, not negative. */
  long readNanos();
}
