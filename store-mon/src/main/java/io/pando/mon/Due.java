package io.pando.mon;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.OsdId;
import io.pando.report.GroupStats;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What the passing of time asks of the leading monitor. */
public final class Due {
  private Due() {}

  /**
   * The change that is to be proposed now, if any: one at a time, since the next may follow from
   * it.
   *
   * @param silent OSDs that are up, but were not heard for too long
   * @param groups what primaries told of all groups; asked for only if something depends on it
   */
  public static Optional<Change> change(
      MonitorState state, List<OsdId> silent, Supplier<List<GroupStats>> groups, Terms terms) {
    if (!silent.isEmpty() && !state.map().flags().contains(ClusterFlag.NODOWN)) {
      return Optional.of(new Change.MarkSilent(silent));
    }
    Change tick = new Change.Tick();
    if (Rules.decide(state, tick, terms) instanceof Decision.Accepted after
        && isDifferent(state, after.state())) {
      return Optional.of(tick);
    }
    return NextStep.isAnyDue(state.map())
        ? NextStep.of(state.map(), groups.get(), terms.nowMillis()).map(step -> step)
        : Optional.empty();
  }

  private static boolean isDifferent(MonitorState before, MonitorState after) {
    return before.map().epoch() != after.map().epoch()
        || !before.failures().equals(after.failures());
  }
}
