package io.pando.cli.command.admin;

import io.pando.cli.command.pool.RemovedPools;
import io.pando.cli.config.ByteSize;
import io.pando.cli.output.Json;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Pool;
import io.pando.id.NodeId;
import io.pando.mon.rules.NextStep;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import io.pando.report.MonitorStatus;
import io.pando.report.RecoveryProgress;
import io.pando.report.group.GroupStats;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the cluster's status in the layout of {@code ceph status}. */
public final class StatusView {
  private StatusView() {}

  /** Prints the status for people. */
  public static void print(ClusterStatus status, PrintStream out) {
    out.println("  cluster:");
    out.println("    id:     " + status.cluster());
    out.println("    health: " + status.health().word());
    for (Health.Check check : status.health().checks()) {
      out.println("            " + check.summary());
    }
    out.println();
    out.println("  services:");
    out.println("    mon: " + monitors(status.monitors()));
    out.println(
        "    osd: "
            + counted(status.osds().osds(), "osd")
            + ": "
            + status.osds().osdsUp()
            + " up, "
            + status.osds().osdsIn()
            + " in");
    out.println();
    out.println("  data:");
    int groups = status.groups().values().stream().mapToInt(Integer::intValue).sum();
    out.println(
        "    pools:   "
            + counted(status.data().usage().size(), "pool")
            + ", "
            + counted(groups, "pg"));
    out.println(
        "    objects: "
            + counted(objects(status), "object")
            + ", "
            + ByteSize.format(bytes(status)));
    out.println("    usage:   " + usage(status));
    List<String> lines = groupLines(status);
    for (int i = 0; i < lines.size(); i++) {
      out.println((i == 0 ? "    pgs:     " : "             ") + lines.get(i));
    }
    printRecovery(status, out);
  }

  private static void printRecovery(ClusterStatus status, PrintStream out) {
    RecoveryProgress recovery = status.copies().recovery();
    if (recovery.objectsPerSecond() > 0) {
      out.println();
      out.println("  io:");
      out.println(
          "    recovery: "
              + ByteSize.format(recovery.bytesPerSecond())
              + "/s, "
              + counted(recovery.objectsPerSecond(), "object")
              + "/s, about "
              + duration(recovery.secondsLeft())
              + " left");
    }
  }

  private static String duration(long seconds) {
    Duration left = Duration.ofSeconds(seconds);
    if (left.toHours() > 0) {
      return left.toHours() + " h " + left.toMinutesPart() + " min";
    }
    return left.toMinutes() > 0
        ? left.toMinutes() + " min " + left.toSecondsPart() + " s"
        : seconds + " s";
  }

  /** Prints the removed pools that can be restored: clients do not see them, but they use space. */
  static void printRemoved(ClusterMap map, PrintStream out) {
    if (!map.removedPools().isEmpty()) {
      out.println();
      out.println("  removed pools:");
    }
    map.removedPools().forEach(pool -> out.println("    " + RemovedPools.line(pool)));
  }

  /** Prints the pools that are on their way to another number of groups. */
  static void printSteps(ClusterMap map, List<GroupStats> groups, PrintStream out) {
    List<Pool> moving =
        map.pools().values().stream().filter(pool -> !pool.groups().isSettled()).toList();
    if (!moving.isEmpty()) {
      out.println();
      out.println("  progress:");
    }
    for (Pool pool : moving) {
      GroupCounts counts = pool.groups();
      out.printf(
          "    pool '%s': %d pgs (%d placed) on the way to %d, waits for %s%n",
          pool.name(),
          counts.count(),
          counts.placement(),
          counts.target(),
          NextStep.waitsFor(pool, groups));
    }
  }

  /** A line about the monitors. */
  static String monitors(MonitorStatus monitors) {
    List<NodeId> quorum = monitors.quorum();
    List<NodeId> missing = monitors.all().stream().filter(mon -> !quorum.contains(mon)).toList();
    NodeId leader = monitors.leader();
    return counted(monitors.all().size(), "daemon")
        + (quorum.isEmpty() ? ", no quorum" : ", quorum " + names(quorum))
        + (leader == null ? ", no leader" : ", leader " + leader)
        + (missing.isEmpty() ? "" : ", out of quorum: " + names(missing));
  }

  private static String names(List<NodeId> nodes) {
    return String.join(",", nodes.stream().map(NodeId::toString).toList());
  }

  private static List<String> groupLines(ClusterStatus status) {
    List<String> lines = new ArrayList<>();
    if (status.copies().degradedCopies() > 0) {
      double percent =
          100.0 * status.copies().degradedCopies() / Math.max(1, status.copies().totalCopies());
      lines.add(
          String.format(
              Locale.ROOT,
              "%d/%d copies of objects degraded (%.3f%%)",
              status.copies().degradedCopies(),
              status.copies().totalCopies(),
              percent));
    }
    if (status.copies().misplacedCopies() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%d/%d copies of objects misplaced (%.3f%%)",
              status.copies().misplacedCopies(),
              status.copies().totalCopies(),
              100.0
                  * status.copies().misplacedCopies()
                  / Math.max(1, status.copies().totalCopies())));
    }
    status.groups().entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(entry -> lines.add(entry.getValue() + " " + entry.getKey()));
    return lines.isEmpty() ? List.of("none") : lines;
  }

  private static String usage(ClusterStatus status) {
    long free = Math.max(0, status.data().capacityBytes() - status.data().usedBytes());
    return ByteSize.format(status.data().usedBytes())
        + " used, "
        + ByteSize.format(free)
        + " / "
        + ByteSize.format(status.data().capacityBytes())
        + " avail";
  }

  private static long objects(ClusterStatus status) {
    return status.data().usage().values().stream()
        .mapToLong(ClusterStatus.PoolUsage::objects)
        .sum();
  }

  private static long bytes(ClusterStatus status) {
    return status.data().usage().values().stream().mapToLong(ClusterStatus.PoolUsage::bytes).sum();
  }

  static String counted(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** The JSON form. */
  static Json json(ClusterStatus status) {
    List<Json> groups = new ArrayList<>();
    status
        .groups()
        .forEach(
            (state, count) -> groups.add(new Json().put("state_name", state).put("count", count)));
    return new Json()
        .put("fsid", status.cluster())
        .put("epoch", status.epoch())
        .put("health", health(status.health()))
        .put("monmap", json(status.monitors()))
        .put(
            "osdmap",
            new Json()
                .put("num_osds", status.osds().osds())
                .put("num_up_osds", status.osds().osdsUp())
                .put("num_in_osds", status.osds().osdsIn()))
        .put(
            "pgmap",
            new Json()
                .put("pgs_by_state", groups)
                .put("num_pools", status.data().usage().size())
                .put("num_objects", objects(status))
                .put("data_bytes", bytes(status))
                .put("bytes_used", status.data().usedBytes())
                .put("bytes_total", status.data().capacityBytes())
                .put("degraded_objects", status.copies().degradedCopies())
                .put("degraded_total", status.copies().totalCopies())
                .put("misplaced_objects", status.copies().misplacedCopies())
                .put("misplaced_total", status.copies().totalCopies())
                .put("recovering_objects_per_sec", status.copies().recovery().objectsPerSecond())
                .put("recovering_bytes_per_sec", status.copies().recovery().bytesPerSecond())
                .put("recovering_seconds_left", status.copies().recovery().secondsLeft()));
  }

  static Json json(MonitorStatus monitors) {
    NodeId leader = monitors.leader();
    return new Json()
        .put("num_mons", monitors.all().size())
        .put("leader", leader == null ? null : leader.toString())
        .put("term", monitors.term())
        .put("quorum_names", monitors.quorum().stream().map(NodeId::toString).toList())
        .put("mons", monitors.all().stream().map(NodeId::toString).toList());
  }

  static Json health(Health health) {
    Json checks = new Json();
    for (Health.Check check : health.checks()) {
      checks.put(
          check.code(),
          new Json()
              .put("severity", check.severity().name())
              .put("summary", check.summary())
              .put("detail", check.details()));
    }
    return new Json().put("status", health.word()).put("checks", checks);
  }
}
