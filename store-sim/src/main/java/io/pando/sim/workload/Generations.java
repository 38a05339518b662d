package io.pando.sim.workload;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The objects that clients use now. An object on which several updates ended with an unknown
 * outcome is abandoned, and another one takes its place: every update that may still take effect
 * makes the history of its object harder to check. For the same reason few updates are in flight on
 * an object: all of them may end that way. Thread-safe.
 */
public final class Generations {
  private static final char SEPARATOR = '~';

  private final int mostUnknown;
  private final SortedMap<String, Integer> generation = new TreeMap<>();
  private final SortedMap<String, Integer> unknown = new TreeMap<>();
  private final SortedMap<String, Integer> underWay = new TreeMap<>();

  /**
   * @param mostUnknown updates with unknown outcome after which an object is abandoned. Twice this
   *     number is the limit for these updates and the updates in flight together
   */
  public Generations(int mostUnknown) {
    this.mostUnknown = mostUnknown;
  }

  /** The object that a name stands for now. */
  synchronized String object(String name) {
    int now = generation.getOrDefault(name, 0);
    return now == 0 ? name : name + SEPARATOR + now;
  }

  /** Begins one more update of an object, if the limits allow it; returns whether it has begun. */
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
   * @param known whether its outcome is known
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
