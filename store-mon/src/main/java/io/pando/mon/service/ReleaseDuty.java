package io.pando.mon.service;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.id.NodeId;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A monitor's duty to tell the cluster map which release it runs, if the map has another one. It
 * tries again until the map has it.
 */
final class ReleaseDuty {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final int release;
  private boolean underWay;
  private long nextNanos = Long.MIN_VALUE;

  /**
   * Creates the duty.
   *
   * @param release number of the release that this monitor runs
   */
  ReleaseDuty(int release) {
    this.release = release;
  }

  /** The change to propose now. There is no other until {@link #onDone}. */
  Optional<Change> due(ClusterMap map, NodeId self, long nowNanos) {
    boolean isListed = map.monitors().stream().anyMatch(info -> info.node().equals(self));
    if (underWay || !isListed || map.releases().of(self) == release || nowNanos < nextNanos) {
      return Optional.empty();
    }
    underWay = true;
    return Optional.of(new Change.TellRelease(self, release));
  }

  /** The change was made or refused, or no leader answered. */
  void onDone(long nowNanos) {
    underWay = false;
    nextNanos = nowNanos + PAUSE_NANOS;
  }
}
