package io.pando.fuse;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The requests without an answer, for interrupts. A message about an interrupt may be read before
 * its request is in the table, by another thread; it is then remembered for the request. Any thread
 * may use it.
 */
final class RequestTable {
  /** Interrupts that are remembered. Those of requests that were answered are never used. */
  private static final int EARLY_INTERRUPTS = 128;

  private final ConcurrentMap<Long, PendingReply> pending = new ConcurrentHashMap<>();
  private final Set<Long> early = new LinkedHashSet<>();
  private volatile boolean anyEarly;

  /** Adds a request; interrupts it if that was told before. */
  void add(long unique, PendingReply reply) {
    pending.put(unique, reply);
    if (anyEarly && takeEarly(unique)) {
      reply.interrupt();
    }
  }

  void remove(long unique) {
    pending.remove(unique);
  }

  /** The process that waits for a request was interrupted. */
  void interrupt(long unique) {
    @Nullable PendingReply reply = pending.get(unique);
    if (reply == null) {
      remember(unique);
      // It may have been added before the interrupt was remembered.
      reply = pending.get(unique);
    }
    if (reply != null) {
      reply.interrupt();
    }
  }

  private void remember(long unique) {
    synchronized (early) {
      early.add(unique);
      if (early.size() > EARLY_INTERRUPTS) {
        early.remove(early.iterator().next());
      }
      anyEarly = true;
    }
  }

  private boolean takeEarly(long unique) {
    synchronized (early) {
      boolean found = early.remove(unique);
      anyEarly = !early.isEmpty();
      return found;
    }
  }
}
