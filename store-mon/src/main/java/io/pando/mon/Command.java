package io.pando.mon;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.mon.config.RuleSettings;
import io.pando.mon.state.RequestOrigin;
import org.jspecify.annotations.Nullable;

/** What the monitors' log orders. */
public sealed interface Command {
  /** The cluster begins with this map; without effect if it has begun already. */
  record Begin(ClusterMap map) implements Command {}

  /**
   * Somebody wants a change.
   *
   * @param entropy a random number of the monitor that passed it on
   * @param settings of that monitor
   * @param origin whose request it is; null if a late copy of it does no harm
   */
  record Request(Change change, long entropy, RuleSettings settings, @Nullable RequestOrigin origin)
      implements Command {}

  /**
   * A monitor refuses what somebody wants for what it alone knows. Should another monitor have
   * passed the request on already, what became of it there holds.
   *
   * @param reason for people
   */
  record Refuse(RequestOrigin origin, String reason) implements Command {}
}
