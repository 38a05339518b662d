package io.pando.net;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Bytes that wait to be sent on streams that peers dialled to the nodes of this process. Above the
 * limit, the streams are reset whose peers have read nothing for the longest time: a peer that reads
 * is never reset for one that does not.
 *
 * <p>Up to {@value #FREE_BYTES} bytes of a stream do not count, so that event loops contend here
 * only for large messages.
 *
 * <p>What goes to those whom a node dialled itself does not count either. It is what others asked
 * for and has been admitted before: an update has the same bytes for every replica.
 */
final class UnsentBytes {
  /** Debt that does not count. */
  static final int FREE_BYTES = 64 << 10;

  /** Whoever takes bytes at least as often reads. */
  private static final long LIVE_NANOS = 100_000_000L;

  private final long crowdedBytes;
  private final long maxBytes;
  private final LongSupplier clock;
  private final Set<Debt> unsent = new LinkedHashSet<>();
  private volatile long bytes;

  /**
   * None so far.
   *
   * @param clock nanoseconds
   */
  UnsentBytes(MemoryLimits limits, LongSupplier clock) {
    this.crowdedBytes = limits.owedBytes();
    this.maxBytes = limits.maxOwedBytes();
    this.clock = clock;
  }

  /**
   * The debt to a peer, nothing yet.
   *
   * @param reset called from any thread if the stream is to be reset
   */
  Debt debt(Runnable reset) {
    return new Debt(reset);
  }

  /** Bytes that count. */
  long bytes() {
    return bytes;
  }

  /** Whether so much is owed that those who are owed something should not ask for more. */
  boolean isCrowded() {
    return bytes > crowdedBytes;
  }

  /** Whether so much is owed to peers that read. */
  boolean isBusy() {
    return isCrowded() && liveBytes() > crowdedBytes;
  }

  private synchronized long liveBytes() {
    long now = clock.getAsLong();
    long live = 0;
    for (Debt debt : unsent) {
      live += now - debt.takenNanos <= LIVE_NANOS ? debt.told : 0;
    }
    return live;
  }

  /** What is owed to one peer. Its method is called on the stream's loop. */
  final class Debt {
    private final Runnable reset;
    private long told;
    private long takenNanos;
    private boolean ended;

    private Debt(Runnable reset) {
      this.reset = reset;
    }

    /** So much is owed now; 0 at the end. */
    void owe(long owedBytes) {
      long now = owedBytes <= FREE_BYTES ? 0 : owedBytes;
      if (Math.abs(now - told) >= FREE_BYTES || (now == 0 && told != 0)) {
        change(this, now);
      }
    }
  }

  private synchronized void change(Debt debt, long now) {
    if (debt.ended) {
      return;
    }
    if (now < debt.told || debt.told == 0) {
      debt.takenNanos = clock.getAsLong();
    }
    count(now - debt.told);
    debt.told = now;
    if (now == 0) {
      unsent.remove(debt);
    } else {
      unsent.add(debt);
    }
    while (bytes > maxBytes && unsent.size() > 1) {
      resetLongestIdle();
    }
  }

  private void count(long more) {
    long all = bytes + more;
    bytes = all;
  }

  private void resetLongestIdle() {
    unsent.stream()
        .min(Comparator.comparingLong(it -> it.takenNanos))
        .ifPresent(idle -> {
          unsent.remove(idle);
          count(-idle.told);
          idle.told = 0;
          idle.ended = true;
          idle.reset.run();
        });
  }
}
