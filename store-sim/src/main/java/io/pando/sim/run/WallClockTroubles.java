package io.pando.sim.run;

import io.pando.id.NodeId;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import java.util.TreeMap;

/**
 * Wall clocks of daemons jump, forward and back: mostly by as much as somebody corrects, sometimes
 * by hours, which is more than any interval of the monitors' rules. No promise rests on wall
 * clocks, so this goes on beside all other troubles, and by chance of its own: whether clocks jump
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

  /** Some seeds have such troubles, if their profile may have them. */
  WallClockTroubles(SimCluster cluster, Plan plan, boolean possible, Random64 random) {
    this.cluster = cluster;
    this.monitors = plan.shape().monitors();
    this.random = random;
    this.wanted = random.nextInt(5) < 2 && possible;
  }

  /** Whether a clock should jump now. */
  boolean isDue() {
    return wanted && random.oneIn(4);
  }

  /** A clock jumps; half of the time it is a monitor's, since those are looked at most. */
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

  /** All clocks are right again, which for most of them is a jump, too. */
  void putAllRight() {
    wrong.values().forEach(cluster::lift);
    wrong.clear();
  }
}
