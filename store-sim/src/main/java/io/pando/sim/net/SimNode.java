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
final class SimNode implements Network.Node, SimEndpoint.Node {
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
      endpoints.add(new SimTransport(fabric, loop, this));
    }
  }

  @Override
  public SimProcess process() {
    return process;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public Network.Self self() {
    return self;
  }

  void listenAt(Address where) {
    address = where;
  }

  @Override
  public Optional<String> refuse(Greeting.Hello hello) {
    return new HelloCheck(self, endpoints.size()).refusal(hello);
  }

  @Override
  public String host() {
    return address == null ? "" : address.host();
  }

  @Override
  public SimTransport endpoint(int shard) {
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
