package io.pando.time;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lets one event of each source pass in a period, and counts the others. Used for log lines that
 * any peer can cause. It remembers a bounded number of sources. If there are more in one period, no
 * event of the excess sources passes. Not safe for use by several threads at once.
 *
 * @param <K> type of the sources
 */
public final class OncePerPeriod<K> {
  private static final class Source {
    private final long sinceNanos;
    private long held;

    private Source(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }
  }

  private final long periodNanos;
  private final int maxSources;

  /** The sources, in the order in which their periods began. */
  private final Map<K, Source> sources = new LinkedHashMap<>();

  private long heldOfOthers;

  /**
   * A filter through which no event has passed yet.
   *
   * @param maxSources maximum number of sources that are remembered at a time, at least 1
   */
  public OncePerPeriod(long periodNanos, int maxSources) {
    this.periodNanos = periodNanos;
    this.maxSources = maxSources;
  }

  /**
   * Decides about an event of a source.
   *
   * @return number of events that were held back: of this source since its last event that passed,
   *     and of sources that are not remembered any more; empty if this event is held back
   */
  public OptionalLong pass(K source, long nowNanos) {
    Source known = sources.get(source);
    if (known != null && nowNanos - known.sinceNanos < periodNanos) {
      known.held++;
      return OptionalLong.empty();
    }
    if (known == null && sources.size() >= maxSources && !forgetOldest(nowNanos)) {
      heldOfOthers++;
      return OptionalLong.empty();
    }
    sources.remove(source);
    sources.put(source, new Source(nowNanos));
    long held = heldOfOthers + (known == null ? 0 : known.held);
    heldOfOthers = 0;
    return OptionalLong.of(held);
  }

  /** Forgets the source whose period began first, if that period is over. */
  private boolean forgetOldest(long nowNanos) {
    Iterator<Source> oldest = sources.values().iterator();
    Source first = oldest.next();
    if (nowNanos - first.sinceNanos < periodNanos) {
      return false;
    }
    heldOfOthers += first.held;
    oldest.remove();
    return true;
  }
}
