package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.mon.InitialMap;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.MonitorConfig;
import io.pando.mon.service.MonitorService;
import io.pando.mon.state.MonitorState;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.random.Random64;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three whole monitors, less the network between them and their clients. */
class QuorumTest {
  private static final Peer CLIENT = new Peer.Session(new NodeId(NodeId.Role.CLIENT, 1), 1, 1);

  @TempDir Path directory;

  /** A monitor whose only client is the test. */
  private record Monitor(SingleThreadLoop loop, MonitorMachine machine, RatisLog log, Client client)
      implements AutoCloseable {
    static Monitor start(RaftOptions options) throws Exception {
      SingleThreadLoop loop = new SingleThreadLoop("" + options.self());
      MonitorMachine machine = new MonitorMachine();
      RatisLog log = RatisLog.open(options, loop, machine, failure -> {});
      ClusterMap initial =
          InitialMap.of(options.peers().cluster(), options.peers().founders(), "osd", 1);
      Client client = new Client();
      CompletableFuture<MonitorService> service = new CompletableFuture<>();
      loop.execute(() ->
          service.complete(
              MonitorService.start(
                  MonitorConfig.DEFAULT,
                  new MonitorService.Parts(loop, client, log, machine, initial, new Random64(1)),
                  new SimpleMeterRegistry())));
      client.monitor = service.get(20, TimeUnit.SECONDS);
      return new Monitor(loop, machine, log, client);
    }

    void tell(Message message) {
      loop.execute(() -> client.monitor().onMessage(CLIENT, message));
    }

    Optional<MonitorState> state() throws Exception {
      CompletableFuture<Optional<MonitorState>> state = new CompletableFuture<>();
      loop.execute(() -> state.complete(machine.state()));
      return state.get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
      log.close();
      loop.close();
    }
  }

  private static final class Client implements Transport {
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private volatile Transport.@Nullable Listener monitor;

    Transport.Listener monitor() {
      return Objects.requireNonNull(monitor);
    }

    /** The next message of a type; earlier messages are passed over. */
    <T extends Message> T next(Class<T> type) throws InterruptedException {
      while (true) {
        Message message = received.poll(40, TimeUnit.SECONDS);
        assertThat(message).as("no %s in time", type).isNotNull();
        if (type.isInstance(message)) {
          return type.cast(message);
        }
      }
    }

    @Override
    public void listen(Listener listener) {
      monitor = listener;
    }

    @Override
    public void send(Peer to, Message message) {
      received.add(message);
    }

    @Override
    public void join(ClusterId cluster) {}

    @Override
    public void setReading(Peer peer, boolean reading) {}

    @Override
    public void disconnect(Peer peer) {}
  }

  private List<Monitor> startAll(Trio trio) throws Exception {
    List<Monitor> monitors = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      monitors.add(Monitor.start(trio.options(i)));
    }
    return monitors;
  }

  @Test
  void changesAtAnyMonitorReachSubscribersOfAllAndSurviveARestart() throws Exception {
    Trio trio = new Trio(directory, 3);
    List<Monitor> monitors = startAll(trio);
    for (int i = 0; i < 3; i++) {
      monitors
          .get(i)
          .tell(new MonitorMessage.RequestChange(i, new Change.CreateOsd(null, null), 0));
      ChangeOutcome outcome =
          monitors.get(i).client().next(MonitorMessage.ChangeReply.class).outcome();
      while (outcome instanceof ChangeOutcome.Unavailable) {
        // The cluster may not have begun yet.
        monitors
            .get(i)
            .tell(new MonitorMessage.RequestChange(i, new Change.CreateOsd(null, null), 0));
        outcome = monitors.get(i).client().next(MonitorMessage.ChangeReply.class).outcome();
      }
      assertThat(outcome).isEqualTo(new ChangeOutcome.Accepted(i + 2, "osd." + i + " created"));
    }
    for (Monitor monitor : monitors) {
      monitor.tell(new MonitorMessage.Subscribe(0));
      assertThat(monitor.client().next(MapUpdate.class).full())
          .isNotNull()
          .satisfies(map -> assertThat(map.epoch()).isEqualTo(4));
    }
    Change pool = new Change.CreatePool("a", 8, 1, 1, null);
    monitors.get(1).tell(new MonitorMessage.RequestChange(9, pool, 0));
    for (Monitor monitor : monitors) {
      assertThat(monitor.client().next(MapUpdate.class).incrementals())
          .extracting(incremental -> incremental.epoch())
          .containsExactly(5L);
    }
    MonitorState agreed = monitors.getFirst().state().orElseThrow();
    monitors.forEach(Monitor::close);

    List<Monitor> again = startAll(trio);
    for (Monitor monitor : again) {
      monitor.tell(new MonitorMessage.Subscribe(4));
      assertThat(monitor.client().next(MapUpdate.class).incrementals()).hasSize(1);
      assertThat(monitor.state()).contains(agreed);
    }
    again.forEach(Monitor::close);
  }
}
