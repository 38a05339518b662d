package io.pando.mon.service;

import io.pando.cluster.ClusterMap;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.report.MonitorStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether a monitor may be removed, by what a monitor knows about who answers. */
final class MemberSafety {
  private MemberSafety() {}

  /** Why the monitors would have no quorum without one of them; empty if they would have one. */
  static Optional<String> objection(ClusterMap map, MonitorStatus status, NodeId removed) {
    List<NodeId> others =
        map.monitors().stream().map(MonitorInfo::node).filter(it -> !it.equals(removed)).toList();
    if (others.isEmpty() || others.size() == map.monitors().size()) {
      // The rules have the sentence for the last monitor, and for one that does not exist.
      return Optional.empty();
    }
    List<NodeId> answering = others.stream().filter(status.quorum()::contains).toList();
    return answering.size() > others.size() / 2
        ? Optional.empty()
        : Optional.of(
            ("%s cannot be removed: of the others (%s), %s, and more than half must answer: start them,"
                    + " or remove one that is down")
                .formatted(
                    removed,
                    names(others),
                    answering.isEmpty() ? "none answers" : "only " + names(answering) + " answer"));
  }

  private static String names(List<NodeId> nodes) {
    return nodes.stream().map(NodeId::toString).collect(Collectors.joining(", "));
  }
}
