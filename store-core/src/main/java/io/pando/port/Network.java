package io.pando.port;

import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Event loops, and nodes that live on them and reach one another. One of a process, shared by the
 * nodes in it. Found with {@link java.util.ServiceLoader} through {@link Provider}, so that what
 * links the SDK names no implementation. Methods may be called from any thread, but not from an
 * event loop.
 */
public interface Network extends AutoCloseable {
  /** What carries the messages, for the log: such as {@code epoll, 2 loops}. */
  String describe();

  /** The event loops, fixed when it was opened. */
  List<? extends EventLoop> loops();

  /**
   * Puts a node on the network.
   *
   * @param self who it is; a nonce of its own for every start
   * @param shards its event loops, shard 0 first: of {@link #loops()}, the same may stand several
   *     times
   * @param listen where others reach it; null for a node that only dials
   * @throws IOException the port is taken or the host is not ours; the message names both
   */
  Node attach(Self self, List<? extends EventLoop> shards, @Nullable Listen listen)
      throws IOException;

  /** Detaches all nodes, stops the loops and waits for them. */
  @Override
  void close();

  /**
   * Identity of a node.
   *
   * @param cluster peers of another are refused; null for a client that does not know it yet
   */
  record Self(@Nullable ClusterId cluster, NodeId node, long nonce) {
    /** The same as a member of a cluster. */
    public Self in(ClusterId other) {
      return new Self(other, node, nonce);
    }
  }

  /**
   * Where to listen.
   *
   * @param port 0 takes a free one
   */
  record Listen(String host, int port) {}

  /** A node that was attached. */
  interface Node extends AutoCloseable {
    /** One endpoint for each shard, used on that shard's loop alone. */
    List<? extends Transport> endpoints();

    /** Where it listens; null if it does not. */
    @Nullable Address address();

    /**
     * Ends all its streams and stops listening; when it returns, no listener is called any more.
     */
    @Override
    void close();
  }

  /** Makes networks. */
  interface Provider {
    /**
     * Opens a network.
     *
     * @param loops number of event loops, at least 1
     * @param carrier {@code auto}, or the name of one that the implementation has
     */
    Network open(int loops, String carrier);
  }
}
