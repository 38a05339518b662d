package io.pando.cli.metrics;

import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.pando.cli.config.MetricsSettings;
import io.pando.cli.metrics.ceph.CephCluster;
import io.pando.cli.metrics.ceph.CephOsd;
import io.pando.cli.output.Json;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The registry of one daemon, with the doors through which it is read. All meters have the tag
 * {@code daemon}. Thread-safe.
 */
public final class DaemonMetrics implements AutoCloseable {
  private static final String DAEMON = "daemon";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ProcessMeters process;
  private final MeterBeans beans;
  private final @Nullable CephCluster cephCluster;
  private final Supplier<String> cephText;
  private @Nullable MetricsServer server;

  private DaemonMetrics(ClusterId cluster, NodeId daemon, boolean cephNames) {
    registry.config().commonTags(DAEMON, daemon.toString());
    this.beans = MeterBeans.of(registry, cluster, daemon);
    this.process = new ProcessMeters(registry);
    CephCluster leader = cephNames && daemon.role() == NodeId.Role.MON ? new CephCluster() : null;
    this.cephCluster = leader;
    if (leader != null) {
      this.cephText = leader::text;
    } else if (cephNames && daemon.role() == NodeId.Role.OSD) {
      this.cephText = new CephOsd(registry, daemon, System::nanoTime)::text;
    } else {
      this.cephText = () -> "";
    }
  }

  /**
   * Opens a registry with the meters of the process, and shows it by JMX and, unless the settings
   * turn that off, at {@code /metrics}.
   *
   * @param host host of the daemon, on which the endpoint listens unless the settings name another
   */
  public static DaemonMetrics open(
      ClusterId cluster, NodeId daemon, String host, MetricsSettings settings) throws IOException {
    DaemonMetrics metrics = new DaemonMetrics(cluster, daemon, settings.cephNames());
    boolean complete = false;
    try {
      if (settings.enabled()) {
        String address = settings.host().isEmpty() ? host : settings.host();
        int port = settings.portOf(daemon);
        metrics.server = MetricsServer.start(address, port, metrics::scrape);
      }
      complete = true;
      return metrics;
    } finally {
      if (!complete) {
        metrics.close();
      }
    }
  }

  private String scrape(String contentType) {
    return registry.scrape(contentType) + cephText.get();
  }

  /** Meters of the cluster, for a monitor to show while it leads. */
  public ClusterMeters ofCluster() {
    return new ClusterMeters(registry, cephCluster);
  }

  /** The registry in which the daemon's parts register their meters. */
  public MeterRegistry registry() {
    return registry;
  }

  /**
   * Removes the meters of a network node and of its calls, which is closed: they would show its
   * last values in place of those of the next node.
   */
  public void removeNode() {
    for (Meter meter : List.copyOf(registry.getMeters())) {
      String name = meter.getId().getName();
      if (name.startsWith("pando.network.") || name.startsWith("pando.client.")) {
        registry.remove(meter);
      }
    }
  }

  /** The values of all meters, by name and then by tags. */
  public Json json() {
    SortedMap<String, Json> names = new TreeMap<>();
    for (Meter meter : registry.getMeters()) {
      Json values = new Json();
      for (Measurement measurement : meter.measure()) {
        values.put(measurement.getStatistic().getTagValueRepresentation(), measurement.getValue());
      }
      String tags =
          meter.getId().getTags().stream()
              .filter(tag -> !tag.getKey().equals(DAEMON))
              .map(tag -> tag.getKey() + "=" + tag.getValue())
              .collect(Collectors.joining(","));
      names.computeIfAbsent(meter.getId().getName(), _ -> new Json()).put(tags, values);
    }
    return Json.of(names, it -> it);
  }

  /** A sentence for the log. */
  public String describe() {
    return server == null ? "no endpoint for metrics" : "metrics at " + server.url();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
    beans.close();
    process.close();
    registry.close();
  }
}
