package io.pando.mds.metrics;

import io.pando.mds.work.RankFigures;
import io.pando.mds.work.ServerRole;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Brings the figures of one life of a metadata server to its meters, once a second. A life begins
 * to count at 0, and meters only grow.
 */
public final class LifeMeters {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final MdsMeters meters;
  private RankFigures shown = new RankFigures();
  private @Nullable ServerRole role;
  private long dueNanos;
  private boolean begun;

  /** Of a life that begins. */
  public LifeMeters(MdsMeters meters) {
    this.meters = meters;
  }

  /** Whether figures are to be shown now. */
  public boolean isDue(long nowNanos) {
    return !begun || nowNanos - dueNanos >= 0;
  }

  /**
   * Shows figures.
   *
   * @param figures of the rank; null if the server has none, or is reading its journal
   */
  public void show(long nowNanos, ServerRole now, @Nullable RankFigures figures) {
    begun = true;
    dueNanos = nowNanos + PERIOD_NANOS;
    if (!Objects.equals(role, now)) {
      role = now;
      meters.show(now);
    }
    if (figures != null) {
      meters.show(shown, figures);
      shown = figures;
    }
  }

  /** The life is over: nothing is left of what it had. */
  public void end() {
    role = null;
    meters.show(ServerRole.without("ended"));
    meters.show(shown, shown.withoutSizes());
  }
}
