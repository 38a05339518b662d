package io.pando.sim.net;

import io.pando.id.Address;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.sim.world.SimProcess;
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

  /** The endpoint that a stream for {@code wanted} ends at, or the reason why there is none. */
  Optional<String> refuse(Network.Self dialler, Address wanted, int shard) {
    if (!wanted.node().equals(self.node())) {
      return Optional.of(self.node() + " listens there, not " + wanted.node());
    }
    if (wanted.nonce() != 0 && wanted.nonce() != self.nonce()) {
      return Optional.of("another incarnation of " + self.node() + " listens there");
    }
    if (dialler.cluster() != null
        && self.cluster() != null
        && !dialler.cluster().equals(self.cluster())) {
      return Optional.of(self.node() + " is of cluster " + self.cluster());
    }
    if (shard < 0 || shard >= endpoints.size()) {
      return Optional.of(self.node() + " has no shard " + shard);
    }
    return Optional.empty();
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
