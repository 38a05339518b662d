package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.MonitorInfo;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.awaitility.Awaitility;

/** Three replicas in one process, on real sockets and files. */
final class Trio implements AutoCloseable {
  static final ClusterId CLUSTER = new ClusterId(new UUID(11, 12));
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** Ratis' own Netty tells every event; held so that the level stays. */
  private static final Logger NETTY = Logger.getLogger("org.apache.ratis.thirdparty.io.netty");

  static {
    NETTY.setLevel(Level.WARNING);
  }

  final List<MonitorInfo> monitors;
  private final Path directory;
  private final int snapshotEvery;
  private final TreeMap<Integer, Running> running = new TreeMap<>();

  record Running(SingleThreadLoop loop, Tally tally, RatisLog log, List<Throwable> broken) {}

  Trio(Path directory, int snapshotEvery) throws IOException {
    this.directory = directory;
    this.snapshotEvery = snapshotEvery;
    this.monitors = monitors();
  }

  private static List<MonitorInfo> monitors() throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    List<MonitorInfo> monitors = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      held.add(socket);
      monitors.add(new MonitorInfo(node(i), "127.0.0.1", 1, socket.getLocalPort()));
    }
    for (ServerSocket socket : held) {
      socket.close();
    }
    return monitors;
  }

  static NodeId node(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }

  RaftOptions options(int number) {
    return new RaftOptions(
        RaftOptions.Peers.founder(CLUSTER, node(number), monitors),
        directory.resolve("mon" + number),
        new RaftOptions.Elections(600, 1_200),
        snapshotEvery);
  }

  Path directory(int number) {
    return directory.resolve("mon" + number);
  }

  void start(int... numbers) throws LogOpenException {
    for (int number : numbers) {
      SingleThreadLoop loop = new SingleThreadLoop("loop-" + number);
      Tally tally = new Tally();
      List<Throwable> broken = new CopyOnWriteArrayList<>();
      running.put(
          number,
          new Running(
              loop, tally, RatisLog.open(options(number), loop, tally, broken::add), broken));
    }
  }

  void stop(int number) {
    Running stopped = get(number);
    running.remove(number);
    stopped.log().close();
    stopped.loop().close();
  }

  Running get(int number) {
    return running.getOrDefault(number, running.firstEntry().getValue());
  }

  /** Whom all that run take for the leader, once they agree on one of them. */
  int leader() {
    Awaitility.await().atMost(PATIENCE).until(() -> agreed().isPresent());
    return agreed().orElseThrow();
  }

  private Optional<Integer> agreed() {
    List<Optional<NodeId>> leaders =
        running.values().stream()
            .map(replica -> Optional.ofNullable(replica.log().view().leader()))
            .distinct()
            .toList();
    return leaders.size() == 1
        ? leaders.getFirst().map(node -> (int) node.number()).filter(running::containsKey)
        : Optional.empty();
  }

  ReplicatedLog.Outcome propose(int at, String command, long timeoutMillis) {
    CompletableFuture<ReplicatedLog.Outcome> done = new CompletableFuture<>();
    Running replica = get(at);
    replica
        .loop()
        .execute(() ->
            replica
                .log()
                .propose(
                    Tally.text(command),
                    TimeUnit.MILLISECONDS.toNanos(timeoutMillis),
                    done::complete));
    return done.orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** A proposal that must be applied. */
  void apply(int at, String command) {
    ReplicatedLog.Outcome outcome = propose(at, command, 20_000);
    assertThat(outcome).isInstanceOf(ReplicatedLog.Outcome.Applied.class);
    byte[] result = ((ReplicatedLog.Outcome.Applied) outcome).result().toByteArray();
    assertThat(new String(result, StandardCharsets.UTF_8)).isEqualTo("done " + command.strip());
  }

  ReplicatedLog.Barrier barrier(int at, long timeoutMillis) {
    CompletableFuture<ReplicatedLog.Barrier> done = new CompletableFuture<>();
    Running replica = get(at);
    replica
        .loop()
        .execute(() ->
            replica.log().barrier(TimeUnit.MILLISECONDS.toNanos(timeoutMillis), done::complete));
    return done.orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** One replica that is a cluster of its own. */
  static final class Alone implements AutoCloseable {
    private final SingleThreadLoop loop = new SingleThreadLoop("alone");
    private final RatisLog log;

    Alone(RaftOptions options) throws LogOpenException {
      log = RatisLog.open(options, loop, new Tally(), failure -> {});
    }

    void apply(String command) {
      CompletableFuture<ReplicatedLog.Outcome> done = new CompletableFuture<>();
      loop.execute(
          () -> log.propose(Tally.text(command), TimeUnit.SECONDS.toNanos(20), done::complete));
      assertThat(done.orTimeout(60, TimeUnit.SECONDS).join())
          .isInstanceOf(ReplicatedLog.Outcome.Applied.class);
    }

    @Override
    public void close() {
      log.close();
      loop.close();
    }
  }

  @Override
  public void close() {
    List.copyOf(running.keySet()).forEach(this::stop);
  }
}
