package io.pando.mon.health;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import io.pando.report.Health;
import io.pando.report.Health.Check;
import io.pando.report.Health.Severity;
import io.pando.report.HealthCode;
import io.pando.report.MonitorStatus;
import io.pando.report.OsdStats;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Health checks of the cluster, judged from a {@link ClusterView}: one method for each check. */
public final class HealthChecks {
  /** Below this many damaged objects: a device may lose a block now and then. */
  private static final int FEW_DAMAGED_OBJECTS = 10;

  private HealthChecks() {}

  /** All checks that report something, worst first. */
  public static Health of(ClusterView view) {
    List<Check> checks =
        Stream.of(
                noQuorum(view),
                monitorDisk(view),
                monitorsDown(view.quorum().monitors()),
                evenMonitors(view.map()),
                osdsDown(view.map()),
                flapping(view),
                flags(view.map()),
                ReleaseChecks.mixed(view.map()),
                ReleaseChecks.unfinished(view.map()),
                FullnessChecks.full(view),
                FullnessChecks.backfillFull(view),
                FullnessChecks.nearFull(view),
                FullnessChecks.poolsFull(view),
                FullnessChecks.poolsNearFull(view),
                FullnessChecks.backfillHindered(view),
                GroupChecks.availability(view),
                GroupChecks.lost(view),
                GroupChecks.lostObjects(view),
                GroupChecks.unfound(view),
                GroupChecks.withoutRoom(view),
                GroupChecks.degraded(view),
                ReplicaChecks.diverged(view),
                ReplicaChecks.rolledBack(view),
                GroupChecks.inconsistent(view),
                GroupChecks.wrongTrees(view),
                damaged(view),
                FileChecks.offline(view.map()),
                FileChecks.degraded(view.map()),
                FileChecks.damaged(view.map()),
                FileChecks.withoutStandby(view.map()),
                FileChecks.laggy(view),
                FileChecks.slowRequests(view),
                FileChecks.longJournals(view),
                poolsWithoutOsds(view.map()),
                tooFewOsds(view.map()),
                slowOps(view))
            .flatMap(Optional::stream)
            .sorted(Comparator.comparing(Check::severity).reversed())
            .toList();
    return new Health(checks);
  }

  private static Optional<Check> noQuorum(ClusterView view) {
    MonitorStatus monitors = view.quorum().monitors();
    if (view.quorum().agreed() && monitors.leader() != null) {
      return Optional.empty();
    }
    return error(
        HealthCode.MON_NO_QUORUM,
        "the " + monitors.all().size() + " monitors cannot agree: nothing can be changed",
        List.of(
            monitors.answering() + " answers from its last state, which may be old",
            "start monitors, or repair the network between them, until more than half of %s reach one another"
                .formatted(names(monitors.all()))));
  }

  /** Disk of the monitor that answers: a monitor knows only its own disk. */
  private static Optional<Check> monitorDisk(ClusterView view) {
    ReplicatedLog.Disk disk = view.quorum().disk();
    NodeId self = view.quorum().monitors().answering();
    long mib = disk.usableBytes() >> 20;
    if (disk.full()) {
      return error(
          HealthCode.MON_DISK_FULL,
          "the disk of " + self + " is full",
          List.of(
              ("%s has %s MiB left and takes no part in changes: free some space, and it continues by"
                      + " itself. Its directory is sound, keep it")
                  .formatted(self, mib)));
    }
    return disk.low()
        ? warning(
            HealthCode.MON_DISK_LOW,
            "the disk of " + self + " is nearly full",
            List.of(self + " has " + mib + " MiB left: free some space before it must stop"))
        : Optional.empty();
  }

  private static Optional<Check> monitorsDown(MonitorStatus monitors) {
    if (monitors.leader() == null) {
      return Optional.empty();
    }
    List<NodeId> away =
        monitors.all().stream().filter(node -> !monitors.quorum().contains(node)).toList();
    return warning(
        HealthCode.MON_DOWN,
        String.format(
            "%d/%d mons down, quorum %s",
            away.size(), monitors.all().size(), names(monitors.quorum())),
        away,
        node -> node + " is out of quorum: start it");
  }

  /** An even number, as while monitors come and go. */
  private static Optional<Check> evenMonitors(ClusterMap map) {
    int count = map.monitors().size();
    return count % 2 == 1
        ? Optional.empty()
        : warning(
            HealthCode.MON_EVEN,
            count + " monitors survive no more failures than " + (count - 1),
            List.of("add a monitor (mon add N), or remove one (mon rm N)"),
            line -> line);
  }

  private static Optional<Check> osdsDown(ClusterMap map) {
    List<OsdInfo> down = map.osds().values().stream().filter(osd -> osd.in() && !osd.up()).toList();
    return warning(
        HealthCode.OSD_DOWN,
        count(down.size(), "osd") + " down",
        down,
        osd ->
            ("%s is down since epoch %s: start it, or mark it out so that its data is copied elsewhere"
                    + " (osd out %s)")
                .formatted(osd.id(), osd.downAt(), osd.id().value()));
  }

  private static Optional<Check> flapping(ClusterView view) {
    return warning(
        HealthCode.OSD_FLAPPING,
        count(view.heldDown().size(), "osd") + " kept down for flapping",
        view.heldDown().entrySet(),
        entry ->
            ("%s was marked down too often although it was alive, and stays down until %s: check its"
                    + " network and the load of its machine")
                .formatted(
                    entry.getKey(),
                    Instant.ofEpochMilli(entry.getValue()).truncatedTo(ChronoUnit.SECONDS)));
  }

  private static Optional<Check> flags(ClusterMap map) {
    String labels = map.flags().stream().map(ClusterFlag::label).collect(Collectors.joining(","));
    return warning(
        HealthCode.OSDMAP_FLAGS,
        labels + " flag(s) set",
        map.flags(),
        flag -> flag.label() + " is set: clear it when done (osd unset " + flag.label() + ")");
  }

  private static Optional<Check> poolsWithoutOsds(ClusterMap map) {
    boolean some = map.osds().values().stream().anyMatch(OsdInfo::in);
    if (some) {
      return Optional.empty();
    }
    return error(
        HealthCode.POOL_NO_OSDS,
        count(map.livePools().size(), "pool") + " without any osd that is in",
        map.livePools(),
        pool -> "pool '" + pool.name() + "' cannot be placed: create and start OSDs");
  }

  private static Optional<Check> tooFewOsds(ClusterMap map) {
    long in = map.osds().values().stream().filter(OsdInfo::in).count();
    List<PoolInfo> wanting =
        map.livePools().stream().filter(pool -> in > 0 && pool.size() > in).toList();
    return warning(
        HealthCode.TOO_FEW_OSDS,
        count(wanting.size(), "pool")
            + " of more replicas or fragments than there are osds in ("
            + in
            + ")",
        wanting,
        pool ->
            pool.isErasureCoded()
                ? "pool '%s' has %s fragments of each object: add OSDs"
                    .formatted(pool.name(), pool.size())
                : "pool '%s' has size %s: add OSDs, or lower it (pool set %s size N)"
                    .formatted(pool.name(), pool.size(), pool.name()));
  }

  private static Optional<Check> slowOps(ClusterView view) {
    List<OsdStats> slow =
        view.osds().stream()
            .filter(osd -> view.map().isUp(osd.osd()) && osd.slowOps() > 0)
            .toList();
    int total = slow.stream().mapToInt(OsdStats::slowOps).sum();
    return warning(
        HealthCode.SLOW_OPS,
        count(total, "slow op") + " on " + count(slow.size(), "osd"),
        slow,
        osd ->
            ("%s has %s that waited for more than 30 s: look at its device, its network and its groups"
                    + " (pg ls)")
                .formatted(osd.osd(), count(osd.slowOps(), "operation")));
  }

  private static Optional<Check> damaged(ClusterView view) {
    List<OsdStats> spoilt =
        view.osds().stream()
            .filter(osd -> view.map().isUp(osd.osd()) && osd.damagedObjects() > FEW_DAMAGED_OBJECTS)
            .toList();
    return warning(
        HealthCode.OSD_TOO_MANY_REPAIRS,
        "damaged objects on " + count(spoilt.size(), "osd"),
        spoilt,
        osd ->
            "%s found %s since it started and fetched good copies: look at its device"
                .formatted(osd.osd(), count(osd.damagedObjects(), "damaged object")));
  }

  static <T> Optional<Check> warning(
      HealthCode code, String summary, Collection<T> about, Function<T, String> detail) {
    return check(Severity.WARNING, code, summary, about, detail);
  }

  static Optional<Check> warning(HealthCode code, String summary, List<String> details) {
    return warning(code, summary, details, Function.identity());
  }

  static <T> Optional<Check> error(
      HealthCode code, String summary, Collection<T> about, Function<T, String> detail) {
    return check(Severity.ERROR, code, summary, about, detail);
  }

  static Optional<Check> error(HealthCode code, String summary, List<String> details) {
    return error(code, summary, details, Function.identity());
  }

  /** A check with a detail for each of its subjects; empty if there are none. */
  static <T> Optional<Check> check(
      Severity severity,
      HealthCode code,
      String summary,
      Collection<T> about,
      Function<T, String> detail) {
    Invariant.check(
        severity.compareTo(code.worst()) <= 0,
        () -> code + " is raised as " + severity + ", above what its page says");
    List<String> details = shortened(about.stream().map(detail).toList());
    return about.isEmpty()
        ? Optional.empty()
        : Optional.of(new Check(code.name(), severity, summary, details, about.size()));
  }

  static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  static String names(List<NodeId> nodes) {
    return nodes.stream().map(NodeId::toString).collect(Collectors.joining(","));
  }

  private static List<String> shortened(List<String> details) {
    int most = 50;
    if (details.size() <= most) {
      return details;
    }
    List<String> some = new ArrayList<>(details.subList(0, most));
    some.add("and " + (details.size() - most) + " more");
    return some;
  }
}
