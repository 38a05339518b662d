package io.pando.osd.pg;

import io.pando.check.Sampling;
import io.pando.osd.pg.peering.PeeringPace;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.roots.RollbackWatch;
import io.pando.osd.pg.scrub.ScrubMemory;

/**
 * The components of a placement group that outlive its intervals; {@link Interval} has the others.
 * The invariants of both are checked here after every step. Expensive checks run after some steps
 * only, and only where {@link io.pando.check.CheckLevel} is thorough.
 */
final class GroupComponents {
  /** Steps between two thorough checks. */
  private static final int SAMPLED_STEPS = 16;

  /**
   * Steps between two thorough checks of the log, which is longer than the lists of work under way.
   */
  private static final int SAMPLED_STEPS_OF_LOG = 64;

  final Replica replica;
  final DurableHeads heads = new DurableHeads();
  final RollbackWatch rollbackWatch;
  final ClientRequests requests;
  final ReplicaMaintenance maintenance;
  final PeeringPace peeringPace = new PeeringPace();
  final ScrubMemory scrubs = new ScrubMemory();
  private final Sampling sampling = new Sampling(SAMPLED_STEPS);
  private final Sampling samplingOfLog = new Sampling(SAMPLED_STEPS_OF_LOG);

  GroupComponents(Replica replica) {
    this.replica = replica;
    this.rollbackWatch = new RollbackWatch(replica, heads);
    this.requests = new ClientRequests(replica);
    this.maintenance = new ReplicaMaintenance(replica);
  }

  /** Checks the invariants of all components after a step. */
  void invariants(Interval interval) {
    replica.invariants();
    interval.invariants();
    if (sampling.isDue()) {
      interval.thoroughInvariants();
    }
    if (samplingOfLog.isDue()) {
      replica.log().thoroughInvariants();
    }
  }
}
