package io.pando.port;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.network.SharedNetwork;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event loops, and nodes that run on them and exchange messages. A process has one network, shared
 * by its nodes. It is found with {@link java.util.ServiceLoader} through {@link Provider}, so that
 * applications of the SDK name no implementation. Methods may be called from any thread, but not
 * from an event loop.
 */
public interface Network extends SharedNetwork {
  /** The event loops; their number is fixed when the network is opened. */
  List<? extends EventLoop> loops();

  /**
   * Puts a node on the network.
   *
   * @param self identity of the node, with a new nonce for every start
   * @param shards event loops of its shards, shard 0 first; taken from {@link #loops()},
   *     repetitions allowed
   * @param listen address and port where other nodes reach it; null for a node that only dials
   * @throws IOException if the port is in use or the host is not local; the message names both
   */
  Node attach(Self self, List<? extends EventLoop> shards, @Nullable Listen listen)
      throws IOException;

  /** Detaches all nodes, stops the loops and waits until they have ended. */
  @Override
  void close();

  /**
   * Identity of a node.
   *
   * @param cluster cluster of the node, whose peers of other clusters are refused; null for a
   *     client that does not know it yet
   */
  record Self(@Nullable ClusterId cluster, NodeId node, long nonce) {
    /** The same identity, in a cluster. */
    public Self in(ClusterId other) {
      return new Self(other, node, nonce);
    }
  }

  /**
   * Where to listen.
   *
   * @param port port to listen on; 0 for any free port
   */
  record Listen(String host, int port) {}

  /** An attached node. */
  interface Node extends AutoCloseable {
    /** One endpoint for each shard, used only on that shard's loop. */
    List<? extends Transport> endpoints();

    /** The address where the node listens; null if it does not listen. */
    @Nullable Address address();

    /**
     * Shows the counts of the node's streams in a registry, which is the node's own. A network that
     * counts nothing shows nothing.
     */
    default void bind(MeterRegistry registry) {}

    /**
     * Ends all streams of the node and stops listening. No listener is called after it has
     * returned.
     */
    @Override
    void close();
  }

  /** Opens networks. */
  interface Provider {
    /**
     * Opens a network.
     *
     * @param loops number of event loops, at least 1
     * @param carrier {@code auto}, or the name of a carrier of the implementation
     */
    Network open(int loops, String carrier);
  }
}
