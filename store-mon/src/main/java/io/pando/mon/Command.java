package io.pando.mon;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.mon.config.RuleSettings;

/** What the monitors' log orders. */
public sealed interface Command {
  /** The cluster begins with this map; without effect if it has begun already. */
  record Begin(ClusterMap map) implements Command {}

  /**
   * Somebody wants a change.
   *
   * @param entropy a random number of the monitor that passed it on
   * @param settings of that monitor
   */
  record Request(Change change, long entropy, RuleSettings settings) implements Command {}
}
