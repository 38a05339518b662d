package io.pando.time;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lets one event of each source pass in a period, and counts the others: for lines of a log that
 * anybody can cause. It remembers a bounded number of sources; if more of them come in one period,
 * none of their events passes. Not safe for use by several threads at once.
 *
 * @param <K> sources
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

  /** In the order in which their periods began. */
  private final Map<K, Source> sources = new LinkedHashMap<>();

  private long heldOfOthers;

  /**
   * Nothing has passed yet.
   *
   * @param maxSources remembered at a time, at least 1
   */
  public OncePerPeriod(long periodNanos, int maxSources) {
    this.periodNanos = periodNanos;
    this.maxSources = maxSources;
  }

  /**
   * An event of a source.
   *
   * @return how many events were held back since the source's last one that passed, and of sources
   *     that are not remembered any more; empty if this one is held back
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

  /** Forgets the source whose period began first, if it is over. */
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
