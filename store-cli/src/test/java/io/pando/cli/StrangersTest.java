package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.MonitorInfo;
import io.pando.cluster.OsdInfo;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.message.DaemonMessage;
import io.pando.message.Heartbeat;
import io.pando.message.MapUpdate;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.message.PeeringMessage;
import io.pando.net.NettyNetwork;
import io.pando.net.NetworkLimits;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.Peer;
import io.pando.port.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that greet the daemons of a cluster over sockets as what they are not, and send what
 * would destroy data or take OSDs down if a daemon believed it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrangersTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String POOL = "rbd";
  private static final int OBJECTS = 20;
  private static final long LEAP = 1_000_000;

  /** A local address that no daemon of the test cluster has. */
  private static final String ELSEWHERE = "127.0.0.9";

  private final NettyNetwork network = NettyNetwork.open(1, "nio", NetworkLimits.usual());

  private @Nullable TestCluster cluster;
  private @Nullable ClusterMap before;

  @BeforeAll
  void start(@TempDir Path temp) throws Exception {
    cluster = TestCluster.start(TestCluster.layOut(temp));
    cluster().createPool(POOL, 8);
    for (int i = 0; i < OBJECTS; i++) {
      cluster().pool(POOL).writeFull("o" + i, content(i));
    }
    before = cluster().client().admin().map();
  }

  @AfterAll
  void stop() throws Exception {
    network.close();
    cluster().close();
  }

  private TestCluster cluster() {
    return Objects.requireNonNull(cluster, "it was started");
  }

  /** The map before anybody came. */
  private ClusterMap before() {
    return Objects.requireNonNull(before, "it was started");
  }

  private static byte[] content(int number) {
    return ("content " + number).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aSelfNamedMonitorIsTurnedAway() throws IOException {
    Stranger stranger =
        new Stranger(new Network.Self(before().cluster(), new NodeId(NodeId.Role.MON, 1), 0), null);
    stranger.sendEverything();
    stranger.awaitMonitorsPlace("monitors dial only other monitors");
    assertNothingChanged();
  }

  @Test
  void aMemberOfAnotherClusterIsTurnedAway() throws IOException {
    Stranger stranger =
        new Stranger(
            new Network.Self(new ClusterId(new UUID(6, 6)), new OsdId(0).node(), nonce(0)), null);
    stranger.sendEverything();
    stranger.awaitRefusals("belongs to cluster");
    assertNothingChanged();
  }

  @Test
  void anOsdThatNamesNoClusterIsTurnedAway() throws IOException {
    Stranger stranger = new Stranger(new Network.Self(null, new OsdId(0).node(), nonce(0)), null);
    stranger.sendEverything();
    stranger.awaitRefusals("names none");
    assertNothingChanged();
  }

  @Test
  void anotherIncarnationOfAnOsdChangesNothing() throws IOException {
    Stranger stranger =
        new Stranger(new Network.Self(before().cluster(), new OsdId(0).node(), nonce(0) ^ 1), null);
    stranger.sendEverything();
    stranger.awaitAnswers();
    assertNothingChanged();
  }

  @Test
  void anIncarnationThatIsUpElsewhereChangesNothing() throws IOException {
    Stranger stranger =
        new Stranger(
            new Network.Self(before().cluster(), new OsdId(0).node(), nonce(0)),
            new Network.Listen(ELSEWHERE, 0));
    stranger.sendEverything();
    stranger.awaitAnswers();
    assertNothingChanged();
  }

  private long nonce(int osd) {
    return address(osd).nonce();
  }

  private Address address(int osd) {
    OsdInfo info = Objects.requireNonNull(before().osds().get(new OsdId(osd)), "an OSD of the map");
    return Objects.requireNonNull(info.address(), "an OSD that is up");
  }

  /** The map is as it was, and so are the data. */
  private void assertNothingChanged() {
    // By writing, every group shows that its members still serve it by this map.
    for (int i = 0; i < OBJECTS; i++) {
      assertThat(cluster().pool(POOL).read("o" + i).toByteArray()).isEqualTo(content(i));
      cluster().pool(POOL).writeFull("o" + i, content(i));
    }
    ClusterMap now = cluster().client().admin().map();
    assertThat(now.pools()).isEqualTo(before().pools());
    assertThat(now.osds().values())
        .extracting(OsdInfo::up, OsdInfo::address, OsdInfo::upFrom)
        .isEqualTo(
            before().osds().values().stream()
                .map(osd -> Tuple.tuple(osd.up(), osd.address(), osd.upFrom()))
                .toList());
  }

  /** A program that claims to be a node. */
  private final class Stranger implements Transport.Listener {
    private final EventLoop loop = network.loops().getFirst();
    private final Network.Self claim;
    private final Transport transport;
    private final List<Peer.Dialed> greeted = new ArrayList<>();
    private final Map<Peer, String> refusals = new ConcurrentHashMap<>();
    private final List<ChangeOutcome> outcomes = new CopyOnWriteArrayList<>();
    private final Set<Peer> answered = ConcurrentHashMap.newKeySet();

    Stranger(Network.Self claim, Network.@Nullable Listen listen) throws IOException {
      this.claim = claim;
      this.transport = network.attach(claim, List.of(loop), listen).endpoints().getFirst();
      transport.listen(this);
    }

    void sendEverything() {
      for (OsdInfo osd : before().osds().values()) {
        for (int shard = 0; shard < osd.endpoint().shards(); shard++) {
          List<Message> messages = toOsd();
          // Once it is answered, all before it was received.
          messages.add(new DaemonMessage.AskPerformance(7));
          send(new Peer.Dialed(address(osd.id().value()), shard), messages);
        }
      }
      for (MonitorInfo monitor : before().monitors()) {
        Address address = new Address(monitor.node(), 0, monitor.host(), monitor.port());
        send(new Peer.Dialed(address, 0), toMonitor());
      }
    }

    private void send(Peer.Dialed to, List<Message> messages) {
      greeted.add(to);
      loop.execute(() -> messages.forEach(message -> transport.send(to, message)));
    }

    private List<Message> toOsd() {
      ClusterMap empty =
          new ClusterMap(
              new ClusterMap.Stamp(before().cluster(), before().epoch() + LEAP, 0),
              new ClusterMap.PlacementInput(
                  before().osds(), new TreeMap<>(), before().crush(), new TreeMap<>()),
              before().flags(),
              before().monitors(),
              ClusterMap.Losses.NONE);
      PoolId pool = before().poolNamed(POOL).orElseThrow().id();
      List<Message> messages = new ArrayList<>();
      messages.add(new MapUpdate(empty, List.of()));
      messages.add(
          new MapUpdate(
              null,
              List.of(
                  new Incremental(
                      before().epoch() + 1, 0, List.of(new Incremental.RemovePool(pool))))));
      messages.add(new Heartbeat(before().epoch() + LEAP, 1, false, 1_000));
      for (int seed = 0; seed < 8; seed++) {
        messages.add(new PeeringMessage.Discard(new PgId(pool, seed), before().epoch()));
        messages.add(new PeeringMessage.Discard(new PgId(pool, seed), before().epoch() + 1));
      }
      return messages;
    }

    private List<Message> toMonitor() {
      List<Change> changes =
          List.of(
              new Change.Boot(
                  new OsdId(1),
                  new UUID(1, 1),
                  new Address(new OsdId(1).node(), claim.nonce(), ELSEWHERE, 9),
                  1,
                  0),
              new Change.Stop(new OsdId(1), nonce(1)),
              new Change.ReportFailure(new OsdId(0), new OsdId(1), nonce(1), 60_000, true),
              new Change.ReportFailure(new OsdId(2), new OsdId(1), nonce(1), 60_000, true),
              new Change.MarkDown(List.of(new OsdId(1))),
              new Change.DeletePool(POOL, POOL));
      List<Message> messages = new ArrayList<>();
      changes.forEach(
          change -> messages.add(new MonitorMessage.RequestChange(messages.size() + 1, change, 0)));
      return messages;
    }

    /** Every daemon turned it away, for this reason. */
    void awaitRefusals(String reason) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(refusals.keySet()).containsAll(greeted));
      assertThat(refusals.values()).allSatisfy(said -> assertThat(said).contains(reason));
      assertThat(outcomes).isEmpty();
    }

    /**
     * OSDs and the monitor of that name turned it away, for this reason; the other monitors have
     * received all that was sent, and accepted none of it.
     */
    void awaitMonitorsPlace(String reason) {
      int others = before().monitors().size() - 1;
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            assertThat(refusals).hasSize(greeted.size() - others);
            assertThat(outcomes).hasSize(6 * others);
          });
      assertThat(refusals.values()).allSatisfy(said -> assertThat(said).contains(reason));
      assertThat(outcomes)
          .noneSatisfy(outcome -> assertThat(outcome).isInstanceOf(ChangeOutcome.Accepted.class));
    }

    /** Every daemon has received all that was sent, and no monitor accepted any of it. */
    void awaitAnswers() {
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> {
            assertThat(outcomes).hasSize(6 * before().monitors().size());
            assertThat(answered)
                .containsAll(
                    greeted.stream()
                        .filter(peer -> peer.node().role() == NodeId.Role.OSD)
                        .toList());
          });
      assertThat(outcomes)
          .noneSatisfy(outcome -> assertThat(outcome).isInstanceOf(ChangeOutcome.Accepted.class));
    }

    @Override
    public void onMessage(Peer from, Message message) {
      switch (message) {
        case MonitorMessage.ChangeReply reply -> outcomes.add(reply.outcome());
        case DaemonMessage.PerformanceAnswer _ -> answered.add(from);
        default -> {
          // Nothing else says whether it was believed.
        }
      }
    }

    @Override
    public void onReset(Peer peer, String reason) {
      refusals.put(peer, reason);
    }
  }
}
