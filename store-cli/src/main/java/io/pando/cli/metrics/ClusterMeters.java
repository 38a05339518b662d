package io.pando.cli.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.pando.cli.metrics.ceph.CephCluster;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.mon.service.LeaderView;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import io.pando.report.OsdStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the cluster as a whole, which the leading monitor shows; the other monitors show none.
 * Not thread-safe.
 */
public final class ClusterMeters {
  private static final String OSD = "osd";
  private static final String STATE = "state";
  private static final String POOL = "pool";
  private static final ClusterStatus.PoolUsage UNUSED = new ClusterStatus.PoolUsage(0, 0);

  private final MultiGauge health;
  private final MultiGauge checks;
  private final MultiGauge monitors;
  private final MultiGauge osds;
  private final MultiGauge groups;
  private final MultiGauge copies;
  private final MultiGauge capacity;
  private final MultiGauge used;
  private final MultiGauge poolInfo;
  private final MultiGauge poolObjects;
  private final MultiGauge poolBytes;
  private final MultiGauge osdUp;
  private final MultiGauge osdIn;
  private final MultiGauge osdUsed;
  private final MultiGauge osdCapacity;
  private final MultiGauge osdSlow;
  private final FileMeters files;

  private final @Nullable CephCluster ceph;

  /**
   * Registers the meters, which have no values until {@link #show}.
   *
   * @param ceph shows the same under the names of Ceph; null if that is not wanted
   */
  ClusterMeters(MeterRegistry registry, @Nullable CephCluster ceph) {
    this.ceph = ceph;
    this.health = gauge(registry, "pando.cluster.health", "0: healthy, 1: a warning, 2: an error");
    this.checks =
        gauge(
            registry, "pando.cluster.health.check", "A problem that the cluster has now; always 1");
    this.monitors =
        gauge(registry, "pando.cluster.monitors", "Monitors of the map, and of the quorum");
    this.osds = gauge(registry, "pando.cluster.osds", "OSDs of the map, and those up and in");
    this.groups = gauge(registry, "pando.cluster.groups", "Placement groups by their states");
    this.copies =
        gauge(registry, "pando.cluster.copies", "Copies of objects; degraded and misplaced ones");
    this.capacity = bytes(registry, "pando.cluster.capacity", "Capacity of all stores");
    this.used = bytes(registry, "pando.cluster.used", "Used space of all stores");
    this.poolInfo = gauge(registry, "pando.pool.info", "Name of a pool by its number; always 1");
    this.poolObjects = gauge(registry, "pando.pool.objects", "Objects of a pool");
    this.poolBytes = bytes(registry, "pando.pool.stored", "Data of a pool, without its copies");
    this.osdUp = gauge(registry, "pando.cluster.osd.up", "1 if the OSD is up");
    this.osdIn = gauge(registry, "pando.cluster.osd.in", "1 if the OSD is in");
    this.osdUsed = bytes(registry, "pando.cluster.osd.used", "Used space of an OSD's stores");
    this.osdCapacity = bytes(registry, "pando.cluster.osd.capacity", "Capacity of an OSD's stores");
    this.osdSlow =
        gauge(
            registry,
            "pando.cluster.osd.operations.slow",
            "Operations of clients that have waited for more than 30 s");
    this.files = new FileMeters(registry);
  }

  private static MultiGauge gauge(MeterRegistry registry, String name, String description) {
    return MultiGauge.builder(name).description(description).register(registry);
  }

  private static MultiGauge bytes(MeterRegistry registry, String name, String description) {
    return MultiGauge.builder(name).baseUnit("bytes").description(description).register(registry);
  }

  /** Shows a view of the cluster, or nothing if this monitor does not lead. */
  public void show(Optional<LeaderView> view) {
    showSummary(view.map(LeaderView::summary));
    showPools(view);
    showOsds(view);
    files.show(view.map(it -> it.cluster().map().files()));
    if (ceph != null) {
      ceph.show(view);
    }
  }

  private void showSummary(Optional<ClusterStatus> status) {
    set(health, status.map(it -> List.of(row(Tags.empty(), severity(it.health())))));
    set(
        checks,
        status.map(it ->
            it.health().checks().stream()
                .map(check ->
                    row(Tags.of("code", check.code(), "severity", check.severity().name()), 1))
                .toList()));
    set(
        monitors,
        status.map(it ->
            List.of(
                row(Tags.of(STATE, "all"), it.monitors().all().size()),
                row(Tags.of(STATE, "quorum"), it.monitors().quorum().size()))));
    set(
        osds,
        status.map(it ->
            List.of(
                row(Tags.of(STATE, "all"), it.osds().osds()),
                row(Tags.of(STATE, "up"), it.osds().osdsUp()),
                row(Tags.of(STATE, "in"), it.osds().osdsIn()))));
    set(
        groups,
        status.map(it ->
            it.groups().entrySet().stream()
                .map(group -> row(Tags.of(STATE, group.getKey()), group.getValue()))
                .toList()));
    set(
        copies,
        status.map(it ->
            List.of(
                row(Tags.of(STATE, "all"), it.copies().totalCopies()),
                row(Tags.of(STATE, "degraded"), it.copies().degradedCopies()),
                row(Tags.of(STATE, "misplaced"), it.copies().misplacedCopies()))));
    set(capacity, status.map(it -> List.of(row(Tags.empty(), it.data().capacityBytes()))));
    set(used, status.map(it -> List.of(row(Tags.empty(), it.data().usedBytes()))));
  }

  private static int severity(Health health) {
    return switch (health.word()) {
      case "HEALTH_OK" -> 0;
      case "HEALTH_WARN" -> 1;
      default -> 2;
    };
  }

  private void showPools(Optional<LeaderView> view) {
    List<Row<?>> info = new ArrayList<>();
    List<Row<?>> objects = new ArrayList<>();
    List<Row<?>> bytes = new ArrayList<>();
    view.ifPresent(it ->
        it.cluster()
            .map()
            .livePools()
            .forEach(pool -> {
              Tags tags = Tags.of(POOL, pool.id().toString());
              ClusterStatus.PoolUsage usage =
                  it.summary().data().usage().getOrDefault(pool.id(), UNUSED);
              info.add(row(tags.and("pool_name", pool.name()), 1));
              objects.add(row(tags, usage.objects()));
              bytes.add(row(tags, usage.bytes()));
            }));
    poolInfo.register(info, true);
    poolObjects.register(objects, true);
    poolBytes.register(bytes, true);
  }

  private void showOsds(Optional<LeaderView> view) {
    List<Row<?>> up = new ArrayList<>();
    List<Row<?>> in = new ArrayList<>();
    List<Row<?>> usedBytes = new ArrayList<>();
    List<Row<?>> capacityBytes = new ArrayList<>();
    List<Row<?>> slow = new ArrayList<>();
    view.ifPresent(it -> {
      ClusterMap map = it.cluster().map();
      for (OsdInfo osd : map.osds().values()) {
        Tags tags = Tags.of(OSD, Integer.toString(osd.id().value()));
        up.add(row(tags, osd.up() ? 1 : 0));
        in.add(row(tags, osd.in() ? 1 : 0));
      }
      for (OsdStats osd : it.cluster().osds()) {
        Tags tags = Tags.of(OSD, Integer.toString(osd.osd().value()));
        usedBytes.add(row(tags, osd.usedBytes()));
        capacityBytes.add(row(tags, osd.capacityBytes()));
        slow.add(row(tags, osd.slowOps()));
      }
    });
    osdUp.register(up, true);
    osdIn.register(in, true);
    osdUsed.register(usedBytes, true);
    osdCapacity.register(capacityBytes, true);
    osdSlow.register(slow, true);
  }

  private static Row<Number> row(Tags tags, long value) {
    return Row.of(tags, value);
  }

  private static void set(MultiGauge gauge, Optional<List<Row<Number>>> rows) {
    gauge.register(List.<Row<?>>copyOf(rows.orElse(List.of())), true);
  }
}
