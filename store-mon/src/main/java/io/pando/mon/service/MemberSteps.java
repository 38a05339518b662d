package io.pando.mon.service;

import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog.Member;
import io.pando.port.ReplicatedLog.MemberChange;
import io.pando.port.ReplicatedLog.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The steps from the replicas that the monitors' log has to the monitors that the cluster map
 * lists. Each step adds one, removes one, or replaces one life of a monitor by the next, so a
 * majority before it and a majority after it always have a replica in common. A replica is removed
 * only if a majority of the others answers.
 */
final class MemberSteps {
  private MemberSteps() {}

  /** All steps that may be taken now, the most urgent first; empty if the log matches the list. */
  static List<MemberChange> of(List<MonitorInfo> wanted, View view) {
    List<MemberChange> steps = new ArrayList<>();
    for (Member member : view.members()) {
      if (find(wanted, member.node()).isEmpty() && isSafeWithout(view, member)) {
        steps.add(new MemberChange(null, member));
      }
    }
    for (MonitorInfo monitor : wanted) {
      if (!view.members().contains(Member.of(monitor))) {
        steps.add(joining(monitor, view));
      }
    }
    return steps;
  }

  /**
   * Adds a monitor, in place of its former life if there is one. A former life that still answers
   * is removed first if the log continues without it: a monitor that moves must end at its old
   * address before it starts at the new one. Of two replicas one cannot be replaced in one step,
   * since a majority would be new.
   */
  private static MemberChange joining(MonitorInfo monitor, View view) {
    Optional<Member> former =
        view.members().stream().filter(member -> member.node().equals(monitor.node())).findFirst();
    if (former.isEmpty()) {
      return new MemberChange(monitor, null);
    }
    boolean first = view.members().size() == 2 || view.quorum().contains(former.get());
    return first && isSafeWithout(view, former.get())
        ? new MemberChange(null, former.get())
        : new MemberChange(monitor, former.get());
  }

  /**
   * Whether the log continues without a replica: more than half of the others answer the leader.
   */
  static boolean isSafeWithout(View view, Member removed) {
    List<Member> others =
        view.members().stream().filter(member -> !member.equals(removed)).toList();
    long answering = others.stream().filter(view.quorum()::contains).count();
    return !others.isEmpty() && answering > others.size() / 2;
  }

  private static Optional<MonitorInfo> find(List<MonitorInfo> monitors, NodeId node) {
    return monitors.stream().filter(monitor -> monitor.node().equals(node)).findFirst();
  }
}
