package io.pando.cli.command.status;

import io.pando.cli.command.pool.RemovedPools;
import io.pando.cli.output.Json;
import io.pando.cli.text.ByteSize;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.PoolInfo;
import io.pando.id.NodeId;
import io.pando.mon.rules.NextStep;
import io.pando.report.ClusterStatus;
import io.pando.report.Health;
import io.pando.report.HealthCode;
import io.pando.report.MonitorStatus;
import io.pando.report.RecoveryProgress;
import io.pando.report.group.GroupStats;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the cluster's status in the layout of {@code ceph status}. */
public final class StatusView {
  private StatusView() {}

  /** Prints the status for people. */
  public static void print(ClusterStatus status, ClusterMap map, PrintStream out) {
    out.println("  cluster:");
    out.println("    id:     " + status.cluster());
    out.println("    health: " + status.health().word());
    for (Health.Check check : status.health().unmuted()) {
      out.println("            " + check.summary());
    }
    String mutes = mutes(status.health());
    if (!mutes.isEmpty()) {
      out.println("            (" + mutes + ")");
    }
    out.println();
    out.println("  services:");
    out.println("    mon: " + monitors(status.monitors()));
    String osds = counted(status.osds().osds(), "osd");
    out.println(
        "    osd: %s: %s up, %s in"
            .formatted(osds, status.osds().osdsUp(), status.osds().osdsIn()));
    new FilesSummary(map.files()).print(out);
    out.println();
    out.println("  data:");
    int groups = status.groups().values().stream().mapToInt(Integer::intValue).sum();
    String pools = counted(status.data().usage().size(), "pool");
    out.println("    pools:   " + pools + ", " + counted(groups, "pg"));
    String objects = counted(objects(status), "object");
    out.println("    objects: " + objects + ", " + ByteSize.format(bytes(status)));
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
          "    recovery: %s/s, %s/s, about %s left"
              .formatted(
                  ByteSize.format(recovery.bytesPerSecond()),
                  counted(recovery.objectsPerSecond(), "object"),
                  duration(recovery.secondsLeft())));
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
  public static void printRemoved(ClusterMap map, PrintStream out) {
    if (!map.removedPools().isEmpty()) {
      out.println();
      out.println("  removed pools:");
    }
    map.removedPools().forEach(pool -> out.println("    " + RemovedPools.line(pool)));
  }

  /** Prints the pools that are on their way to another number of groups. */
  public static void printSteps(ClusterMap map, List<GroupStats> groups, PrintStream out) {
    List<PoolInfo> moving =
        map.pools().values().stream().filter(pool -> !pool.groups().isSettled()).toList();
    if (!moving.isEmpty()) {
      out.println();
      out.println("  progress:");
    }
    for (PoolInfo pool : moving) {
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
  public static String monitors(MonitorStatus monitors) {
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
    long total = status.copies().totalCopies();
    addCopies(lines, "degraded", status.copies().degradedCopies(), total);
    addCopies(lines, "misplaced", status.copies().misplacedCopies(), total);
    status.groups().entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(entry -> lines.add(entry.getValue() + " " + entry.getKey()));
    return lines.isEmpty() ? List.of("none") : lines;
  }

  private static void addCopies(List<String> lines, String state, long copies, long total) {
    if (copies > 0) {
      double percent = 100.0 * copies / Math.max(1, total);
      lines.add(
          String.format(
              Locale.ROOT, "%d/%d copies of objects %s (%.3f%%)", copies, total, state, percent));
    }
  }

  private static String usage(ClusterStatus status) {
    long used = status.data().usedBytes();
    long capacity = status.data().capacityBytes();
    return "%s used, %s / %s avail"
        .formatted(
            ByteSize.format(used),
            ByteSize.format(Math.max(0, capacity - used)),
            ByteSize.format(capacity));
  }

  private static long objects(ClusterStatus status) {
    return status.data().usage().values().stream()
        .mapToLong(ClusterStatus.PoolUsage::objects)
        .sum();
  }

  private static long bytes(ClusterStatus status) {
    return status.data().usage().values().stream().mapToLong(ClusterStatus.PoolUsage::bytes).sum();
  }

  public static String counted(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  /** The JSON form. */
  public static Json json(ClusterStatus status, ClusterMap map) {
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
        .put("fsmap", new FilesSummary(map.files()).json())
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

  public static Json json(MonitorStatus monitors) {
    NodeId leader = monitors.leader();
    return new Json()
        .put("num_mons", monitors.all().size())
        .put("leader", leader == null ? null : leader.toString())
        .put("term", monitors.term())
        .put("quorum_names", monitors.quorum().stream().map(NodeId::toString).toList())
        .put("mons", monitors.all().stream().map(NodeId::toString).toList());
  }

  /** A clause about the muted checks that are raised; empty if there are none. */
  public static String mutes(Health health) {
    List<String> muted = new ArrayList<>();
    for (Health.Check check : health.checks()) {
      health.muteOf(check).ifPresent(mute -> muted.add(mute(mute)));
    }
    return muted.isEmpty() ? "" : "muted: " + String.join(", ", muted);
  }

  /** A muted check, and the end of its mute. */
  public static String mute(Health.Mute mute) {
    String until = mute.untilMillis() == 0 ? "" : " until " + time(mute);
    return mute.code() + until + (mute.sticky() ? " (sticky)" : "");
  }

  private static Instant time(Health.Mute mute) {
    return Instant.ofEpochMilli(mute.untilMillis()).truncatedTo(ChronoUnit.SECONDS);
  }

  public static Json health(Health health) {
    Json checks = new Json();
    for (Health.Check check : health.checks()) {
      checks.put(
          check.code(),
          new Json()
              .put("severity", check.severity().name())
              .put("summary", check.summary())
              .put("count", check.count())
              .put("detail", check.details())
              .put("remedy", HealthCode.named(check.code()).map(HealthCode::remedy).orElse(""))
              .put("muted", health.muteOf(check).isPresent()));
    }
    List<Json> mutes = new ArrayList<>();
    for (Health.Mute mute : health.mutes()) {
      mutes.add(
          new Json()
              .put("code", mute.code())
              .put("until", mute.untilMillis() == 0 ? null : time(mute).toString())
              .put("sticky", mute.sticky())
              .put("count", mute.count()));
    }
    return new Json().put("status", health.word()).put("checks", checks).put("mutes", mutes);
  }
}
