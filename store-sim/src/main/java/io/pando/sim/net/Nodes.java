package io.pando.sim.net;

import io.pando.id.NodeId;
import java.util.List;
import java.util.Locale;

/** A set of nodes, including later ones, as a fault names it. */
public sealed interface Nodes {
  boolean contains(NodeId node);

  static Nodes of(NodeId... nodes) {
    return new Only(List.of(nodes));
  }

  static Nodes allBut(NodeId... nodes) {
    return new AllBut(List.of(nodes));
  }

  static Nodes all() {
    return new AllBut(List.of());
  }

  /** About half of the nodes of a role, including later ones; the other half has the other sign. */
  record Half(NodeId.Role role, long salt, boolean sign) implements Nodes {
    @Override
    public boolean contains(NodeId node) {
      return node.role() == role && (Long.bitCount(node.number() ^ salt) % 2 == 0) == sign;
    }
  }

  /** All nodes of any of these sets. */
  record Any(List<Nodes> some) implements Nodes {
    public Any {
      some = List.copyOf(some);
    }

    @Override
    public boolean contains(NodeId node) {
      return some.stream().anyMatch(nodes -> nodes.contains(node));
    }
  }

  /** Exactly these nodes. */
  record Only(List<NodeId> nodes) implements Nodes {
    public Only {
      nodes = List.copyOf(nodes);
    }

    @Override
    public boolean contains(NodeId node) {
      return nodes.contains(node);
    }

    @Override
    public String toString() {
      return nodes.toString();
    }
  }

  /** All other nodes, including later ones, such as clients. */
  record AllBut(List<NodeId> nodes) implements Nodes {
    public AllBut {
      nodes = List.copyOf(nodes);
    }

    @Override
    public boolean contains(NodeId node) {
      return !nodes.contains(node);
    }

    @Override
    public String toString() {
      return nodes.isEmpty() ? "all" : "all but " + nodes;
    }
  }

  /** All nodes of a role. */
  record OfRole(NodeId.Role role) implements Nodes {
    @Override
    public boolean contains(NodeId node) {
      return node.role() == role;
    }

    @Override
    public String toString() {
      return "every " + role.name().toLowerCase(Locale.ROOT);
    }
  }
}
