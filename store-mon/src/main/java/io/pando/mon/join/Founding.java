package io.pando.mon.join;

import io.pando.id.NodeId;
import io.pando.report.MonitorStatus;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Decides whether a monitor with an empty folder begins a cluster or joins one that has begun. A
 * monitor that lost its disk must not vote as if it had never voted. So the monitors begin a
 * cluster only if more than half of those in the configuration say that their folders are empty and
 * none says that it has a log. As long as a majority keeps its disks, that is true only of a new
 * cluster.
 *
 * <p>They wait a while for all of them, since a monitor that comes later must join: that takes a
 * change of the map.
 */
final class Founding {
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final List<NodeId> configured;
  private final NavigableSet<NodeId> empty = new TreeSet<>();
  private final NavigableSet<NodeId> withLog = new TreeSet<>();
  private final long startNanos;

  /** The decision. */
  enum Verdict {
    /** Too few monitors have answered. */
    WAIT,
    /** The cluster begins. */
    FOUND,
    /** The cluster has begun. */
    JOIN
  }

  /**
   * Creates a decision that is open.
   *
   * @param configured monitors of the configuration; if {@code self} is not one of them, it can
   *     only join
   */
  Founding(NodeId self, List<NodeId> configured, long nowNanos) {
    this.configured = List.copyOf(configured);
    this.startNanos = nowNanos;
    if (configured.contains(self)) {
      empty.add(self);
    }
  }

  /** Takes over what a monitor says about itself. Only a monitor without a log has term 0. */
  void onAnswer(NodeId from, MonitorStatus status) {
    if (status.term() == 0 && status.leader() == null) {
      empty.add(from);
      withLog.remove(from);
    } else {
      withLog.add(from);
      empty.remove(from);
    }
  }

  Verdict verdict(long nowNanos) {
    if (!withLog.isEmpty()) {
      return Verdict.JOIN;
    }
    long count = configured.stream().filter(empty::contains).count();
    boolean patient = nowNanos - startNanos < PATIENCE_NANOS;
    return count == configured.size() || (!patient && count > configured.size() / 2)
        ? Verdict.FOUND
        : Verdict.WAIT;
  }

  /** What it waits for, for people. */
  String waitsFor() {
    String missing =
        configured.stream()
            .filter(node -> !empty.contains(node))
            .map(NodeId::toString)
            .collect(Collectors.joining(", "));
    return "waits for more than half of the monitors; no answer from " + missing;
  }
}
