package io.pando.sim.net;

import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.message.Message;
import io.pando.port.Network.Listen;
import io.pando.random.Random64;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Connects all processes of a world: listening addresses, delays of messages, and faults of the
 * links between nodes.
 */
public final class SimFabric {
  private static final int FIRST_FREE_PORT = 40_000;
  private static final long PROBE_NANOS = 5_000_000_000L;

  private final SimWorld world;
  private final SimDelays delays;
  private final Random64 random;
  private final SortedMap<String, SimEndpoint.Node> listening = new TreeMap<>();
  private final SortedMap<NodeId, SimProcess> processes = new TreeMap<>();
  private final SortedSet<NodeId> dark = new TreeSet<>();
  private final Set<SimStream> streams = new LinkedHashSet<>();
  private final Set<StreamDirection> troubled = new LinkedHashSet<>();
  private final List<LinkFault> faults = new ArrayList<>();
  private Watch watch = (_, _, _) -> {};
  private int nextPort = FIRST_FREE_PORT;

  /** Called for every message when it is sent. */
  public interface Watch {
    void onSent(NodeId from, NodeId to, Message message);
  }

  public SimFabric(SimWorld world, SimDelays delays) {
    this.world = world;
    this.delays = delays;
    this.random = world.splitRandom();
    world.at(world.nowNanos() + PROBE_NANOS, this::probe);
  }

  /** Begins a fault; the same fault may be applied several times. */
  public void apply(LinkFault fault) {
    world.note("apply " + fault);
    faults.add(fault);
  }

  /** Ends a fault once; no effect if it was not applied. */
  public void lift(LinkFault fault) {
    if (faults.remove(fault)) {
      world.note("lift " + fault);
      healed();
    }
  }

  /** Ends all faults. */
  public void liftAll() {
    while (!faults.isEmpty()) {
      lift(faults.getLast());
    }
  }

  /** Present faults, in the order in which they were applied. */
  public List<LinkFault> faults() {
    return List.copyOf(faults);
  }

  /** Whether no message gets from one node to another now. */
  public boolean isCut(NodeId from, NodeId to) {
    for (LinkFault fault : faults) {
      if (fault.cuts(from, to)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Resets the connections between some nodes and others; new ones can be opened at once. Returns
   * their number.
   */
  public int reset(Nodes some, Nodes others) {
    world.note("reset connections between " + some + " and " + others);
    int count = 0;
    for (SimStream stream : new ArrayList<>(streams)) {
      if (stream.joins(some, others)) {
        stream.reset();
        count++;
      }
    }
    return count;
  }

  /** Resets one connection between some nodes and others; returns whether there was one. */
  public boolean resetOne(Nodes some, Nodes others) {
    List<SimStream> candidates =
        streams.stream().filter(stream -> stream.joins(some, others)).toList();
    if (candidates.isEmpty()) {
      return false;
    }
    world.note("reset a connection between " + some + " and " + others);
    candidates.get(random.nextInt(candidates.size())).reset();
    return true;
  }

  /**
   * A node gives up the streams on which it sends to another node, as if its messages had waited
   * too long. Some messages in flight still arrive, possibly after messages on a new stream.
   */
  public void giveUp(NodeId from, NodeId to) {
    for (SimStream stream : new ArrayList<>(streams)) {
      stream.giveUp(from, to);
    }
  }

  public SimWorld world() {
    return world;
  }

  /** Draws the delay of a message on a link without a fault. */
  public long drawDelay() {
    return delays.draw(random);
  }

  /** Draws the delay of a message from one node to another. */
  public long drawDelay(NodeId from, NodeId to) {
    long delay = delays.draw(random);
    for (LinkFault fault : faults) {
      long extra = fault.extraNanos(from, to);
      delay += extra == 0 ? 0 : random.between(0, extra);
    }
    return delay;
  }

  Random64 random() {
    return random;
  }

  Address listen(SimEndpoint.Node node, Listen listen) throws IOException {
    int port = listen.port() == 0 ? nextPort++ : listen.port();
    String place = listen.host() + ":" + port;
    if (listening.putIfAbsent(place, node) != null) {
      throw new IOException("another node listens at " + place + " already");
    }
    return new Address(node.self().node(), node.self().nonce(), listen.host(), port);
  }

  SimEndpoint.@Nullable Node at(Address address) {
    return listening.get(address.host() + ":" + address.port());
  }

  /** Whether the machine of a node has no power. */
  boolean isDark(NodeId node) {
    return dark.contains(node);
  }

  /** The present or last process of a node. */
  public Optional<SimProcess> processOf(NodeId node) {
    return Optional.ofNullable(processes.get(node));
  }

  /**
   * The nodes of a role that are alive, in order; for clients, whose numbers are assigned
   * automatically.
   */
  public List<NodeId> living(NodeId.Role role) {
    return processes.entrySet().stream()
        .filter(node -> node.getKey().role() == role && node.getValue().isAlive())
        .map(Map.Entry::getKey)
        .toList();
  }

  void onAttached(SimEndpoint.Node node) {
    processes.put(node.self().node(), node.process());
    if (dark.remove(node.self().node())) {
      healed();
    }
  }

  void onDetached(SimEndpoint.Node node) {
    listening.values().removeIf(listener -> listener.equals(node));
    if (node.process().endedWithHost()) {
      dark.add(node.self().node());
    }
  }

  void onOpened(SimStream stream) {
    streams.add(stream);
  }

  void onEnded(SimStream stream) {
    streams.remove(stream);
  }

  /** Sets the watch for every message; replaces the previous one. */
  public void watch(Watch by) {
    watch = by;
  }

  void onSent(NodeId from, NodeId to, Message message) {
    watch.onSent(from, to, message);
  }

  void onTrouble(StreamDirection lane) {
    troubled.add(lane);
  }

  void onRecovered(StreamDirection lane) {
    troubled.remove(lane);
  }

  void noteDelivery(NodeId from, NodeId to, Message message) {
    Delivery delivery = new Delivery(from, to, message, world.trace().events());
    world.trace().add(world.nowNanos(), delivery.digest(), delivery.isNotable(), delivery);
  }

  private void probe() {
    world.at(world.nowNanos() + PROBE_NANOS, this::probe);
    new ArrayList<>(streams).forEach(SimStream::probe);
  }

  private void healed() {
    new ArrayList<>(troubled).forEach(StreamDirection::onHealed);
  }
}
