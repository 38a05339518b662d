package io.pando.client;

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
   * Connects over a new network that is closed with the connection. An implementation of {@link
   * Network.Provider} must be on the class path: {@code store-net}.
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
    Network network =
        ServiceLoader.load(Network.Provider.class)
            .findFirst()
            .orElseThrow(() ->
                new IllegalStateException(
                    "no network implementation: put store-net on the class path"))
            .open(config.network().loops(), config.network().carrier());
    return Connection.open(config, network, true, executor, seed(config)).await();
  }

  /** Connects over a shared network, which stays open when the connection is closed. */
  public static Cluster connect(ClientConfig config, Network network) {
    return connect(config, network, Thread::startVirtualThread);
  }

  /**
   * Connects over a shared network, with an executor.
   *
   * @param executor executor on which futures complete; dependent stages may block it
   */
  public static Cluster connect(ClientConfig config, Network network, Executor executor) {
    return Connection.open(config, network, false, executor, seed(config)).await();
  }

  /**
   * Connects without blocking. The future fails with {@link PandoException.Unavailable} if no
   * monitor answered in time; cancelling it does not end the attempt.
   */
  public static CompletableFuture<Cluster> connectAsync(
      ClientConfig config, Network network, Executor executor) {
    return Connection.open(config, network, false, executor, seed(config)).start();
  }

  private static long seed(ClientConfig config) {
    Long chosen = config.session().seed();
    return chosen != null ? chosen : UUID.randomUUID().getLeastSignificantBits();
  }
}
