package io.pando.mon.service;

import io.pando.mon.Command;
import io.pando.mon.events.HealthEvents;
import io.pando.mon.state.HealthMemory;
import io.pando.mon.state.MonitorState;
import io.pando.report.ClusterEvent;
import io.pando.report.Health;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Looks at the cluster's health while this monitor leads, and notes in the log which checks
 * appeared or cleared. It looks once in a period, which bounds the number of notes however fast
 * checks come and go, and not before a new leader has heard of all OSDs.
 */
final class HealthWatch {
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(10);

  private long nextNanos;

  /** This monitor begins to lead. */
  void onTerm(long nowNanos) {
    nextNanos = nowNanos + SETTLING_NANOS;
  }

  /**
   * The note to propose now, if any.
   *
   * @param state state with the time of now
   * @param health asked for only if it is time to look
   */
  Optional<Command> due(
      MonitorState state, Supplier<Health> health, long nowNanos, ClusterEvent.Source self) {
    if (nowNanos < nextNanos) {
      return Optional.empty();
    }
    nextNanos = nowNanos + PERIOD_NANOS;
    SortedMap<String, HealthMemory.Seen> seen = HealthMemory.seen(health.get());
    return HealthEvents.isDue(state, seen)
        ? Optional.of(new Command.NoteHealth(seen, self))
        : Optional.empty();
  }
}
