package io.pando.sim.run;

import io.pando.client.Cluster;
import io.pando.cluster.Placement;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.report.group.GroupStats;
import io.pando.report.group.MissingObject;
import io.pando.sim.SimCluster;
import io.pando.sim.check.CallOutcome;
import io.pando.sim.check.History;
import io.pando.sim.workload.RecordedPool;
import java.util.List;
import java.util.TreeSet;

/**
 * Objects whose newest update only one OSD had stored, not yet acknowledged, and whose bytes were
 * then corrupted on that OSD's disk; and objects that were ruined on all OSDs. Their groups report
 * them and wait; an operator removes them. An object version at or below one that a client was told
 * of must not be lost this way.
 */
final class LostObjects {
  private final SimCluster cluster;
  private final Cluster operator;
  private final RecordedPool client;
  private final History history;
  private final List<ObjectOp> everything;

  /**
   * Finds and removes lost objects.
   *
   * @param everything a vector that reads a whole object
   */
  LostObjects(
      SimCluster cluster,
      Cluster operator,
      RecordedPool client,
      History history,
      List<ObjectOp> everything) {
    this.cluster = cluster;
    this.operator = operator;
    this.client = client;
    this.history = history;
    this.everything = everything;
  }

  /**
   * Removes objects that were {@linkplain SimDisks#ruin ruined} and have no good copy left. This
   * may not have been detected before.
   */
  void removeRuined() {
    for (ObjectId object : cluster.disks().ruined().keySet()) {
      CallOutcome read = cluster.await(client.operate(object.name(), everything));
      if (read instanceof CallOutcome.Damaged) {
        cluster.await(client.operate(object.name(), List.of(new ObjectOp.Remove())));
      }
    }
  }

  /** Removes these objects; returns whether there were any. */
  boolean remove() {
    TreeSet<String> orphans = new TreeSet<>();
    for (GroupStats group : cluster.await(operator.admin().groupsAsync())) {
      if (group.unfound() + group.lost() > 0) {
        cluster
            .await(operator.admin().queryGroupAsync(group.group()))
            .replicas()
            .missingObjects()
            .stream()
            .filter(missing -> !missing.askedInVain().isEmpty())
            .filter(missing -> isUnheardOf(missing) || isRuined(nameOf(missing)))
            .map(LostObjects::nameOf)
            .forEach(orphans::add);
      }
    }
    orphans.forEach(name -> cluster.await(client.operate(name, List.of(new ObjectOp.Remove()))));
    return !orphans.isEmpty();
  }

  private static String nameOf(MissingObject missing) {
    return missing.object().name();
  }

  private boolean isRuined(String object) {
    return cluster.disks().ruined().containsKey(Placement.object(object));
  }

  private boolean isUnheardOf(MissingObject missing) {
    return history.operations().stream()
        .filter(it -> it.object().equals(nameOf(missing)))
        .noneMatch(it -> tells(it.ending(), missing.version()));
  }

  private static boolean tells(CallOutcome ending, Version version) {
    return ending instanceof CallOutcome.Succeeded succeeded
        && (succeeded.version() == null || !version.isAfter(succeeded.version()));
  }
}
