package io.pando.mon.health;

import io.pando.id.OsdId;
import io.pando.message.MonitorMessage;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.TreeMap;

/**
 * Rates at which OSDs recover objects, from the counters in their beacons. A new incarnation of an
 * OSD starts new counters. Keeps a few samples for each OSD.
 */
public final class RecoveryRates {
  private static final long WINDOW_NANOS = 12_000_000_000L;
  private static final int MAX_SAMPLES = 64;

  /** Copies per second and bytes of copies per second. */
  public record Rate(long objects, long bytes) {}

  private record Sample(long nonce, long atNanos, long objects, long bytes) {}

  private final TreeMap<OsdId, Deque<Sample>> samples = new TreeMap<>();

  /** Drops the samples of all OSDs that are not in the collection. */
  void retain(Collection<OsdId> osds) {
    samples.keySet().retainAll(osds);
  }

  void onBeacon(MonitorMessage.Beacon beacon, long nowNanos) {
    Deque<Sample> known = samples.computeIfAbsent(beacon.osd(), _ -> new ArrayDeque<>());
    known.removeIf(sample -> sample.nonce() != beacon.nonce());
    known.addLast(
        new Sample(
            beacon.nonce(),
            nowNanos,
            beacon.stats().repairs().recoveredObjects(),
            beacon.stats().repairs().recoveredBytes()));
    while (known.size() > 2
        && (known.size() > MAX_SAMPLES || nowNanos - known.getFirst().atNanos() > WINDOW_NANOS)) {
      known.removeFirst();
    }
  }

  /** Rate of all OSDs together; an OSD without a recent beacon does not count. */
  Rate rate(long nowNanos) {
    long objects = 0;
    long bytes = 0;
    for (Deque<Sample> known : samples.values()) {
      Sample first = known.getFirst();
      Sample last = known.getLast();
      long nanos = last.atNanos() - first.atNanos();
      if (nanos > 0 && nowNanos - last.atNanos() <= WINDOW_NANOS) {
        objects += perSecond(last.objects() - first.objects(), nanos);
        bytes += perSecond(last.bytes() - first.bytes(), nanos);
      }
    }
    return new Rate(objects, bytes);
  }

  private static long perSecond(long count, long nanos) {
    return count <= 0 ? 0 : count * 1_000 / Math.max(1, nanos / 1_000_000);
  }
}
