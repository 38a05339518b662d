package io.pando.net;

import io.pando.id.NodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Open connections that a node has accepted, counted by address and by node name. Used by all event
 * loops.
 */
final class Connections {
  private final ConnectionLimits limits;
  private final Map<String, Integer> byAddress = new HashMap<>();
  private final Map<NodeId, Integer> byNode = new HashMap<>();
  private int all;

  Connections(ConnectionLimits limits) {
    this.limits = limits;
  }

  /**
   * Counts a new connection until it is left. Returns the reason if the connection is refused
   * instead.
   */
  synchronized Optional<String> enter(String address) {
    if (all >= limits.inAll()) {
      return Optional.of("there are %d connections already".formatted(all));
    }
    int before = byAddress.getOrDefault(address, 0);
    if (before >= limits.perAddress()) {
      return Optional.of("there are %d connections from %s already".formatted(before, address));
    }
    all++;
    byAddress.put(address, before + 1);
    return Optional.empty();
  }

  synchronized void leave(String address) {
    all--;
    lessen(byAddress, address);
  }

  /**
   * Counts a connection under the name that its hello gives; otherwise as {@link #enter(String)}.
   */
  synchronized Optional<String> enter(NodeId node) {
    int before = byNode.getOrDefault(node, 0);
    if (before >= limits.perNode()) {
      return Optional.of("there are %d connections of %s already".formatted(before, node));
    }
    byNode.put(node, before + 1);
    return Optional.empty();
  }

  synchronized void leave(NodeId node) {
    lessen(byNode, node);
  }

  private static <K> void lessen(Map<K, Integer> counts, K key) {
    counts.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1);
  }
}
