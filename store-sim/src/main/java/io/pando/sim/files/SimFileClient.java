package io.pando.sim.files;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.client.engine.DaemonEngine;
import io.pando.client.fs.FileClient;
import io.pando.client.fs.FileClientConfig;
import io.pando.client.fs.FileEffect;
import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.SessionConfig;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.FileSystemId;
import io.pando.fs.NameHash;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.ClientIdentity;
import io.pando.id.NodeId;
import io.pando.message.FileMessage;
import io.pando.message.Message;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.random.Random64;
import io.pando.session.MonitorSession;
import io.pando.sim.SimCluster;
import io.pando.sim.net.SimNetwork;
import io.pando.sim.world.SimProcess;
import io.pando.time.Backoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A client of a file system in a simulated cluster, for its names; nothing of its data is written.
 */
public final class SimFileClient implements Transport.Listener {
  private static final long MILLI = 1_000_000;

  private final EventLoop loop;
  private final Transport transport;
  private final Random64 random;
  private final long number;
  private final String system;
  private final SortedMap<Long, CompletableFuture<FsAnswer>> calls = new TreeMap<>();
  private final List<String> losses = new ArrayList<>();
  private @Nullable FileClient client;
  private EventLoop.@Nullable Timer wake;
  private long lastCall;

  private SimFileClient(
      EventLoop loop, Transport transport, String system, long number, Random64 random) {
    this.loop = loop;
    this.transport = transport;
    this.system = system;
    this.number = number;
    this.random = random;
  }

  /** A client in a process of its own. */
  public static SimFileClient start(SimCluster cluster, String system) {
    Random64 random = cluster.world().splitRandom();
    long number = random.between(1, Long.MAX_VALUE);
    SimProcess process = cluster.world().start("files " + Long.toHexString(number));
    SimNetwork network = SimNetwork.of(cluster.fabric(), process, 1);
    EventLoop loop = network.loops().getFirst();
    Network.Node node;
    try {
      node =
          network.attach(
              new Network.Self(cluster.id(), new NodeId(NodeId.Role.CLIENT, number), number),
              network.loops(),
              null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    DaemonEngine engine =
        DaemonEngine.open(
            new MonitorSession.Link(loop, node.endpoints().getFirst()),
            new DaemonEngine.Contacts(cluster.contacts(), cluster.id()),
            number,
            random.split(),
            new SimpleMeterRegistry());
    SimFileClient started =
        new SimFileClient(loop, engine.endpoint(), system, number, random.split());
    engine.endpoint().listen(started);
    engine.calls().onMap(started::onMap);
    return started;
  }

  private void onMap(ClusterMap map) {
    if (client == null) {
      map.files().named(system).ifPresent(found -> client = open(map, found));
    }
    if (client != null) {
      client.onMap(loop.nanoTime(), map);
    }
  }

  private FileClient open(ClusterMap map, FileSystem found) {
    FileSystemId id = found.id();
    SessionConfig session =
        new SessionConfig(
            id,
            0,
            new ClientIdentity("sim", "test", "1"),
            new Backoff(20 * MILLI, 1_000 * MILLI),
            1_000 * MILLI,
            100 * MILLI);
    long key = map.livePool(found.pools().metadata()).orElseThrow().treeKey();
    return new FileClient(
        FileClientConfig.of(session), number, new NameHash(key), random, _ -> null, this::carryOut);
  }

  private void carryOut(FileEffect effect) {
    switch (effect) {
      case FileEffect.Send it -> transport.send(it.to(), it.message());
      case FileEffect.Complete it -> {
        CompletableFuture<FsAnswer> call = calls.remove(it.call());
        if (call != null) {
          call.complete(it.answer());
        }
      }
      case FileEffect.Flush it -> confirm(it.token());
      case FileEffect.Invalidate it -> confirm(it.token());
      case FileEffect.SessionLost it -> losses.add(it.reason());
      case FileEffect.WakeAt it -> {
        if (wake != null) {
          wake.cancel();
        }
        long delayNanos = Math.max(0, it.nanos() - loop.nanoTime());
        wake = loop.schedule(delayNanos, () -> of().onWoken(loop.nanoTime()));
      }
      case FileEffect.Stable _,
          FileEffect.Unmade _,
          FileEffect.Use _,
          FileEffect.DropCaches _,
          FileEffect.Closed _,
          FileEffect.OfLocks _ -> {}
    }
  }

  private void confirm(long token) {
    loop.execute(() -> of().onConfirmed(loop.nanoTime(), token));
  }

  private FileClient of() {
    FileClient opened = client;
    if (opened == null) {
      throw new IllegalStateException("file system '" + system + "' is in no map yet");
    }
    return opened;
  }

  /** Whether it knows the file system. */
  public boolean isOpen() {
    return client != null;
  }

  /** Why it lost sessions. */
  public List<String> losses() {
    return losses;
  }

  /** Makes a file or directory. */
  public CompletableFuture<FsAnswer> make(NewName name) {
    return call((now, call) -> of().make(now, call, Caller.ROOT, name, time()));
  }

  private Timestamp time() {
    return Timestamp.ofMillis(loop.wallMillis());
  }

  /** Executes a request. */
  public CompletableFuture<FsAnswer> execute(FsRequest request) {
    return call(
        (now, call) -> of().execute(now, new GivenRequest(call, Caller.ROOT, request, time())));
  }

  /** Completes when all changes that were answered are durable. */
  public CompletableFuture<FsAnswer> sync() {
    return call((now, call) -> of().sync(now, call));
  }

  private interface Begin {
    void run(long nowNanos, long call);
  }

  private CompletableFuture<FsAnswer> call(Begin begin) {
    CompletableFuture<FsAnswer> future = new CompletableFuture<>();
    loop.execute(() -> {
      lastCall++;
      calls.put(lastCall, future);
      begin.run(loop.nanoTime(), lastCall);
    });
    return future;
  }

  @Override
  public void onMessage(Peer from, Message message) {
    if (message instanceof FileMessage ofFiles && client != null) {
      client.onMessage(loop.nanoTime(), from, ofFiles);
    }
  }

  @Override
  public void onReset(Peer peer, String reason) {
    if (client != null) {
      client.onReset(loop.nanoTime(), peer);
    }
  }
}
