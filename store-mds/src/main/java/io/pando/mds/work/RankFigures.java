package io.pando.mds.work;

import java.util.EnumMap;
import java.util.Map;

/**
 * The numbers of a rank at one moment. Each part of the rank sets its own; what none has set is 0.
 */
public final class RankFigures {
  private final Map<MdsCount, Long> counts = new EnumMap<>(MdsCount.class);
  private final Map<MdsSize, Long> sizes = new EnumMap<>(MdsSize.class);

  /** The same counts, of a rank that has nothing. */
  public RankFigures withoutSizes() {
    RankFigures ended = new RankFigures();
    ended.counts.putAll(counts);
    return ended;
  }

  /** Sets a count. */
  public void count(MdsCount what, long number) {
    counts.put(what, number);
  }

  /** Sets a size. */
  public void size(MdsSize what, long number) {
    sizes.put(what, number);
  }

  /** A count. */
  public long counted(MdsCount what) {
    return counts.getOrDefault(what, 0L);
  }

  /** A size. */
  public long sizeOf(MdsSize what) {
    return sizes.getOrDefault(what, 0L);
  }
}
