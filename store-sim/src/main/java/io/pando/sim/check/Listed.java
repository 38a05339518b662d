package io.pando.sim.check;

import java.util.List;

/**
 * A listing of all objects from its beginning to its end, as a client saw it.
 *
 * @param callNanos when the first page was asked
 * @param returnNanos when the last page came
 * @param names of all pages, in the order they came
 */
public record Listed(String client, long callNanos, long returnNanos, List<String> names) {
  public Listed {
    names = List.copyOf(names);
  }
}
