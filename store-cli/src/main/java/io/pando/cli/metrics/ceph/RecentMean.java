package io.pando.cli.metrics.ceph;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/**
 * The mean of a timer over the last {@value #PERIOD_SECONDS} seconds or more, 0 if it timed nothing
 * in them. Ceph shows latencies in this way; other metrics leave the period to Prometheus.
 * Thread-safe; time is passed in.
 */
final class RecentMean {
  static final long PERIOD_SECONDS = 5;

  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(PERIOD_SECONDS);

  private long sinceNanos;
  private long count;
  private double millis;
  private double mean;

  RecentMean(long nowNanos) {
    this.sinceNanos = nowNanos;
  }

  /** The mean in milliseconds. */
  synchronized double millis(Timer timer, long nowNanos) {
    if (nowNanos - sinceNanos >= PERIOD_NANOS) {
      long newCount = timer.count();
      double newMillis = timer.totalTime(TimeUnit.MILLISECONDS);
      mean = newCount == count ? 0 : (newMillis - millis) / (newCount - count);
      count = newCount;
      millis = newMillis;
      sinceNanos = nowNanos;
    }
    return mean;
  }
}
