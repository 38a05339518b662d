package io.pando.sim.plan;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.random.Random64;
import io.pando.sim.SimCluster;

/** Last event of a run's troubles, before everything is repaired and checked. */
public enum LastEvent {
  /** No further event. */
  MENDED,
  /** All machines lose power at once, monitors too, and return. */
  POWER_LOSS,
  /** The same, and a second time while they recover from it. */
  POWER_LOSS_TWICE;

  /** Executes it; all daemons run at the end. */
  public void carryOut(SimCluster cluster, int monitors, Random64 random) {
    if (this == MENDED) {
      return;
    }
    powerLoss(cluster, monitors, random);
    if (this == POWER_LOSS_TWICE) {
      cluster.world().runFor(random.between(0, 5 * SECOND));
      powerLoss(cluster, monitors, random);
    }
  }

  private static void powerLoss(SimCluster cluster, int monitors, Random64 random) {
    cluster.world().note("power loss of everything");
    for (int osd = 0; osd < cluster.size(); osd++) {
      if (cluster.isAlive(osd)) {
        cluster.losePower(osd);
      }
    }
    for (int monitor = 0; monitor < monitors; monitor++) {
      cluster.crashMonitor(monitor);
    }
    cluster.world().runFor(random.between(0, SECOND));
    for (int monitor = 0; monitor < monitors; monitor++) {
      cluster.restartMonitor(monitor);
    }
    for (int osd = 0; osd < cluster.size(); osd++) {
      cluster.startOsd(osd);
    }
  }
}
