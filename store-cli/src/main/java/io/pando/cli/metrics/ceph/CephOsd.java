package io.pando.cli.metrics.ceph;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.pando.id.NodeId;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What one OSD shows under the names of Ceph, computed from its meters each time it is asked.
 * Thread-safe.
 */
public final class CephOsd {
  private final MeterRegistry registry;
  private final String name;
  private final LongSupplier clock;
  private final RecentMean persist;

  /**
   * The view of an OSD's meters.
   *
   * @param clock nanoseconds
   */
  public CephOsd(MeterRegistry registry, NodeId osd, LongSupplier clock) {
    this.registry = registry;
    this.name = osd.toString();
    this.clock = clock;
    this.persist = new RecentMean(clock.getAsLong());
  }

  /** All metrics, in Prometheus' text format. */
  public String text() {
    CephText text = new CephText();
    Collection<Timer> reads = operations("read");
    Collection<Timer> lists = operations("list");
    Collection<Timer> writes = operations("write");
    counter(text, "ceph_osd_op_r", "Reads and listings of clients", count(reads) + count(lists));
    counter(text, "ceph_osd_op_w", "Writes of clients", count(writes));
    counter(
        text, "ceph_osd_op", "Operations of clients", count(reads) + count(lists) + count(writes));
    counter(text, "ceph_osd_op_r_out_bytes", "Data sent to clients", bytes("out"));
    counter(text, "ceph_osd_op_w_in_bytes", "Data received from clients", bytes("in"));
    latency(text, "ceph_osd_op_r_latency", "reads", reads);
    latency(text, "ceph_osd_op_w_latency", "writes", writes);
    counter(
        text,
        "ceph_osd_recovery_ops",
        "Copies that recovery sent or fetched",
        sum("pando.osd.recovered.objects"));
    counter(
        text,
        "ceph_osd_recovery_bytes",
        "Data that recovery sent or fetched",
        sum("pando.osd.recovered"));
    storeLatency(text);
    return text.toString();
  }

  private void counter(CephText text, String metric, String meaning, double value) {
    text.counter(metric, meaning).add(value, CephCluster.DAEMON, name);
  }

  private void latency(CephText text, String metric, String of, Collection<Timer> timers) {
    double seconds = timers.stream().mapToDouble(it -> it.totalTime(TimeUnit.SECONDS)).sum();
    counter(text, metric + "_sum", "Seconds that " + of + " of clients took", seconds);
    counter(text, metric + "_count", "Number of " + of + " of clients", count(timers));
  }

  private void storeLatency(CephText text) {
    Timer timer = registry.find("pando.osd.persist").timer();
    if (timer == null) {
      return;
    }
    double millis = persist.millis(timer, clock.getAsLong());
    String meaning =
        "Milliseconds until a transaction was durable: mean of at least "
            + RecentMean.PERIOD_SECONDS
            + " s";
    for (String metric : List.of("ceph_osd_apply_latency_ms", "ceph_osd_commit_latency_ms")) {
      text.gauge(metric, meaning).add(millis, CephCluster.DAEMON, name);
    }
  }

  private Collection<Timer> operations(String operation) {
    return registry.find("pando.osd.operation").tag("operation", operation).timers();
  }

  private static double count(Collection<Timer> timers) {
    return timers.stream().mapToLong(Timer::count).sum();
  }

  private double bytes(String direction) {
    return registry.find("pando.osd.client").tag("direction", direction).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private double sum(String counter) {
    return registry.find(counter).counters().stream().mapToDouble(Counter::count).sum();
  }
}
