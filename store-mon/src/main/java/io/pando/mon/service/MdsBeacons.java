package io.pando.mon.service;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.message.MdsMessage;
import io.pando.mon.health.MdsStats;
import io.pando.report.files.RankLoad;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * When this monitor last heard of each metadata server of the map, by its monotonic clock, and what
 * it said. Soft state, not in any log.
 */
final class MdsBeacons {
  /** How long a gap between two beacons is remembered. */
  private static final long REMEMBER_NANOS = TimeUnit.MINUTES.toNanos(1);

  /**
   * A server.
   *
   * @param gapNanos longest time between two beacons that is remembered
   * @param gapAtNanos when that ended
   */
  private record Heard(long atNanos, RankLoad load, long gapNanos, long gapAtNanos) {
    static Heard first(long nowNanos) {
      return new Heard(nowNanos, RankLoad.NONE, 0, nowNanos);
    }

    Heard again(long nowNanos) {
      return new Heard(nowNanos, load, gapNanos, gapAtNanos);
    }

    Heard beacon(long nowNanos, RankLoad now) {
      long gap = nowNanos - atNanos;
      return gap >= gapNanos || nowNanos - gapAtNanos > REMEMBER_NANOS
          ? new Heard(nowNanos, now, gap, nowNanos)
          : new Heard(nowNanos, now, gapNanos, gapAtNanos);
    }
  }

  private final TreeMap<MdsIncarnation, Heard> servers = new TreeMap<>();
  private final TreeSet<MdsIncarnation> gone = new TreeSet<>();

  /** Takes over a map: forgets servers that are not in it; a new one counts as heard. */
  void onMap(ClusterMap map, long nowNanos) {
    servers.keySet().retainAll(map.files().daemons().keySet());
    gone.retainAll(map.files().daemons().keySet());
    map.files()
        .daemons()
        .keySet()
        .forEach(daemon -> servers.putIfAbsent(daemon, Heard.first(nowNanos)));
  }

  /** A server of the map has sent a beacon. */
  void onBeacon(MdsMessage.MdsBeacon beacon, long nowNanos) {
    RankLoad load = beacon.load() == null ? RankLoad.NONE : beacon.load();
    servers.computeIfPresent(beacon.daemon(), (_, heard) -> heard.beacon(nowNanos, load));
    gone.remove(beacon.daemon());
  }

  /** Counts every server as heard now: a new leader may have missed earlier beacons. */
  void hearAll(long nowNanos) {
    servers.replaceAll((_, heard) -> heard.again(nowNanos));
    gone.clear();
  }

  /** A server refuses connections: its process has ended. */
  void onGone(MdsIncarnation daemon) {
    if (servers.containsKey(daemon)) {
      gone.add(daemon);
    }
  }

  /** Servers that refuse connections, in order. */
  List<MdsIncarnation> gone() {
    return List.copyOf(gone);
  }

  /** Servers of which no beacon came for {@code graceNanos}, in order. */
  List<MdsIncarnation> silent(long nowNanos, long graceNanos) {
    return servers.entrySet().stream()
        .filter(entry -> nowNanos - entry.getValue().atNanos() > graceNanos)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** All servers, in order. */
  List<MdsStats> stats(long graceMillis) {
    return servers.entrySet().stream()
        .map(it ->
            new MdsStats(
                it.getKey(),
                it.getValue().load(),
                TimeUnit.NANOSECONDS.toMillis(it.getValue().gapNanos()),
                graceMillis))
        .toList();
  }
}
