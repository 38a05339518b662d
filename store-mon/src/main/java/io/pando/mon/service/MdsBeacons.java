package io.pando.mon.service;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.MdsIncarnation;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * When this monitor last heard of each metadata server of the map, by its monotonic clock. Soft
 * state, not in any log.
 */
final class MdsBeacons {
  private final TreeMap<MdsIncarnation, Long> heardNanos = new TreeMap<>();

  /** Takes over a map: forgets servers that are not in it; a new one counts as heard. */
  void onMap(ClusterMap map, long nowNanos) {
    heardNanos.keySet().retainAll(map.files().daemons().keySet());
    map.files().daemons().keySet().forEach(daemon -> heardNanos.putIfAbsent(daemon, nowNanos));
  }

  /** A server of the map has sent a beacon. */
  void onBeacon(MdsIncarnation daemon, long nowNanos) {
    heardNanos.replace(daemon, nowNanos);
  }

  /** Counts every server as heard now: a new leader may have missed earlier beacons. */
  void hearAll(long nowNanos) {
    heardNanos.replaceAll((_, _) -> nowNanos);
  }

  /** Servers of which no beacon came for {@code graceNanos}, in order. */
  List<MdsIncarnation> silent(long nowNanos, long graceNanos) {
    return heardNanos.entrySet().stream()
        .filter(entry -> nowNanos - entry.getValue() > graceNanos)
        .map(Map.Entry::getKey)
        .toList();
  }
}
