package io.pando.sim.world;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What happened, in order: a hash over everything, and the last moments as text. Two runs with the
 * same seed must have the same hash; the text is for people who look at a failure, and is made only
 * for them.
 */
public final class SimTrace {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int REMEMBERED = 4_000;

  private record Event(long nowNanos, Supplier<String> what) {
    String line() {
      return String.format(Locale.ROOT, "%14.6f  %s", nowNanos / 1e6, what.get());
    }
  }

  private final ArrayDeque<Event> last = new ArrayDeque<>();
  private long hash = FNV_OFFSET;
  private long events;

  SimTrace() {}

  /**
   * Adds an event.
   *
   * @param digest of what happened, the same in every run
   * @param what happened, as text, should anybody ask
   */
  public void add(long nowNanos, long digest, Supplier<String> what) {
    hash = (((hash ^ nowNanos) * FNV_PRIME) ^ digest) * FNV_PRIME;
    events++;
    last.add(new Event(nowNanos, what));
    if (last.size() > REMEMBERED) {
      last.remove();
    }
  }

  /** Hash over all events so far. */
  public long hash() {
    return hash;
  }

  /** Number of events so far. */
  public long events() {
    return events;
  }

  /**
   * The last events, oldest first, at most {@code max}: virtual milliseconds, and what happened.
   */
  public List<String> last(int max) {
    return last.stream().skip(Math.max(0, last.size() - max)).map(Event::line).toList();
  }
}
