package io.pando.mon;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.HealthMemory;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.RequestOrigin;
import io.pando.report.ClusterEvent;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The commands that the monitors' log orders. */
public sealed interface Command {
  /** The cluster begins with this map; without effect if it has begun already. */
  record Begin(ClusterMap map) implements Command {}

  /**
   * The cluster continues with this state, which a rescue made; without effect if the log has a
   * state already.
   */
  record Continue(MonitorState state) implements Command {}

  /**
   * A request to change the cluster map.
   *
   * @param entropy a random number from the monitor that proposed the request
   * @param settings rule settings of that monitor
   * @param origin requester and request number; null if a late copy of the request does no harm
   * @param source requester, for the cluster log; null in a command of an earlier release
   */
  record Request(
      Change change,
      long entropy,
      MonitorRules settings,
      @Nullable RequestOrigin origin,
      ClusterEvent.@Nullable Source source)
      implements Command {
    /** A request of an unknown requester. */
    public Request(
        Change change, long entropy, MonitorRules settings, @Nullable RequestOrigin origin) {
      this(change, entropy, settings, origin, null);
    }
  }

  /**
   * A monitor refuses a request because of facts that only this monitor knows. If another monitor
   * has already proposed the same request, the outcome recorded for that one holds.
   *
   * @param reason for people
   */
  record Refuse(RequestOrigin origin, String reason) implements Command {}

  /**
   * The leading monitor notes the health checks that it sees, for the cluster log and for the end
   * of mutes.
   *
   * @param checks all checks that are raised, by code
   */
  record NoteHealth(
      SortedMap<String, HealthMemory.Seen> checks, ClusterEvent.@Nullable Source source)
      implements Command {}
}
