package io.pando.sim.workload;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which objects clients use now. An object on which several updates ended in an unknown way is left
 * behind, and another one takes its place: every update that may yet take effect makes the history
 * of its object harder to judge. For the same reason updates under way on an object are few: all of
 * them may end so. Safe for use by several threads.
 */
public final class Generations {
  private static final char SEPARATOR = '~';

  private final int mostUnknown;
  private final SortedMap<String, Integer> generation = new TreeMap<>();
  private final SortedMap<String, Integer> unknown = new TreeMap<>();
  private final SortedMap<String, Integer> underWay = new TreeMap<>();

  /**
   * @param mostUnknown updates that end in an unknown way until an object is left behind. Twice as
   *     many are the most of those and of updates under way together
   */
  public Generations(int mostUnknown) {
    this.mostUnknown = mostUnknown;
  }

  /** The object that stands for a name now. */
  synchronized String object(String name) {
    int now = generation.getOrDefault(name, 0);
    return now == 0 ? name : name + SEPARATOR + now;
  }

  /** Whether one more update of an object may begin; it has begun then. */
  synchronized boolean begin(String object) {
    int others = underWay.getOrDefault(object, 0);
    if (unknown.getOrDefault(object, 0) + others >= 2 * mostUnknown) {
      return false;
    }
    underWay.put(object, others + 1);
    return true;
  }

  /**
   * An update of an object has ended.
   *
   * @param known whether anybody knows how
   */
  synchronized void onEnded(String object, boolean known) {
    underWay.merge(object, -1, Integer::sum);
    if (!known) {
      onUnknown(object);
    }
  }

  private void onUnknown(String object) {
    if (unknown.merge(object, 1, Integer::sum) == mostUnknown) {
      int end = object.indexOf(SEPARATOR);
      generation.merge(end < 0 ? object : object.substring(0, end), 1, Integer::sum);
    }
  }
}
