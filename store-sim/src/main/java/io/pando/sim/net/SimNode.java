package io.pando.sim.net;

import io.pando.id.Address;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.sim.world.SimProcess;
import io.pando.wire.Greeting;
import io.pando.wire.HelloCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A node on the simulated network. */
final class SimNode implements Network.Node {
  private final SimFabric fabric;
  private final SimProcess process;
  private final Network.Self self;
  private final List<SimTransport> endpoints = new ArrayList<>();
  private @Nullable Address address;
  private boolean closed;

  SimNode(
      SimFabric fabric, SimProcess process, Network.Self self, List<? extends EventLoop> shards) {
    this.fabric = fabric;
    this.process = process;
    this.self = self;
    for (EventLoop loop : shards) {
      endpoints.add(new SimTransport(fabric, process, loop, this));
    }
  }

  SimProcess process() {
    return process;
  }

  boolean isClosed() {
    return closed;
  }

  Network.Self self() {
    return self;
  }

  void listenAt(Address where) {
    address = where;
  }

  /** Why a dialler is refused by this node; empty if it is accepted. */
  Optional<String> refuse(Greeting.Hello hello) {
    return new HelloCheck(self, endpoints.size()).refusal(hello);
  }

  /** Source address of its connections; empty for a node that does not listen. */
  String host() {
    return address == null ? "" : address.host();
  }

  SimTransport endpoint(int shard) {
    return endpoints.get(shard);
  }

  @Override
  public List<SimTransport> endpoints() {
    return List.copyOf(endpoints);
  }

  @Override
  public @Nullable Address address() {
    return address;
  }

  @Override
  public void close() {
    closed = true;
    fabric.onDetached(this);
    endpoints.forEach(SimTransport::breakAll);
  }
}
