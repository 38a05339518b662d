package io.pando.client;

import io.pando.client.engine.ClientEngine;
import io.pando.client.engine.ClientNode;
import io.pando.client.engine.Completion;
import io.pando.client.engine.DaemonEngine;
import io.pando.client.engine.EngineConfig;
import io.pando.client.mount.FileClients;
import io.pando.client.objecter.ObjecterConfig;
import io.pando.cluster.ClusterMap;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.random.Random64;
import io.pando.session.MonitorSession;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A client from its opening, before it has a map, to its end. */
record Connection(
    ClientConfig config, ClientEngine engine, Completion completion, ClientNode attachment) {
  private record Reach(Optional<ClusterMap> map, String account) {}

  /** Opens a client on the network, which starts to look for a monitor. */
  static Connection open(
      ClientConfig config, Network network, boolean owned, Executor executor, long seed) {
    Random64 random = new Random64(seed);
    long client = random.nextLong();
    EventLoop loop = network.loops().get(random.nextInt(network.loops().size()));
    Network.Self self =
        new Network.Self(
            config.cluster(), new NodeId(NodeId.Role.CLIENT, client), random.nextLong());
    Network.Node node;
    try {
      node = network.attach(self, List.of(loop), null);
    } catch (IOException e) {
      if (owned) {
        network.close();
      }
      throw new PandoException.Unavailable("the client cannot join the network: " + e.getMessage());
    }
    MonitorSession.Link link = new MonitorSession.Link(loop, node.endpoints().getFirst());
    ClientEngine engine = new ClientEngine(settings(config), link, client, random);
    engine.start();
    return new Connection(
        config,
        engine,
        new Completion(executor, new PandoExceptions()),
        new ClientNode(network, node, owned));
  }

  private static EngineConfig settings(ClientConfig config) {
    ObjecterConfig objecter =
        new ObjecterConfig(
            config.limits().maxInFlight(),
            config.limits().maxInFlightBytes(),
            config.limits().maxQueued(),
            ObjecterConfig.DEFAULT_RESEND,
            ObjecterConfig.DEFAULT_QUIET_NANOS,
            ObjecterConfig.DEFAULT_HOLD_NANOS);
    return new EngineConfig(
        config.monitors(),
        config.cluster(),
        config.adminTimeout(),
        objecter,
        config.session().registry());
  }

  /** Waits for the first map. */
  Cluster await() {
    CompletableFuture<Reach> reach = reach();
    try {
      return completion.await(reach, this::reached, config.adminTimeout(), "connecting");
    } catch (PandoException.Interrupted e) {
      close();
      throw e;
    }
  }

  /** Waits for the first map without blocking. */
  CompletableFuture<Cluster> start() {
    return completion.hand(reach(), this::reached);
  }

  private CompletableFuture<Reach> reach() {
    return engine
        .mapAfter(0, config.adminTimeout())
        .thenCompose(map ->
            map.isPresent()
                ? CompletableFuture.completedFuture(new Reach(map, ""))
                : engine.describe().thenApply(account -> new Reach(map, account)));
  }

  private Cluster reached(Reach reach) {
    if (reach.map().isPresent()) {
      return new Cluster(this);
    }
    close();
    throw new PandoException.Unavailable(
        "no monitor gave a cluster map within "
            + config.adminTimeout().toMillis()
            + " ms: "
            + reach.account()
            + "; check the addresses, and that a majority of the monitors is up");
  }

  /** Clients of file systems over the same network. */
  FileClients files() {
    return new FileClients(
        new FileClients.Config(
            new DaemonEngine.Contacts(config.monitors(), config.cluster()),
            config.adminTimeout(),
            config.session().registry()),
        attachment.network(),
        completion);
  }

  /** Closes the client. */
  void close() {
    completion.awaitInAnyCase(engine.close(), this::closed, "closing");
  }

  /** Closes the client without blocking. */
  CompletableFuture<Boolean> startClose() {
    return completion.hand(engine.close(), this::closed);
  }

  private boolean closed(boolean first) {
    if (first) {
      attachment.release();
    }
    return first;
  }
}
