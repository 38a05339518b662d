package io.pando.net;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What waits to be sent to those who dialled a node of this process. When it is too much, the
 * streams are reset whose peers have taken nothing for the longest time: a peer that reads is never
 * reset for one that does not.
 *
 * <p>A debt of no more than {@value #FREE_BYTES} bytes does not count, so that event loops meet
 * here only about large messages.
 *
 * <p>What goes to those whom a node dialled itself does not count either. It is what others asked
 * for and has been admitted before: an update has the same bytes for every replica.
 */
final class Debts {
  /** Debt that does not count. */
  static final int FREE_BYTES = 64 << 10;

  /** Whoever takes bytes at least as often reads. */
  private static final long LIVE_NANOS = 100_000_000L;

  private final long crowdedBytes;
  private final long maxBytes;
  private final LongSupplier clock;
  private final Set<Debt> debts = new LinkedHashSet<>();
  private volatile long bytes;

  /**
   * None so far.
   *
   * @param clock nanoseconds
   */
  Debts(MemoryLimits limits, LongSupplier clock) {
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
    for (Debt debt : debts) {
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
      debts.remove(debt);
    } else {
      debts.add(debt);
    }
    while (bytes > maxBytes && debts.size() > 1) {
      resetLongestIdle();
    }
  }

  private void count(long more) {
    long all = bytes + more;
    bytes = all;
  }

  private void resetLongestIdle() {
    debts.stream()
        .min(Comparator.comparingLong(it -> it.takenNanos))
        .ifPresent(idle -> {
          debts.remove(idle);
          count(-idle.told);
          idle.told = 0;
          idle.ended = true;
          idle.reset.run();
        });
  }
}
