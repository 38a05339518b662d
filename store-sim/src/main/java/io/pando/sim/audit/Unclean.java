package io.pando.sim.audit;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.client.Cluster;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.MissingObject;
import io.pando.sim.SimCluster;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Groups that are not clean, with the reasons that their primaries report. */
public final class Unclean {
  private static final int MOST_ASKED = 8;
  private static final int MOST_OBJECTS = 5;
  private static final long ANSWERED_WITHIN = 10 * SECOND;

  private final SimCluster cluster;
  private final Cluster operator;

  public Unclean(SimCluster cluster, Cluster operator) {
    this.cluster = cluster;
    this.operator = operator;
  }

  /** A description of these groups, the first few in full. */
  public String account() {
    List<GroupStats> unclean =
        cluster.await(operator.admin().groupsAsync()).stream()
            .filter(it -> !it.states().equals(Set.of(GroupState.ACTIVE, GroupState.CLEAN)))
            .toList();
    if (unclean.isEmpty()) {
      return "none, as far as the monitors know";
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < unclean.size(); i++) {
      text.append("\n  ").append(i < MOST_ASKED ? inFull(unclean.get(i)) : line(unclean.get(i)));
    }
    return text.toString();
  }

  private String inFull(GroupStats known) {
    CompletableFuture<GroupReport> asked = operator.admin().queryGroupAsync(known.group());
    cluster.world().runUntil(asked::isDone, cluster.world().nowNanos() + ANSWERED_WITHIN);
    if (!asked.isDone() || asked.isCompletedExceptionally()) {
      return line(known) + "\n    (from the monitors; its primary does not answer)";
    }
    GroupReport report = asked.join();
    StringBuilder text = new StringBuilder(line(report.stats()));
    text.append("\n    phase: ").append(report.phase());
    text.append("\n    recovery: ").append(report.replicas().recovery());
    text.append(", missing ").append(report.replicas().missing());
    for (MissingObject object :
        report.replicas().missingObjects().stream().limit(MOST_OBJECTS).toList()) {
      text.append("\n    ").append(object);
    }
    int more = report.replicas().missingObjects().size() - MOST_OBJECTS;
    return more > 0
        ? text.append("\n    and ").append(more).append(" more").toString()
        : text.toString();
  }

  private static String line(GroupStats group) {
    String states = group.states().stream().map(GroupState::label).collect(Collectors.joining("+"));
    String waits = group.waitsFor().isEmpty() ? "nothing" : group.waitsFor();
    return "%s %s up %s acting %s in epoch %d, %d unfound, waits for %s"
        .formatted(
            group.group(),
            states,
            group.mapping().up(),
            group.acting(),
            group.mapping().epoch(),
            group.unfound(),
            waits);
  }
}
