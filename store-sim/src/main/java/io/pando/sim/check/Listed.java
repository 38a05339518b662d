package io.pando.sim.check;

import java.util.List;

/**
 * A listing of all objects from its beginning to its end, as a client saw it.
 *
 * @param callNanos time at which the first page was requested
 * @param returnNanos time at which the last page arrived
 * @param names names of all pages, in order of arrival
 */
public record Listed(String client, long callNanos, long returnNanos, List<String> names) {
  public Listed {
    names = List.copyOf(names);
  }
}
