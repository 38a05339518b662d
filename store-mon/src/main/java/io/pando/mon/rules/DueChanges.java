package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.id.OsdId;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import io.pando.report.OsdStats;
import io.pando.report.group.GroupStats;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Changes that the leading monitor must propose because time has passed. */
public final class DueChanges {
  private DueChanges() {}

  /**
   * The change to propose now, if any. Only one at a time, since the next may depend on it.
   *
   * @param silent OSDs that are up and have sent no beacon for the beacon grace
   * @param doubtful OSDs that are up and have sent no beacon lately; they are marked down if enough
   *     other OSDs report them too
   * @param osds last statistics of the OSDs
   * @param groups statistics of all groups, as their primaries sent them; asked for only if needed
   * @param terms with the clock of this monitor
   */
  public static Optional<Change> change(
      MonitorState state,
      List<OsdId> silent,
      List<OsdId> doubtful,
      List<OsdStats> osds,
      Supplier<List<GroupStats>> groups,
      Terms terms) {
    NavigableSet<OsdId> gone = new TreeSet<>(silent);
    Terms now = terms.at(state.time().at(terms.nowMillis()));
    doubtful.stream().filter(osd -> FailureRules.isDoubted(state, osd, now)).forEach(gone::add);
    Change mark = new Change.MarkSilent(List.copyOf(gone));
    if (!gone.isEmpty() && doesSomething(state, mark, terms)) {
      return Optional.of(mark);
    }
    Optional<Change> fullness = FullnessRules.due(state.map(), osds);
    if (fullness.isPresent()) {
      return fullness;
    }
    Optional<Change> pools =
        QuotaRules.isAnySet(state.map())
            ? QuotaRules.due(state.map(), groups.get())
            : Optional.empty();
    if (pools.isPresent()) {
      return pools;
    }
    Change tick = new Change.Tick();
    if (state.time().isAheadOf(terms.nowMillis()) || doesSomething(state, tick, terms)) {
      return Optional.of(tick);
    }
    return NextStep.isAnyDue(state.map())
        ? NextStep.of(state.map(), groups.get(), now.nowMillis()).map(step -> step)
        : Optional.empty();
  }

  /**
   * The removal of metadata servers, if that is possible.
   *
   * @param servers those that have failed
   * @param reason what shows that
   */
  public static Optional<Change> failed(
      MonitorState state, List<MdsIncarnation> servers, String reason, Terms terms) {
    Change fail = new Change.FailMds(servers, reason);
    return !servers.isEmpty() && doesSomething(state, fail, terms)
        ? Optional.of(fail)
        : Optional.empty();
  }

  private static boolean doesSomething(MonitorState before, Change change, Terms terms) {
    return Rules.decide(before, change, terms) instanceof Decision.Accepted(MonitorState after, _)
        && (before.map().epoch() != after.map().epoch()
            || !before.failures().equals(after.failures()));
  }
}
