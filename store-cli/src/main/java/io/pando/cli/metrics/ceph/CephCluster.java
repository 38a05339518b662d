package io.pando.cli.metrics.ceph;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.Device;
import io.pando.id.NodeId;
import io.pando.mon.service.LeaderView;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import io.pando.report.HealthCode;
import io.pando.report.OsdStats;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The cluster as the leading monitor sees it, under the names of Ceph: those that the dashboards
 * and alert rules read which Debian packages (16.2, {@code ceph-grafana-dashboards} and {@code
 * ceph-prometheus-alerts}). {@link #show} is called on the monitor's loop, {@link #text} on any
 * thread.
 */
public final class CephCluster {
  static final String DAEMON = "ceph_daemon";

  private static final String SLOW_OPS = "SLOW_OPS";

  private final CephPools pools = new CephPools();
  private volatile String text = "";

  /** Renders a view of the cluster, or nothing if this monitor does not lead. */
  public void show(Optional<LeaderView> view) {
    text = view.map(this::render).orElse("");
  }

  /** All metrics, in Prometheus' text format. */
  public String text() {
    return text;
  }

  private String render(LeaderView view) {
    CephText into = new CephText();
    health(into, view.summary().health());
    monitors(into, view);
    space(into, view.summary());
    osds(into, view.cluster().map());
    osdReports(into, view.cluster().osds());
    pools.show(into, view.cluster());
    return into.toString();
  }

  private static void health(CephText into, Health health) {
    into.gauge("ceph_health_status", "0: HEALTH_OK, 1: HEALTH_WARN, 2: HEALTH_ERR")
        .add(List.of("HEALTH_OK", "HEALTH_WARN", "HEALTH_ERR").indexOf(health.word()));
    CephText.Family detail =
        into.gauge(
            "ceph_health_detail", "1 if the cluster has that problem and it is not muted, else 0");
    Set<String> raised =
        health.unmuted().stream().map(Health.Check::code).collect(Collectors.toSet());
    Arrays.stream(HealthCode.values())
        .filter(code -> !code.isOfOneMonitor())
        .forEach(code ->
            detail.add(
                raised.contains(code.name()) ? 1 : 0,
                "name",
                cephName(code),
                "severity",
                code.worst() == Health.Severity.ERROR ? "HEALTH_ERR" : "HEALTH_WARN"));
  }

  /** Ceph's name of a check, where it differs. */
  private static String cephName(HealthCode code) {
    return code == HealthCode.PG_INCONSISTENT ? "PG_DAMAGED" : code.name();
  }

  private static void monitors(CephText into, LeaderView view) {
    Set<NodeId> quorum = new TreeSet<>(view.summary().monitors().quorum());
    CephText.Family status =
        into.gauge("ceph_mon_quorum_status", "1 if the monitor is in the quorum");
    for (MonitorInfo monitor : view.cluster().map().monitors()) {
      status.add(quorum.contains(monitor.node()) ? 1 : 0, DAEMON, monitor.node().toString());
    }
    CephText.Family metadata = into.gauge("ceph_mon_metadata", "A monitor; always 1");
    for (MonitorInfo monitor : view.cluster().map().monitors()) {
      metadata.add(
          1,
          DAEMON,
          monitor.node().toString(),
          "hostname",
          monitor.host(),
          "public_addr",
          monitor.host() + ":" + monitor.port());
    }
  }

  private static void space(CephText into, ClusterStatus status) {
    into.gauge("ceph_cluster_total_bytes", "Capacity of all stores")
        .add(status.data().capacityBytes());
    into.gauge("ceph_cluster_total_used_bytes", "Used space of all stores")
        .add(status.data().usedBytes());
    into.gauge("ceph_cluster_total_used_raw_bytes", "Used space of all stores")
        .add(status.data().usedBytes());
    into.gauge("ceph_num_objects_degraded", "Degraded copies of objects")
        .add(status.copies().degradedCopies());
    into.gauge("ceph_num_objects_misplaced", "Misplaced copies of objects")
        .add(status.copies().misplacedCopies());
  }

  private static void osds(CephText into, ClusterMap map) {
    osd(into.gauge("ceph_osd_up", "1 if the OSD is up"), map, it -> it.up() ? 1 : 0);
    osd(into.gauge("ceph_osd_in", "1 if the OSD is in"), map, it -> it.in() ? 1 : 0);
    CephText.Family weight =
        into.gauge("ceph_osd_weight", "Reweight of the OSD, from 0 to 1; 0 while it is out");
    for (OsdInfo osd : map.osds().values()) {
      weight.add(
          osd.effectiveReweight() / (double) OsdInfo.FULL_WEIGHT,
          DAEMON,
          osd.id().node().toString());
    }
    CephText.Family metadata =
        into.gauge("ceph_osd_metadata", "An OSD, with its host and device class; always 1");
    for (OsdInfo osd : map.osds().values()) {
      String host = osd.address() == null ? "" : osd.address().host();
      metadata.add(
          1,
          DAEMON,
          osd.id().node().toString(),
          "hostname",
          map.crush().parentsOf(osd.id().value()).stream()
              .findFirst()
              .map(Bucket::name)
              .orElse(host),
          "device_class",
          map.crush().device(osd.id().value()).map(Device::deviceClass).orElse(""),
          "public_addr",
          host);
    }
  }

  private static void osd(CephText.Family family, ClusterMap map, ToLongFunction<OsdInfo> value) {
    for (OsdInfo osd : map.osds().values()) {
      family.add(value.applyAsLong(osd), DAEMON, osd.id().node().toString());
    }
  }

  private static void osdReports(CephText into, List<OsdStats> reports) {
    report(into.gauge("ceph_osd_stat_bytes", "Capacity"), reports, OsdStats::capacityBytes);
    report(into.gauge("ceph_osd_stat_bytes_used", "Used space"), reports, OsdStats::usedBytes);
    report(
        into.gauge("ceph_osd_numpg", "Placement groups that the OSD holds"),
        reports,
        it -> it.load().groups());
    CephText.Family slow =
        into.gauge("ceph_daemon_health_metrics", "Operations that have waited for more than 30 s");
    for (OsdStats report : reports) {
      slow.add(report.slowOps(), DAEMON, report.osd().node().toString(), "type", SLOW_OPS);
    }
    into.gauge("ceph_healthcheck_slow_ops", "The same, of all OSDs")
        .add(reports.stream().mapToLong(OsdStats::slowOps).sum());
  }

  private static void report(
      CephText.Family family, List<OsdStats> reports, ToLongFunction<OsdStats> value) {
    for (OsdStats report : reports) {
      family.add(value.applyAsLong(report), DAEMON, report.osd().node().toString());
    }
  }
}
