package io.pando.report;

import io.pando.id.NodeId;
import java.util.Collection;
import java.util.List;

/**
 * Whether monitors can be stopped together while the others still have a quorum.
 *
 * @param stopping monitors to be stopped
 * @param left monitors of the present quorum that stay
 * @param needed number of monitors that a quorum needs
 */
public record QuorumCheck(List<NodeId> stopping, List<NodeId> left, int needed) {
  public QuorumCheck {
    stopping = List.copyOf(stopping);
    left = List.copyOf(left);
  }

  /** Decides by the state of the monitors. */
  public static QuorumCheck of(MonitorStatus monitors, Collection<NodeId> stopping) {
    return new QuorumCheck(
        List.copyOf(stopping),
        monitors.quorum().stream().filter(node -> !stopping.contains(node)).toList(),
        monitors.all().size() / 2 + 1);
  }

  /** Whether the monitors that stay have a quorum. */
  public boolean isOk() {
    return left.size() >= needed;
  }
}
