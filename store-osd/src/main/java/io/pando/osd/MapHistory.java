package io.pando.osd;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.message.MapUpdate;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest map and the steps that led to it, so that others who are behind can be brought up to
 * date. Immutable.
 *
 * @param recent consecutive, oldest first, the last one making {@code newest}; may be empty
 */
record MapHistory(ClusterMap newest, List<Incremental> recent) {
  private static final int KEPT = 200;

  MapHistory {
    recent = List.copyOf(recent);
  }

  /** The history after another map has come. */
  MapHistory advance(ClusterMap map, List<Incremental> incrementals) {
    if (incrementals.isEmpty() || incrementals.getFirst().epoch() != newest.epoch() + 1) {
      return new MapHistory(map, incrementals);
    }
    List<Incremental> all = new ArrayList<>(recent);
    all.addAll(incrementals);
    return new MapHistory(map, all.subList(Math.max(0, all.size() - KEPT), all.size()));
  }

  /**
   * What somebody lacks who has the map of this epoch: the steps if they reach back so far, else
   * the whole map.
   */
  MapUpdate updateFrom(long epoch) {
    List<Incremental> after = recent.stream().filter(step -> step.epoch() > epoch).toList();
    boolean reaches = epoch > 0 && epoch + after.size() == newest.epoch();
    return reaches ? new MapUpdate(null, after) : new MapUpdate(newest, List.of());
  }
}
