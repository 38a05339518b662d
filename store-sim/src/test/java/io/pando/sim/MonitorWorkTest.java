package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import io.pando.cluster.Change;
import io.pando.id.NodeId;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * The work of the monitors of a cluster with 100 OSDs: it depends on the OSDs and on changes of the
 * map, and not on what clients do. A client costs a keep-alive now and then, and each newer map
 * once.
 */
class MonitorWorkTest {
  private static final int OSDS = 100;
  private static final int FEW = 5;
  private static final int MANY = 10 * FEW;

  /** Clients that the test itself needs. */
  private static final int OPERATORS = 2;

  private static final int WINDOW_SECONDS = 10;
  private static final int STEP_MILLIS = 100;

  private final SimCluster cluster =
      new SimCluster(
              7,
              new SimCluster.Shape(3, OSDS, 1),
              SimSettings.usual().with(SimSettings.Store.HEAP).withShardBytes(4 << 20))
          .formed();
  private final Cluster admin = cluster.connect();
  private final List<Cluster> clients = new ArrayList<>();
  private Work work = new Work(0);

  /** What the monitors did in a window of time. */
  private static final class Work {
    private final Map<NodeId.Role, Integer> received = new EnumMap<>(NodeId.Role.class);
    private final Map<NodeId.Role, Integer> sent = new EnumMap<>(NodeId.Role.class);
    private final Map<NodeId.Role, Integer> maps = new EnumMap<>(NodeId.Role.class);
    private final int before;
    private int keepAlives;
    private int commands;

    Work(int commandsBefore) {
      this.before = commandsBefore;
    }

    void onSent(NodeId from, NodeId to, Message message) {
      if (to.role() == NodeId.Role.MON) {
        received.merge(from.role(), 1, Integer::sum);
        if (from.role() == NodeId.Role.CLIENT && isKeepAlive(message)) {
          keepAlives++;
        }
      } else if (from.role() == NodeId.Role.MON) {
        sent.merge(to.role(), 1, Integer::sum);
        if (message instanceof MapUpdate) {
          maps.merge(to.role(), 1, Integer::sum);
        }
      }
    }

    private static boolean isKeepAlive(Message message) {
      return message instanceof MonitorMessage.Subscribe
          || (message instanceof MonitorMessage.Ask ask
              && ask.question() == MonitorMessage.Question.MONITORS);
    }

    int received(NodeId.Role from) {
      return received.getOrDefault(from, 0);
    }

    int sent(NodeId.Role to) {
      return sent.getOrDefault(to, 0);
    }

    int maps(NodeId.Role to) {
      return maps.getOrDefault(to, 0);
    }

    @Override
    public String toString() {
      return "received %s, sent %s, of these maps %s, applied %d commands"
          .formatted(received, sent, maps, commands);
    }
  }

  private void connect(int count) {
    while (clients.size() < count) {
      clients.add(cluster.connect());
    }
    cluster.world().runFor(3 * SimCluster.SECOND);
  }

  private Work during(Runnable load) {
    Work window = new Work(cluster.commandCount());
    work = window;
    load.run();
    window.commands = cluster.commandCount() - window.before;
    work = new Work(0);
    return window;
  }

  private void rest() {
    cluster.world().runFor(WINDOW_SECONDS * SimCluster.SECOND);
  }

  /** Every client writes and reads an object of its own, again and again. */
  private void busy() {
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int millis = 0; millis < 1_000 * WINDOW_SECONDS; millis += STEP_MILLIS) {
      for (int i = 0; i < clients.size(); i++) {
        Pool pool = clients.get(i).pool("data");
        String object = "o" + i;
        all.add(
            pool.writeFullAsync(object, ByteBuffer.allocate(100))
                .thenCompose(_ -> pool.readAsync(object)));
      }
      cluster.world().runFor(STEP_MILLIS * SimCluster.SECOND / 1_000);
    }
    all.forEach(cluster::await);
  }

  @Test
  void itDoesNotGrowWithClients() {
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("data", 64, 3, 2, null)));
    assertThat(cluster.awaitClean(admin, 60 * SimCluster.SECOND)).isTrue();
    cluster.fabric().watch((from, to, message) -> work.onSent(from, to, message));
    connect(FEW);
    Work fewRest = during(this::rest);
    Work fewBusy = during(this::busy);
    connect(MANY);
    Work manyRest = during(this::rest);
    Work manyBusy = during(this::busy);
    assertOnlyOsdsCount(List.of(fewRest, fewBusy, manyRest, manyBusy));
    assertKeepAlivesOnly(fewRest, FEW + OPERATORS);
    assertKeepAlivesOnly(fewBusy, FEW + OPERATORS);
    assertKeepAlivesOnly(manyRest, MANY + OPERATORS);
    assertKeepAlivesOnly(manyBusy, MANY + OPERATORS);
    assertEachClientGetsANewMapOnce();
  }

  /** Nothing is proposed, and OSDs cost the same in all windows. */
  private static void assertOnlyOsdsCount(List<Work> windows) {
    Work first = windows.getFirst();
    for (Work window : windows) {
      assertThat(window.commands).as("%s", window).isZero();
      assertThat(window.maps).as("%s", window).isEmpty();
      assertThat((double) window.received(NodeId.Role.OSD))
          .as("%s, at first %s", window, first)
          .isCloseTo(first.received(NodeId.Role.OSD), withinPercentage(5));
      assertThat((double) window.sent(NodeId.Role.OSD))
          .as("%s, at first %s", window, first)
          .isCloseTo(first.sent(NodeId.Role.OSD), withinPercentage(5));
    }
  }

  /** At most one keep-alive, of two messages and an answer: one in 30 s is due. */
  private static void assertKeepAlivesOnly(Work window, int sessions) {
    assertThat(window.keepAlives).isEqualTo(window.received(NodeId.Role.CLIENT));
    assertThat(window.received(NodeId.Role.CLIENT))
        .as("%s", window)
        .isLessThanOrEqualTo(2 * sessions);
    assertThat(window.sent(NodeId.Role.CLIENT)).as("%s", window).isLessThanOrEqualTo(sessions);
  }

  /** An OSD that hears of the map from another OSD may ask for it while it is on its way. */
  private void assertEachClientGetsANewMapOnce() {
    Work window =
        during(() -> {
          cluster.await(admin.admin().changeAsync(new Change.AddBucket("shelf", "rack")));
          rest();
        });
    assertThat(window.commands).isEqualTo(1);
    assertThat(window.maps(NodeId.Role.CLIENT)).isEqualTo(MANY + OPERATORS);
    assertThat(window.maps(NodeId.Role.OSD)).isBetween(OSDS, 2 * OSDS);
  }
}
