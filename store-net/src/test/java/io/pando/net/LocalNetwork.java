package io.pando.net;

import io.pando.id.Address;
import io.pando.net.memory.ProcessMemory;
import io.pando.net.metrics.ResetReason;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.wire.Greeting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A network within one process: threads for event loops, no sockets. Streams behave like those over
 * sockets, messages are encoded and decoded, and ports are local to this network.
 */
public final class LocalNetwork implements Network {
  private static final int FIRST_FREE_PORT = 49_152;

  private final List<LocalLoop> loops;
  private final NetworkLimits limits;
  private final ProcessMemory memory;
  private final SortedMap<Integer, LocalNode> listening = new TreeMap<>();
  private final List<LocalNode> nodes = new ArrayList<>();
  private boolean closed;

  private LocalNetwork(int loops, NetworkLimits limits) {
    this.limits = limits;
    this.memory = ProcessMemory.of(limits.memory());
    this.loops =
        IntStream.range(0, loops)
            .mapToObj(
                i -> new LocalLoop(Thread.ofPlatform().daemon().name("pando-local-" + i).factory()))
            .toList();
  }

  /** Opens a network with that number of event loops. */
  public static LocalNetwork open(int loops) {
    return open(loops, NetworkLimits.usual());
  }

  /**
   * Opens a network with that number of event loops and with other limits than the default ones.
   */
  public static LocalNetwork open(int loops, NetworkLimits limits) {
    return new LocalNetwork(loops, limits);
  }

  NetworkLimits limits() {
    return limits;
  }

  /** Memory that all streams hold. */
  ProcessMemory memory() {
    return memory;
  }

  @Override
  public String describe() {
    return "in process, " + loops.size() + " loops";
  }

  @Override
  public List<? extends EventLoop> loops() {
    return loops;
  }

  @Override
  public synchronized Node attach(
      Self self, List<? extends EventLoop> shards, @Nullable Listen listen) throws IOException {
    if (closed) {
      throw new IOException("the network is closed");
    }
    Address address = null;
    if (listen != null) {
      int port = listen.port() == 0 ? freePort() : listen.port();
      if (listening.containsKey(port)) {
        throw new IOException(
            "cannot listen on %s:%d: the address is in use".formatted(listen.host(), port));
      }
      address = new Address(self.node(), self.nonce(), listen.host(), port);
    }
    LocalNode node = new LocalNode(this, self, shards, address);
    nodes.add(node);
    if (address != null) {
      listening.put(address.port(), node);
    }
    return node;
  }

  private int freePort() {
    int port = FIRST_FREE_PORT;
    while (listening.containsKey(port)) {
      port++;
    }
    return port;
  }

  void greet(Greeting.Hello hello, Peer.Dialed to, LocalLink dialler) {
    LocalNode node;
    synchronized (this) {
      node = listening.get(to.address().port());
    }
    if (node == null) {
      dialler.breakOff(
          ResetReason.UNREACHABLE, "cannot reach " + to.address() + ": no listener there");
    } else {
      node.greeted(hello, dialler);
    }
  }

  /** Detaches a node; returns whether it was still attached. */
  synchronized boolean detach(LocalNode node) {
    listening.values().remove(node);
    return nodes.remove(node);
  }

  @Override
  public void close() {
    List<LocalNode> open;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open = List.copyOf(nodes);
    }
    open.forEach(LocalNode::close);
    loops.forEach(LocalLoop::stop);
  }
}
