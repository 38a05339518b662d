package io.pando.fuse.files.kernel;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that the kernel knows: each from the first answer that names it, until the kernel gave
 * back as many references as it was given. The root it knows always. Any thread may use it.
 */
public final class KernelNodes {
  private final ConcurrentMap<Long, KernelNode> nodes = new ConcurrentHashMap<>();

  /** The root alone. */
  public KernelNodes() {
    KernelNode root = new KernelNode(NodeNumbers.ROOT);
    root.lookups = Long.MAX_VALUE / 2;
    nodes.put(NodeNumbers.ROOT, root);
  }

  /** A node; null if the kernel does not know it. */
  public @Nullable KernelNode get(long number) {
    return nodes.get(number);
  }

  /** The kernel is about to get a reference to a node. */
  KernelNode lookedUp(long number) {
    return nodes.compute(
        number,
        (_, known) -> {
          KernelNode node = known == null ? new KernelNode(number) : known;
          node.lookups++;
          return node;
        });
  }

  /** The kernel gives back references to a node, or did not take them. */
  public void forget(long number, long lookups) {
    nodes.computeIfPresent(
        number,
        (_, node) -> {
          node.lookups -= lookups;
          return node.lookups <= 0 ? null : node;
        });
  }

  /** All nodes now. */
  Collection<KernelNode> all() {
    return List.copyOf(nodes.values());
  }

  /** Number of nodes. */
  public int count() {
    return nodes.size();
  }
}
