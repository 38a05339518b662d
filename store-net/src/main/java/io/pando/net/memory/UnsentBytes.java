package io.pando.net.memory;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Bytes that wait to be sent on streams that peers dialled to the nodes of this process. Above the
 * limit, the streams whose peers have read nothing for the longest time are reset: a peer that
 * reads is never reset because of a peer that does not.
 *
 * <p>Up to {@value #FREE_BYTES} bytes of a stream do not count, so that event loops contend here
 * only for large messages.
 *
 * <p>Bytes on streams that a node dialled itself do not count either. They belong to requests that
 * were admitted before: an update shares its bytes among all replicas.
 */
public final class UnsentBytes {
  /** Bytes of a stream that do not count. */
  public static final int FREE_BYTES = 64 << 10;

  /** A peer that takes bytes at least this often counts as reading. */
  private static final long LIVE_NANOS = 100_000_000L;

  private final long crowdedBytes;
  private final long maxBytes;
  private final LongSupplier clock;
  private final Set<Share> unsent = new LinkedHashSet<>();
  private volatile long bytes;

  /**
   * Starts with no unsent bytes.
   *
   * @param clock nanoseconds
   */
  UnsentBytes(MemoryLimits limits, LongSupplier clock) {
    this.crowdedBytes = limits.owedBytes();
    this.maxBytes = limits.maxOwedBytes();
    this.clock = clock;
  }

  /**
   * Creates the debt to a peer, with no bytes yet.
   *
   * @param reset called from any thread if the stream must be reset
   */
  public Share debt(Runnable reset) {
    return new Share(reset);
  }

  /** Number of bytes that count. */
  public long bytes() {
    return bytes;
  }

  /** Whether the unsent bytes exceed the limit above which peers should not request more. */
  public boolean isCrowded() {
    return bytes > crowdedBytes;
  }

  /** Whether the unsent bytes of peers that read exceed the same limit. */
  public boolean isBusy() {
    return isCrowded() && liveBytes() > crowdedBytes;
  }

  private synchronized long liveBytes() {
    long now = clock.getAsLong();
    long live = 0;
    for (Share debt : unsent) {
      live += now - debt.takenNanos <= LIVE_NANOS ? debt.told : 0;
    }
    return live;
  }

  /** Bytes owed to one peer. Its method is called on the stream's loop. */
  public final class Share {
    private final Runnable reset;
    private long told;
    private long takenNanos;
    private boolean ended;

    private Share(Runnable reset) {
      this.reset = reset;
    }

    /** Sets the bytes owed; 0 at the end. */
    public void owe(long owedBytes) {
      long now = owedBytes <= FREE_BYTES ? 0 : owedBytes;
      if (Math.abs(now - told) >= FREE_BYTES || (now == 0 && told != 0)) {
        change(this, now);
      }
    }
  }

  private synchronized void change(Share debt, long now) {
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
