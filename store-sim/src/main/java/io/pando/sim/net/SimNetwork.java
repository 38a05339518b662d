package io.pando.sim.net;

import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.sim.world.SimProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The network of one simulated process. */
public final class SimNetwork implements Network {
  private final SimFabric fabric;
  private final SimProcess process;
  private final boolean known;
  private final List<EventLoop> loops = new ArrayList<>();
  private final List<SimNode> nodes = new ArrayList<>();

  private SimNetwork(SimFabric fabric, SimProcess process, int loopCount, boolean known) {
    this.known = known;
    this.fabric = fabric;
    this.process = process;
    for (int i = 0; i < loopCount; i++) {
      loops.add(process.loop());
    }
    process.onKill(this::close);
  }

  /** The network as a process sees it. */
  public static SimNetwork of(SimFabric fabric, SimProcess process, int loops) {
    return new SimNetwork(fabric, process, loops, true);
  }

  /**
   * The network of a process that uses the names of other nodes: faults do not affect it by these
   * names, and affect the real nodes as before.
   */
  public static SimNetwork ofStrangers(SimFabric fabric, SimProcess process) {
    return new SimNetwork(fabric, process, 1, false);
  }

  @Override
  public String describe() {
    return "simulated, " + loops.size() + " loops";
  }

  @Override
  public List<EventLoop> loops() {
    return List.copyOf(loops);
  }

  @Override
  public Node attach(Self self, List<? extends EventLoop> shards, @Nullable Listen listen)
      throws IOException {
    SimNode node = new SimNode(fabric, process, self, shards);
    if (listen != null) {
      node.listenAt(fabric.listen(node, listen));
    }
    if (known) {
      fabric.onAttached(node);
    }
    nodes.add(node);
    return node;
  }

  @Override
  public void close() {
    nodes.forEach(SimNode::close);
    nodes.clear();
  }
}
