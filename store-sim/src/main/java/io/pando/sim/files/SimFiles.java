package io.pando.sim.files;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.client.engine.DaemonEngine;
import io.pando.client.fs.FileClientConfig;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.client.fs.open.OpenFilesConfig;
import io.pando.client.fs.session.SessionConfig;
import io.pando.client.mount.FileEngine;
import io.pando.client.mount.FileNodes;
import io.pando.cluster.files.FileSystemId;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.Caller;
import io.pando.fs.session.ClientIdentity;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.FileCalls;
import io.pando.port.Network;
import io.pando.sim.SimCluster;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import io.pando.time.Backoff;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** A client of a file system in a process of its own of a simulated cluster: the production one. */
public final class SimFiles {
  private static final long MILLI = 1_000_000;

  private static final String LOST = "the session is lost";

  private final SimProcess process;
  private final FileEngine engine;
  private final List<Long> sessions;
  private final List<Long> losses;

  private SimFiles(SimProcess process, FileEngine engine, List<Long> sessions, List<Long> losses) {
    this.process = process;
    this.engine = engine;
    this.sessions = sessions;
    this.losses = losses;
  }

  /** Opens a file system, which exists in the newest map. */
  public static SimFiles open(SimCluster cluster, String system, FileDataConfig data) {
    return open(cluster, system, data, FileClientConfig::of);
  }

  /** Opens a file system with a client of its own settings. */
  public static SimFiles open(
      SimCluster cluster,
      String system,
      FileDataConfig data,
      Function<SessionConfig, FileClientConfig> client) {
    long seed = cluster.world().splitRandom().nextLong();
    SimProcess process = cluster.world().start("files " + Long.toHexString(seed));
    SimNetwork network = SimNetwork.of(cluster.fabric(), process, 1);
    List<Long> sessions = new ArrayList<>();
    List<Long> losses = new ArrayList<>();
    FileEngine.Settings settings =
        new FileEngine.Settings(
            system,
            new DaemonEngine.Contacts(cluster.contacts(), cluster.id()),
            id -> OpenFilesConfig.of(client.apply(session(id)), data),
            sentence -> {
              cluster.world().note("client of files: " + sentence);
              if (sentence.startsWith(LOST)) {
                losses.add(cluster.world().nowNanos());
              }
            },
            new SimpleMeterRegistry());
    FileEngine.Opening opening =
        cluster.await(
            FileEngine.open(
                settings, network.loops().getFirst(), new Nodes(cluster, network, sessions), seed));
    return switch (opening) {
      case FileEngine.Opening.Opened opened ->
          new SimFiles(process, opened.files(), sessions, losses);
      case FileEngine.Opening.Refused refused -> throw new IllegalStateException(refused.why());
    };
  }

  private static SessionConfig session(FileSystemId id) {
    return new SessionConfig(
        id,
        0,
        new ClientIdentity("sim", "test", "1"),
        new Backoff(20 * MILLI, 1_000 * MILLI),
        1_000 * MILLI,
        100 * MILLI);
  }

  /** The process: to be killed, paused, or cut off. */
  public SimProcess process() {
    return process;
  }

  /** When it lost sessions, in nanoseconds of the world. */
  public List<Long> losses() {
    return List.copyOf(losses);
  }

  /** Numbers of its sessions, the present one last. */
  public List<Long> sessions() {
    return List.copyOf(sessions);
  }

  /** The node of its present session. */
  public NodeId node() {
    return new NodeId(NodeId.Role.CLIENT, sessions.getLast());
  }

  /** The client's door. */
  public FileCalls calls() {
    return engine;
  }

  /** Executes a call. */
  public CompletableFuture<FileOutcome> call(Caller caller, FileCall call) {
    CompletableFuture<FileOutcome> outcome = new CompletableFuture<>();
    engine.submit(caller, call, outcome::complete);
    return outcome;
  }

  /** Writes what is dirty, and ends the session. */
  public CompletableFuture<Boolean> close() {
    return engine.close();
  }

  /** For people who look for a fault. */
  @Override
  public String toString() {
    return engine.toString();
  }

  private record Nodes(SimCluster cluster, SimNetwork network, List<Long> sessions)
      implements FileNodes {
    @Override
    public CompletableFuture<Network.Node> attach(EventLoop loop, long session) {
      sessions.add(session);
      try {
        return CompletableFuture.completedFuture(
            network.attach(
                new Network.Self(cluster.id(), new NodeId(NodeId.Role.CLIENT, session), session),
                List.of(loop),
                null));
      } catch (IOException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public void release(Network.Node node) {
      node.close();
    }
  }
}
