package io.pando.mon;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.state.RequestOrigin;
import org.jspecify.annotations.Nullable;

/** The commands that the monitors' log orders. */
public sealed interface Command {
  /** The cluster begins with this map; without effect if it has begun already. */
  record Begin(ClusterMap map) implements Command {}

  /**
   * A request to change the cluster map.
   *
   * @param entropy a random number from the monitor that proposed the request
   * @param settings rule settings of that monitor
   * @param origin requester and request number; null if a late copy of the request does no harm
   */
  record Request(Change change, long entropy, MonitorRules settings, @Nullable RequestOrigin origin)
      implements Command {}

  /**
   * A monitor refuses a request because of facts that only this monitor knows. If another monitor
   * has already proposed the same request, the outcome recorded for that one holds.
   *
   * @param reason for people
   */
  record Refuse(RequestOrigin origin, String reason) implements Command {}
}
