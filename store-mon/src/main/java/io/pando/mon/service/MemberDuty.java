package io.pando.mon.service;

import io.pando.cluster.MonitorInfo;
import io.pando.port.ReplicatedLog;
import io.pando.port.ReplicatedLog.MemberChange;
import io.pando.port.ReplicatedLog.Reconfigured;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leading monitor's duty to make the replicas of the log match the monitors of the cluster map.
 * The map changes first. The leader takes the steps that are left, so a crash between two steps
 * leaves nothing unfinished. A monitor that was added but does not run yet is tried again and
 * again, in turn with other steps.
 */
final class MemberDuty {
  private static final Logger LOG = LoggerFactory.getLogger(MemberDuty.class);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private int turn;
  private boolean underWay;
  private long nextNanos = Long.MIN_VALUE;

  /** The step to take now. There is no other until {@link #onDone}. */
  Optional<MemberChange> due(List<MonitorInfo> wanted, ReplicatedLog.View view, long nowNanos) {
    if (underWay || !view.leads() || nowNanos < nextNanos) {
      return Optional.empty();
    }
    List<MemberChange> steps = MemberSteps.of(wanted, view);
    if (steps.isEmpty()) {
      turn = 0;
      return Optional.empty();
    }
    underWay = true;
    return Optional.of(steps.get(turn % steps.size()));
  }

  /** The step is done or has failed; a failed one becomes due again after the others. */
  void onDone(MemberChange step, Reconfigured outcome, long nowNanos) {
    underWay = false;
    switch (outcome) {
      case Reconfigured.Done _ -> {
        turn = 0;
        LOG.info("the log's replicas changed: {}", describe(step));
      }
      case Reconfigured.Unavailable(String reason) -> {
        turn++;
        nextNanos = nowNanos + PAUSE_NANOS;
        LOG.debug("the log's replicas did not change ({}): {}", describe(step), reason);
      }
    }
  }

  private static String describe(MemberChange step) {
    return (step.remove() == null ? "" : "without " + step.remove() + " ")
        + (step.add() == null ? "" : "with " + ReplicatedLog.Member.of(step.add()));
  }
}
