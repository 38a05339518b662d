package io.pando.mon.service;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.mon.Command;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.health.Statistics;
import io.pando.mon.rules.DueChanges;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.port.ReplicatedLog;
import io.pando.report.ClusterEvent;
import io.pando.report.Health;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes that the leading monitor proposes as time passes: the first map, replacing silent
 * metadata servers, marking silent OSDs down, and steps of pools that are due. It proposes one
 * change at a time.
 */
final class LeaderDuties {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderDuties.class);
  private static final long NO_TERM = -1;

  private final MonitorConfig config;
  private final ClusterMap initial;
  private final MdsBeacons mds;
  private final HealthWatch watch = new HealthWatch();
  private ClusterEvent.@Nullable Source self;
  private long term = NO_TERM;
  private boolean underWay;

  /**
   * Creates the duties of a monitor that does not lead yet.
   *
   * @param initial first map, if the cluster has not begun
   * @param mds when metadata servers were heard
   */
  LeaderDuties(MonitorConfig config, ClusterMap initial, MdsBeacons mds) {
    this.config = config;
    this.initial = initial;
    this.mds = mds;
  }

  /**
   * Takes over the log's view of the leader. A new leader counts all OSDs as heard, since it may
   * have missed earlier beacons.
   */
  void onView(ReplicatedLog.View view, Statistics statistics, long nowNanos) {
    if (!view.leads()) {
      if (term != NO_TERM) {
        LOG.info("{} is no longer the leader; the leader is {}", view.self(), view.leader());
      }
      term = NO_TERM;
    } else if (term != view.term()) {
      LOG.info("{} leads in term {}", view.self(), view.term());
      term = view.term();
      self = new ClusterEvent.Source(view.self(), "");
      statistics.hearAll(nowNanos);
      mds.hearAll(nowNanos);
      watch.onTerm(nowNanos);
    }
  }

  /**
   * The command to propose now. There is no other until {@link #onDone}.
   *
   * @param health the cluster's health, as this monitor sees it; asked for only if needed
   */
  Optional<Command> due(
      Optional<MonitorState> state,
      Statistics statistics,
      Supplier<Health> health,
      long nowNanos,
      Terms terms) {
    ClusterEvent.Source leader = self;
    if (term == NO_TERM || underWay || leader == null) {
      return Optional.empty();
    }
    Optional<Command> due =
        state.isEmpty()
            ? Optional.of(new Command.Begin(initial))
            : change(state.get(), statistics, nowNanos, terms)
                .<Command>map(change ->
                    new Command.Request(change, terms.entropy(), terms.settings(), null, leader))
                .or(() ->
                    watch.due(
                        state.get().at(state.get().time().at(terms.nowMillis())),
                        health,
                        nowNanos,
                        leader));
    underWay = due.isPresent();
    return due;
  }

  /** The proposed command is done or has failed; a failed one becomes due again. */
  void onDone() {
    underWay = false;
  }

  /** The removal of metadata servers that are gone or silent. */
  private Optional<Change> failedServers(MonitorState state, long nowNanos, Terms terms) {
    long graceMillis = config.beacons().mdsGraceMillis();
    return DueChanges.failed(state, mds.gone(), "it refuses connections", terms)
        .or(() ->
            DueChanges.failed(
                state,
                mds.silent(nowNanos, TimeUnit.MILLISECONDS.toNanos(graceMillis)),
                "no beacon for %d ms".formatted(graceMillis),
                terms));
  }

  private Optional<Change> change(
      MonitorState state, Statistics statistics, long nowNanos, Terms terms) {
    long graceNanos = TimeUnit.MILLISECONDS.toNanos(config.beacons().beaconGraceMillis());
    long lifeNanos = TimeUnit.MILLISECONDS.toNanos(config.beacons().statsLifeMillis());
    Optional<Change> failed = failedServers(state, nowNanos, terms);
    if (failed.isPresent()) {
      return failed;
    }
    return DueChanges.change(
        state,
        statistics.silent(nowNanos, graceNanos),
        statistics.doubtful(
            nowNanos, TimeUnit.MILLISECONDS.toNanos(config.beacons().doubtMillis())),
        statistics.osds(),
        () -> statistics.groups(nowNanos, lifeNanos),
        terms);
  }
}
