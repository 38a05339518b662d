package io.pando.sim.workload;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which objects clients use now. An object on which several updates ended in an unknown way is left
 * behind, and another one takes its place: every update that may yet take effect makes the history
 * of its object harder to judge. Safe for use by several threads.
 */
public final class Generations {
  private static final char SEPARATOR = '~';

  private final int mostUnknown;
  private final SortedMap<String, Integer> generation = new TreeMap<>();
  private final SortedMap<String, Integer> unknown = new TreeMap<>();

  /**
   * @param mostUnknown updates of an object that may end in an unknown way
   */
  public Generations(int mostUnknown) {
    this.mostUnknown = mostUnknown;
  }

  /** The object that stands for a name now. */
  synchronized String object(String name) {
    int now = generation.getOrDefault(name, 0);
    return now == 0 ? name : name + SEPARATOR + now;
  }

  /** Nobody knows how an update of an object ended. */
  synchronized void onUnknown(String object) {
    if (unknown.merge(object, 1, Integer::sum) == mostUnknown) {
      int end = object.indexOf(SEPARATOR);
      generation.merge(end < 0 ? object : object.substring(0, end), 1, Integer::sum);
    }
  }
}
