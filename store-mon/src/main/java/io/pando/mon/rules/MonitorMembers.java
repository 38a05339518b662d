package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Changes of the list of monitors. The list is what the monitors' log should have as its replicas;
 * the leading monitor then changes the replicas, one at a time, until they match the list.
 *
 * <p>A monitor that begins with an empty folder gets a new life: the epoch of the map that says so.
 */
final class MonitorMembers {
  /** More monitors only make each change slower. */
  static final int MAX_MONITORS = 15;

  private static final int MAX_PORT = 65_535;

  private MonitorMembers() {}

  static Decision add(MonitorState state, Change.AddMonitor add, Terms terms) {
    ClusterMap map = state.map();
    MonitorInfo made =
        new MonitorInfo(
            add.monitor(), add.host(), add.port(), add.raftPort(), map.epoch() + 1, quorum(map));
    Optional<MonitorInfo> known = find(map, add.monitor());
    if (known.isPresent()) {
      return isAt(known.get(), made)
          ? new Decision.Accepted(state, add.monitor() + " is a monitor already")
          : new Decision.Rejected(
              ("%s is a monitor already, at %s: choose another number, or give it another address"
                      + " (mon move %d)")
                  .formatted(add.monitor(), place(known.get()), add.monitor().number()));
    }
    if (map.monitors().size() >= MAX_MONITORS) {
      return new Decision.Rejected(
          "there are %d monitors, and more than %d only make changes slower: remove one first (mon rm N)"
              .formatted(map.monitors().size(), MAX_MONITORS));
    }
    Optional<String> wrong = wrongAddress(map, made);
    if (wrong.isPresent()) {
      return new Decision.Rejected(wrong.get());
    }
    List<MonitorInfo> all = new ArrayList<>(map.monitors());
    all.add(made);
    return accepted(
        state,
        all,
        terms,
        "added %s at %s: start it with an empty folder (mon --id %d)"
            .formatted(made.node(), place(made), made.node().number()));
  }

  static Decision remove(MonitorState state, Change.RemoveMonitor remove, Terms terms) {
    ClusterMap map = state.map();
    if (find(map, remove.monitor()).isEmpty()) {
      return new Decision.Accepted(state, unknown(map, remove.monitor()));
    }
    if (map.monitors().size() == 1) {
      return new Decision.Rejected(
          remove.monitor()
              + " is the last monitor, and a cluster needs one: add another first (mon add)");
    }
    List<MonitorInfo> others =
        map.monitors().stream().filter(it -> !it.node().equals(remove.monitor())).toList();
    return accepted(state, others, terms, "removed " + remove.monitor());
  }

  static Decision move(MonitorState state, Change.MoveMonitor move, Terms terms) {
    ClusterMap map = state.map();
    Optional<MonitorInfo> known = find(map, move.monitor());
    if (known.isEmpty()) {
      return new Decision.Rejected(unknown(map, move.monitor()));
    }
    MonitorInfo moved =
        new MonitorInfo(
            move.monitor(),
            move.host(),
            move.port(),
            move.raftPort(),
            map.epoch() + 1,
            quorum(map));
    if (isAt(known.get(), moved)) {
      return new Decision.Accepted(state, move.monitor() + " is at " + place(moved) + " already");
    }
    if (map.monitors().size() == 1) {
      return new Decision.Rejected(
          ("%s is the only monitor, so no other could bring its state to %s: add another first (mon add),"
                  + " and remove this one then (mon rm %d)")
              .formatted(move.monitor(), place(moved), move.monitor().number()));
    }
    Optional<String> wrong = wrongAddress(map, moved);
    return wrong.isPresent()
        ? new Decision.Rejected(wrong.get())
        : accepted(
            state,
            replaced(map, moved),
            terms,
            "moved %s to %s: start it there (mon --id %d)"
                .formatted(moved.node(), place(moved), moved.node().number()));
  }

  static Decision rejoin(MonitorState state, Change.RejoinMonitor rejoin, Terms terms) {
    ClusterMap map = state.map();
    Optional<MonitorInfo> known = find(map, rejoin.monitor());
    if (known.isEmpty()) {
      return new Decision.Rejected(
          unknown(map, rejoin.monitor())
              + ": add it first (mon add %d)".formatted(rejoin.monitor().number()));
    }
    MonitorInfo before = known.get();
    if (before.life() != rejoin.life()) {
      return new Decision.Rejected(
          "%s began its life %d meanwhile".formatted(before.node(), before.life()));
    }
    if (map.monitors().size() == 1) {
      return new Decision.Rejected(
          rejoin.monitor()
              + " is the only monitor: no other has its state (mon rescue makes a new quorum)");
    }
    MonitorInfo again =
        new MonitorInfo(
            before.node(),
            before.host(),
            before.port(),
            before.raftPort(),
            map.epoch() + 1,
            before.quorum());
    return accepted(
        state, replaced(map, again), terms, before.node() + " begins again with an empty folder");
  }

  private static Decision accepted(
      MonitorState state, List<MonitorInfo> monitors, Terms terms, String note) {
    List<MonitorInfo> sorted =
        monitors.stream().sorted(Comparator.comparing(MonitorInfo::node)).toList();
    String even =
        sorted.size() % 2 == 0
            ? ". Now there are %d, which survive no more failures than %d: add or remove one"
                .formatted(sorted.size(), sorted.size() - 1)
            : "";
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.PutMonitors(sorted)), terms), note + even);
  }

  private static List<MonitorInfo> replaced(ClusterMap map, MonitorInfo now) {
    return map.monitors().stream().map(it -> it.node().equals(now.node()) ? now : it).toList();
  }

  private static Optional<String> wrongAddress(ClusterMap map, MonitorInfo made) {
    if (made.host().isBlank() || !isPort(made.port()) || !isPort(made.raftPort())) {
      return Optional.of(
          "%s needs a host and two ports from 1 to %d, not %s"
              .formatted(made.node(), MAX_PORT, place(made)));
    }
    if (made.port() == made.raftPort()) {
      return Optional.of(
          "port and raft port of %s must differ, both are %d".formatted(made.node(), made.port()));
    }
    return map.monitors().stream()
        .filter(it -> !it.node().equals(made.node()) && sharesPort(it, made))
        .findFirst()
        .map(it ->
            "%s uses a port of %s already, at %s: choose other ports or another host"
                .formatted(it.node(), place(made), place(it)));
  }

  private static boolean isPort(int port) {
    return port >= 1 && port <= MAX_PORT;
  }

  private static boolean sharesPort(MonitorInfo a, MonitorInfo b) {
    return a.host().equals(b.host())
        && List.of(a.port(), a.raftPort()).stream()
            .anyMatch(port -> port == b.port() || port == b.raftPort());
  }

  private static boolean isAt(MonitorInfo a, MonitorInfo b) {
    return a.host().equals(b.host()) && a.port() == b.port() && a.raftPort() == b.raftPort();
  }

  private static Optional<MonitorInfo> find(ClusterMap map, NodeId monitor) {
    return map.monitors().stream().filter(it -> it.node().equals(monitor)).findFirst();
  }

  private static long quorum(ClusterMap map) {
    return map.monitors().stream().mapToLong(MonitorInfo::quorum).max().orElse(0);
  }

  private static String place(MonitorInfo monitor) {
    return "%s:%d (raft port %d)".formatted(monitor.host(), monitor.port(), monitor.raftPort());
  }

  private static String unknown(ClusterMap map, NodeId monitor) {
    return monitor
        + " is not a monitor of this cluster; there are "
        + map.monitors().stream().map(it -> it.node().toString()).collect(Collectors.joining(", "));
  }
}
