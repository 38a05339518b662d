package io.pando.osd.pg;

import io.pando.cluster.GroupMapping;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.erasure.PoolCode;
import io.pando.id.OsdId;
import io.pando.osd.pg.peering.PrimaryPeering;
import io.pando.osd.pg.recovery.Recovery;
import io.pando.osd.pg.recovery.RecoveryView;
import io.pando.osd.pg.replica.Membership;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.scrub.PrimaryScrub;
import io.pando.probe.Limit;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.MissingObject;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The state of a group as operators see it. */
final class GroupSummary {
  /** Maximum number of missing objects that a report names. */
  private static final Limit MOST_OBJECTS =
      Limit.of("pg query: missing objects that are named", 1, 100);

  private final PrimaryInterval interval;
  private final Replica replica;
  private final PrimaryPeering peering;
  private final Recovery recovery;
  private final PrimaryScrub scrub;

  GroupSummary(PrimaryInterval interval) {
    this.interval = interval;
    this.replica = interval.replica;
    this.peering = interval.peering;
    this.recovery = interval.recovery;
    this.scrub = interval.scrub;
  }

  private RecoveryView view() {
    return recovery.view();
  }

  GroupStats stats() {
    GroupMapping mapping = replica.membership().mapping();
    return new GroupStats(
        replica.group(),
        Collections.unmodifiableSortedSet(states()),
        new GroupStats.Mapping(mapping.up(), mapping.acting(), replica.epoch()),
        new GroupStats.Contents(
            replica.info().lastUpdate(), replica.info().objects(), replica.info().bytes()),
        new GroupStats.Copies(
            lacking().degraded(),
            lacking().misplaced(),
            view().count(MissingObject.State.UNFOUND),
            view().count(MissingObject.State.LOST),
            view().count(MissingObject.State.NO_ROOM)),
        new GroupStats.Problems(
            waitsFor(),
            interval.rootWatch.diverged(),
            interval.rollbackWatch.rolledBack(),
            scrub.found()));
  }

  GroupReport report() {
    return new GroupReport(
        stats(),
        replica.info(),
        peering.describe(),
        new GroupReport.Replicas(
            peering.infos(),
            view().missingByMember(),
            view().report(),
            interval.returns.report(),
            view().missing(MOST_OBJECTS.value())),
        replica.info().history().intervals().stream()
            .map(i ->
                "%d-%d up %s acting %s%s"
                    .formatted(
                        i.first(),
                        i.last(),
                        i.up(),
                        i.acting(),
                        i.mayHaveWritten() ? " may have written" : ""))
            .toList(),
        scrub.report());
  }

  private SortedSet<GroupState> states() {
    SortedSet<GroupState> states = new TreeSet<>();
    Membership now = replica.membership();
    states.add(peering.state());
    if (peering.isActive()) {
      addRecovery(states);
    }
    if (now.mapping().acting().count() < now.pool().size()) {
      states.add(GroupState.UNDERSIZED);
    }
    if (!now.mapping().acting().equals(now.mapping().up())) {
      states.add(GroupState.REMAPPED);
    }
    if (degraded() > 0) {
      states.add(GroupState.DEGRADED);
    }
    if (!interval.rootWatch.diverged().isEmpty()) {
      states.add(GroupState.DIVERGED);
    }
    if (interval.isQuiet()) {
      states.add(GroupState.QUIET);
    }
    addScrub(states);
    return states;
  }

  private void addScrub(SortedSet<GroupState> states) {
    switch (scrub.running()) {
      case NONE -> {
        // No scrub runs.
      }
      case SESSION -> states.add(GroupState.REPAIRING);
      case PREVIEW, LIGHT -> states.add(GroupState.SCRUBBING);
      case DEEP -> states.add(GroupState.DEEP_SCRUBBING);
      case REPAIR -> {
        states.add(GroupState.DEEP_SCRUBBING);
        states.add(GroupState.REPAIRING);
      }
    }
    if (scrub.found().inconsistent() > 0) {
      states.add(GroupState.INCONSISTENT);
    }
  }

  private void addRecovery(SortedSet<GroupState> states) {
    if (interval.postActivation.isClean() && recovery.isWhole()) {
      states.add(GroupState.CLEAN);
    } else if (recovery.isWhole()) {
      // Too few replicas, or a temporary acting set still serves the group.
      return;
    } else if (!view().isGranted()) {
      states.add(view().isTooFull() ? GroupState.BACKFILL_TOOFULL : GroupState.RECOVERY_WAIT);
    } else if (view().isComparing()) {
      states.add(GroupState.COMPARING);
    } else {
      states.add(view().isBackfilling() ? GroupState.BACKFILLING : GroupState.RECOVERING);
    }
  }

  private RecoveryView.Lacking lacking() {
    if (peering.isActive()) {
      return view().lacking();
    }
    Membership now = replica.membership();
    long absent = Math.max(0, now.pool().size() - now.mapping().acting().count());
    return new RecoveryView.Lacking(absent * replica.info().objects(), 0);
  }

  private long degraded() {
    return lacking().degraded();
  }

  /** What keeps clients waiting, or keeps the group from being clean; empty if nothing does. */
  private String waitsFor() {
    String service = serviceWaitsFor();
    return service.isEmpty() && peering.isActive() ? cleanWaitsFor() : service;
  }

  private static String tooFew(PoolInfo pool, int whole) {
    PoolCode code = pool.code();
    String copies = code == null ? "replicas" : "fragments";
    String lower =
        code == null || whole >= code.alwaysDecodes()
            ? ", or lower it (pool set %s min_size %d)".formatted(pool.name(), whole)
            : "";
    return "%d whole %s (min_size), there are %d: start or add OSDs%s"
        .formatted(pool.minSize(), copies, whole, lower);
  }

  /**
   * What the group waits for before it serves clients; empty if it serves, as far as this OSD
   * knows.
   */
  String serviceWaitsFor() {
    if (!peering.isActive()) {
      return peering.waitsFor();
    }
    PoolInfo pool = replica.membership().pool();
    int whole = recovery.wholeReplicas();
    if (whole < pool.minSize()) {
      return tooFew(pool, whole);
    }
    Optional<OsdId> silent =
        replica
            .leases()
            .memberWithoutPromise(
                replica.membership().osds(), replica.interval(), replica.nowNanos());
    return silent.map(osd -> "a heartbeat of " + osd + ", to renew the read lease").orElse("");
  }

  private String cleanWaitsFor() {
    Membership now = replica.membership();
    String stuck = view().stuckFor();
    if (!stuck.isEmpty()) {
      return stuck;
    }
    int absent = now.pool().size() - now.copiesOf(now.members());
    if (absent > 0) {
      return "OSDs for %d of its %d replicas: start or add some"
          .formatted(absent, now.pool().size());
    }
    return recovery.isWhole() && now.isOverridden()
        ? "a map without its temporary acting set"
        : view().waitsFor();
  }
}
