package io.pando.sim;

import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.port.Network.Listen;
import io.pando.random.Random64;
import java.io.IOException;
import java.util.ArrayList;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What connects all processes of a world: who listens where, and how long messages take. */
public final class SimFabric {
  private static final int FIRST_FREE_PORT = 40_000;

  private final SimWorld world;
  private final SimDelays delays;
  private final Random64 random;
  private final SortedMap<String, SimNode> listening = new TreeMap<>();
  private final SortedMap<NodeId, Long> slowed = new TreeMap<>();
  private int nextPort = FIRST_FREE_PORT;

  public SimFabric(SimWorld world, SimDelays delays) {
    this.world = world;
    this.delays = delays;
    this.random = world.splitRandom();
  }

  /** Every connection of a node that listens is lost; it can be made again at once. */
  public void cutConnections(NodeId node) {
    world.note("cut " + node);
    for (SimNode listener : new ArrayList<>(listening.values())) {
      if (listener.self().node().equals(node)) {
        listener.endpoints().forEach(SimTransport::cutAll);
      }
    }
  }

  /** The network as a process sees it. */
  public SimNetwork networkOf(SimProcess process, int loops) {
    return new SimNetwork(this, process, loops);
  }

  SimWorld world() {
    return world;
  }

  /** From now on what an OSD says to other OSDs takes up to so much longer; 0 ends that. */
  public void slowDown(NodeId osd, long extraNanos) {
    world.note("slow " + osd + " by up to " + extraNanos + " ns");
    slowed.put(osd, extraNanos);
  }

  long drawDelay() {
    return delays.draw(random);
  }

  long drawDelay(NodeId from, NodeId to) {
    long extra =
        from.role() == NodeId.Role.OSD && to.role() == NodeId.Role.OSD
            ? slowed.getOrDefault(from, 0L)
            : 0L;
    return extra == 0 ? drawDelay() : drawDelay() + random.between(0, extra);
  }

  Address listen(SimNode node, Listen listen) throws IOException {
    int port = listen.port() == 0 ? nextPort++ : listen.port();
    String place = listen.host() + ":" + port;
    if (listening.putIfAbsent(place, node) != null) {
      throw new IOException("somebody listens at " + place + " already");
    }
    return new Address(node.self().node(), node.self().nonce(), listen.host(), port);
  }

  void forget(SimNode node) {
    listening.values().removeIf(listener -> listener.equals(node));
  }

  @Nullable SimNode at(Address address) {
    return listening.get(address.host() + ":" + address.port());
  }
}
