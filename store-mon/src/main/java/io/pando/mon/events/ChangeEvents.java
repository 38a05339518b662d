package io.pando.mon.events;

import io.pando.cluster.Change;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.fence.Fences;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.mon.state.MonitorState;
import io.pando.report.ClusterEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adds an accepted change to the cluster log: one event with a sentence. The rules' notes describe
 * changes of operators; changes of daemons and those due with time are described by the difference
 * of the maps, since they have an effect only sometimes. A change without any effect makes no
 * event.
 */
public final class ChangeEvents {
  private static final int MAX_NAMES = 20;

  private ChangeEvents() {}

  /**
   * The state after a change, with its event.
   *
   * @param after state after the change; its log is that of {@code before}
   * @param note the rules' description
   */
  public static MonitorState add(
      MonitorState before,
      MonitorState after,
      Change change,
      String note,
      ClusterEvent.@Nullable Source source) {
    boolean muted = !before.health().mutes().equals(after.health().mutes());
    if (before.map().epoch() == after.map().epoch() && !muted) {
      return after;
    }
    MapDifference difference = new MapDifference(before, after);
    ClusterEvent.What what =
        new ClusterEvent.What(
            text(before, after, change, note, difference),
            osds(change, difference),
            pools(change, difference));
    return after.withEvents(after.events().plus(after, kind(change), source, what));
  }

  /** The state of a cluster that has just begun, with the first event. */
  public static MonitorState begin(MonitorState first) {
    ClusterEvent.What what =
        ClusterEvent.What.of(
            "cluster %s begins with %s"
                .formatted(
                    first.map().cluster(),
                    first.map().monitors().size() == 1
                        ? "1 monitor"
                        : first.map().monitors().size() + " monitors"));
    return first.withEvents(first.events().plus(first, ClusterEvent.Kind.MAP, null, what));
  }

  private static ClusterEvent.Kind kind(Change change) {
    return switch (change) {
      case Change.RaiseUpThru _, Change.OverrideActing _ -> ClusterEvent.Kind.ROUTINE;
      case Change.MuteHealth _, Change.UnmuteHealth _ -> ClusterEvent.Kind.HEALTH;
      default -> ClusterEvent.Kind.MAP;
    };
  }

  private static List<OsdId> osds(Change change, MapDifference difference) {
    return change instanceof Change.OverrideActing override
        ? override.acting().osds()
        : difference.osds();
  }

  private static List<PoolId> pools(Change change, MapDifference difference) {
    return change instanceof Change.OverrideActing override
        ? List.of(override.group().pool())
        : difference.pools();
  }

  private static String text(
      MonitorState before,
      MonitorState after,
      Change change,
      String note,
      MapDifference difference) {
    String text =
        switch (change) {
          case Change.Boot boot -> boot(before, after, boot);
          case Change.Stop stop -> stop.osd() + " marked down: it shuts down";
          case Change.RaiseUpThru raise ->
              "up_thru of %s raised to %d".formatted(raise.osd(), raise.epoch());
          case Change.OverrideActing override -> override(after, override.group());
          case Change.ReportFailure report ->
              down(before, difference, List.of(report.reporter()), "");
          case Change.MarkSilent _ ->
              down(before, difference, List.of(), "no beacon reached the leading monitor");
          case Change.Tick _ -> tick(before, difference);
          case Change.SetFlag flag ->
              "flag %s %s".formatted(flag.flag().label(), flag.on() ? "set" : "cleared");
          default -> note;
        };
    return text.isEmpty() ? "the map changed (" + change.getClass().getSimpleName() + ")" : text;
  }

  private static String boot(MonitorState before, MonitorState after, Change.Boot boot) {
    String down =
        before.map().isUp(boot.osd()) ? ", and was marked down first: it was up before" : "";
    OsdInfo osd = after.map().osds().get(boot.osd());
    return "%s came up at %s:%d%s%s"
        .formatted(
            boot.osd(),
            boot.address().host(),
            boot.address().port(),
            osd != null && osd.in() ? "" : ", and stays out",
            down);
  }

  private static String override(MonitorState after, PgId group) {
    MemberList acting = after.map().actingOverrides().getOrDefault(group, MemberList.EMPTY);
    return acting.isEmpty()
        ? "pg %s: temporary acting set ended".formatted(group)
        : "pg %s: temporary acting set %s".formatted(group, acting);
  }

  /** OSDs marked down, with the reporters and another reason. */
  private static String down(
      MonitorState before, MapDifference difference, List<OsdId> reporter, String reason) {
    List<OsdId> down = difference.down();
    if (down.isEmpty()) {
      return "";
    }
    TreeSet<OsdId> reporters = new TreeSet<>(reporter);
    down.forEach(osd -> reporters.addAll(before.failures().of(osd).keySet()));
    List<String> reasons = new ArrayList<>();
    if (!reason.isEmpty()) {
      reasons.add(reason);
    }
    if (!reporters.isEmpty()) {
      reasons.add("reported by " + names(reporters));
    }
    return names(down) + " marked down: " + String.join("; ", reasons);
  }

  private static String tick(MonitorState before, MapDifference difference) {
    List<String> parts = new ArrayList<>();
    String down = down(before, difference, List.of(), "");
    if (!down.isEmpty()) {
      parts.add(down);
    }
    if (!difference.out().isEmpty()) {
      parts.add(names(difference.out()) + " marked out: down for too long");
    }
    for (PoolId pool : difference.pools()) {
      PoolInfo gone = before.map().pools().get(pool);
      parts.add(
          "pool '%s' deleted for good: the time in which it could be restored is over"
              .formatted(gone == null ? pool : gone.name()));
    }
    if (!difference.unfenced().isEmpty()) {
      parts.add(sessions(difference.unfenced()) + ": the fence ended, its time is over");
    }
    return String.join("; ", parts);
  }

  private static String names(Collection<OsdId> osds) {
    return some(osds.stream().map(OsdId::toString).toList());
  }

  private static String sessions(List<Long> sessions) {
    return some(sessions.stream().map(Fences::nameOf).toList());
  }

  private static String some(List<String> names) {
    String some = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    return names.size() <= MAX_NAMES ? some : some + " and " + (names.size() - MAX_NAMES) + " more";
  }
}
