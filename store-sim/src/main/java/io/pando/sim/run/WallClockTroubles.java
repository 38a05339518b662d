package io.pando.sim.run;

import io.pando.id.NodeId;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.plan.Plan;
import java.util.TreeMap;

/**
 * Makes wall clocks of daemons jump, forward and back: mostly by usual corrections, sometimes by
 * hours, which is more than any interval of the monitors' rules. No promise depends on wall clocks,
 * so this is combined with all other troubles, and has its own random numbers: whether clocks jump
 * changes nothing else that a seed draws.
 */
final class WallClockTroubles {
  private static final long SMALL_JUMP_MILLIS = 20_000;
  private static final long LARGE_JUMP_MILLIS = 24 * 3_600_000L;

  private final SimCluster cluster;
  private final int monitors;
  private final Random64 random;
  private final boolean wanted;
  private final TreeMap<NodeId, Fault.WallOff> wrong = new TreeMap<>();

  /** Creates the troubles; some seeds have them, if their profile allows them. */
  WallClockTroubles(SimCluster cluster, Plan plan, boolean possible, Random64 random) {
    this.cluster = cluster;
    this.monitors = plan.shape().monitors();
    this.random = random;
    this.wanted = random.nextInt(5) < 2 && possible;
  }

  /** Whether a clock must jump now. */
  boolean isDue() {
    return wanted && random.oneIn(4);
  }

  /** Makes a clock jump; in half of the cases a monitor's, since those matter most. */
  void jump() {
    NodeId node =
        random.nextBoolean()
            ? Site.monitor(random.nextInt(monitors))
            : Site.osd(random.nextInt(cluster.size()));
    long most = random.oneIn(4) ? LARGE_JUMP_MILLIS : SMALL_JUMP_MILLIS;
    Fault.WallOff fault = new Fault.WallOff(node, random.between(-most, most));
    cluster.apply(fault);
    wrong.put(node, fault);
  }

  /** Sets all clocks right, which for most of them is a jump too. */
  void putAllRight() {
    wrong.values().forEach(cluster::lift);
    wrong.clear();
  }
}
