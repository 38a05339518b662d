package io.pando.sim.net;

import io.pando.id.NodeId;
import java.util.List;

/**
 * Something wrong with the ways between nodes, as long as it lasts. Faults add up: a way is cut
 * while any fault cuts it.
 */
public sealed interface LinkFault {
  /** Whether nothing gets from one node to the other. */
  boolean cuts(NodeId from, NodeId to);

  /** Most by which it delays what goes from one node to the other. */
  long extraNanos(NodeId from, NodeId to);

  /** Nothing gets from some nodes to others; the way back is as it was. */
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
   * Nodes on different sides cannot reach one another. Whoever is on no side reaches all, and is
   * reached.
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

  /** What some nodes send to others takes up to so much longer. */
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
