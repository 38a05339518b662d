package io.pando.sim.net;

import io.pando.id.NodeId;
import java.util.List;

/** A fault of the links between nodes. Faults add up: a link is cut while any fault cuts it. */
public sealed interface LinkFault {
  /** Whether no message gets from one node to the other. */
  boolean cuts(NodeId from, NodeId to);

  /** Largest delay that it adds to messages from one node to the other. */
  long extraNanos(NodeId from, NodeId to);

  /** No message gets from some nodes to others; the reverse direction is not affected. */
  record Cut(Nodes from, Nodes to) implements LinkFault {
    @Override
    public boolean cuts(NodeId sender, NodeId receiver) {
      return from.contains(sender) && to.contains(receiver);
    }

    @Override
    public long extraNanos(NodeId sender, NodeId receiver) {
      return 0;
    }
  }

  /**
   * Nodes on different sides cannot reach one another. A node on no side reaches all nodes, and is
   * reached by all.
   */
  record Partition(List<Nodes> sides) implements LinkFault {
    public Partition {
      sides = List.copyOf(sides);
    }

    @Override
    public boolean cuts(NodeId sender, NodeId receiver) {
      int here = sideOf(sender);
      int there = sideOf(receiver);
      return here >= 0 && there >= 0 && here != there;
    }

    @Override
    public long extraNanos(NodeId sender, NodeId receiver) {
      return 0;
    }

    private int sideOf(NodeId node) {
      for (int i = 0; i < sides.size(); i++) {
        if (sides.get(i).contains(node)) {
          return i;
        }
      }
      return -1;
    }
  }

  /** Messages from some nodes to others take up to {@code extraNanos} longer. */
  record Slow(Nodes from, Nodes to, long extraNanos) implements LinkFault {
    @Override
    public boolean cuts(NodeId sender, NodeId receiver) {
      return false;
    }

    @Override
    public long extraNanos(NodeId sender, NodeId receiver) {
      return from.contains(sender) && to.contains(receiver) ? extraNanos : 0;
    }
  }
}
