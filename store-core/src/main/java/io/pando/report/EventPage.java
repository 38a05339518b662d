package io.pando.report;

import java.util.List;

/**
 * A page of the cluster log.
 *
 * @param events entries in ascending order of their numbers
 * @param more whether more entries are selected, after the last of this page
 */
public record EventPage(List<ClusterEvent> events, boolean more) {
  public EventPage {
    events = List.copyOf(events);
  }
}
