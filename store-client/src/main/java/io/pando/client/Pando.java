package io.pando.client;

import io.pando.client.file.PandoFileSystem;
import io.pando.network.SharedNetwork;
import io.pando.port.Network;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Entry point: connects to a cluster.
 *
 * {@snippet :
 * ClientConfig config = ClientConfig.builder().monitors("10.0.0.1", "10.0.0.2", "10.0.0.3").build();
 * try (Cluster cluster = Pando.connect(config)) {
 *   Pool pool = cluster.pool("photos");
 *   pool.writeFull("greeting", "hello".getBytes(UTF_8));
 *   System.out.println(pool.read("greeting").toUtf8());
 * }
 * }
 */
public final class Pando {
  private Pando() {}

  /**
   * Connects over a new network that is closed with the connection.
   *
   * @throws PandoException.Unavailable if no monitor answered within {@link
   *     ClientConfig#adminTimeout}
   */
  public static Cluster connect(ClientConfig config) {
    return connect(config, Thread::startVirtualThread);
  }

  /**
   * Connects over a new network, with an executor.
   *
   * @param executor executor on which futures complete; dependent stages may block it. With {@code
   *     Runnable::run} futures complete on the client's event loop, without a change of threads:
   *     then dependent stages must never block, nor call a method that blocks
   */
  public static Cluster connect(ClientConfig config, Executor executor) {
    Network network = open(config.network().loops(), config.network().carrier());
    return Connection.open(config, network, true, executor, seed(config)).await();
  }

  /**
   * Opens a file system over a connection of its own, which is closed with it.
   *
   * @param name of the file system
   * @throws PandoException.Unavailable if no monitor answered in time, or if there is no such file
   *     system
   */
  public static PandoFileSystem openFileSystem(ClientConfig config, String name) {
    Cluster cluster = connect(config);
    boolean opened = false;
    try {
      PandoFileSystem files = cluster.onlyFileSystem(name);
      opened = true;
      return files;
    } finally {
      if (!opened) {
        cluster.close();
      }
    }
  }

  /**
   * Opens a network that several connections share; the caller closes it after them.
   *
   * @param loops number of event loops, at least 1
   * @param carrier {@code auto}, or {@code epoll}, {@code io_uring}, {@code nio}
   */
  public static SharedNetwork openNetwork(int loops, String carrier) {
    return open(loops, carrier);
  }

  private static Network open(int loops, String carrier) {
    return ServiceLoader.load(Network.Provider.class)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "no network was found: the artifact io.pando:store-net, on which pando-client"
                    + " depends, must be on the class path or the module path"))
        .open(loops, carrier);
  }

  /**
   * Connects over a shared network, which stays open when the connection is closed.
   *
   * @throws IllegalArgumentException if it is not a network of {@link #openNetwork}
   */
  public static Cluster connect(ClientConfig config, SharedNetwork network) {
    return connect(config, network, Thread::startVirtualThread);
  }

  /**
   * Connects over a shared network, with an executor.
   *
   * @param executor executor on which futures complete; dependent stages may block it
   */
  public static Cluster connect(ClientConfig config, SharedNetwork network, Executor executor) {
    return Connection.open(config, usable(network), false, executor, seed(config)).await();
  }

  /**
   * Connects without blocking. The future fails with {@link PandoException.Unavailable} if no
   * monitor answered in time; cancelling it does not end the attempt.
   */
  public static CompletableFuture<Cluster> connectAsync(
      ClientConfig config, SharedNetwork network, Executor executor) {
    return Connection.open(config, usable(network), false, executor, seed(config)).start();
  }

  private static Network usable(SharedNetwork network) {
    if (network instanceof Network ours) {
      return ours;
    }
    throw new IllegalArgumentException(
        network + " cannot carry messages: a shared network comes from Pando.openNetwork");
  }

  private static long seed(ClientConfig config) {
    Long chosen = config.session().seed();
    return chosen != null ? chosen : UUID.randomUUID().getLeastSignificantBits();
  }
}
