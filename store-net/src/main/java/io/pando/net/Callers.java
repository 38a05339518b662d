package io.pando.net;

import io.pando.id.NodeId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Connections that a node has accepted and that are open, counted by where they come from and by
 * the names they go by. Used by all event loops.
 */
final class Callers {
  private final CallerLimits limits;
  private final Map<String, Integer> byAddress = new HashMap<>();
  private final Map<NodeId, Integer> byNode = new HashMap<>();
  private int all;

  Callers(CallerLimits limits) {
    this.limits = limits;
  }

  /** A connection comes; why it is refused, if it is. Otherwise it counts until it is left. */
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

  /** A connection says its name; as {@link #enter}. */
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
