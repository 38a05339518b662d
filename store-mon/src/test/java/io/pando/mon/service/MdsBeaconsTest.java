package io.pando.mon.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.RankState;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.NodeId;
import io.pando.message.MdsMessage;
import io.pando.message.Message;
import io.pando.message.MonitorMessage;
import io.pando.mon.InitialMap;
import io.pando.mon.MonitorMachine;
import io.pando.mon.config.MonitorConfig;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A leading monitor that hears of metadata servers, and misses them. */
class MdsBeaconsTest {
  private static final Peer OPERATOR = new Peer.Session(new NodeId(NodeId.Role.CLIENT, 1), 1, 1);
  private static final Peer FIRST = server(1);
  private static final Peer SECOND = server(2);

  private final HandDrivenLoop loop = new HandDrivenLoop();
  private final RecordingTransport transport = new RecordingTransport();
  private final MonitorMachine machine = new MonitorMachine();
  private final LoneLog log = new LoneLog(loop, machine);
  private long requests;
  private long beacons;

  private static Peer server(int number) {
    return new Peer.Session(new NodeId(NodeId.Role.MDS, number), number, number, "127.0.0.1");
  }

  private static MdsIncarnation life(Peer server) {
    return new MdsIncarnation(100 + server.node().number());
  }

  @BeforeEach
  void start() {
    ClusterMap initial =
        InitialMap.of(new ClusterId(new UUID(3, 4)), LoneLog.monitors(), "osd", loop.wallMillis());
    MonitorService.start(
        MonitorConfig.DEFAULT,
        new MonitorService.Parts(loop, transport, log, machine, initial, new Random64(5)),
        new SimpleMeterRegistry());
    loop.pass(0);
    accept(OPERATOR, new Change.CreatePool("m", 1, 1, 1, null));
    accept(OPERATOR, new Change.CreatePool("d", 1, 1, 1, null));
    accept(OPERATOR, new Change.CreateFileSystem("f", "m", List.of("d")));
    boot(FIRST);
    boot(SECOND);
  }

  private List<Message> tell(Peer peer, Message message) {
    transport.listener().onMessage(peer, message);
    loop.pass(0);
    return transport.takeSentTo(peer);
  }

  private ChangeOutcome request(Peer from, Change change) {
    List<Message> replies = tell(from, new MonitorMessage.RequestChange(++requests, change, 0));
    return ((MonitorMessage.ChangeReply) replies.getFirst()).outcome();
  }

  private void accept(Peer from, Change change) {
    assertThat(request(from, change)).isInstanceOf(ChangeOutcome.Accepted.class);
  }

  private void boot(Peer server) {
    accept(server, new Change.BootMds(life(server), address(server), "", 2));
  }

  private ClusterMap map() {
    return machine.state().orElseThrow().map();
  }

  private List<Message> beacon(Peer server) {
    return tell(server, new MdsMessage.MdsBeacon(life(server), ++beacons, null));
  }

  private void beacons(int count, Peer... servers) {
    for (int i = 0; i < count; i++) {
      loop.pass(250);
      for (Peer server : servers) {
        beacon(server);
      }
    }
  }

  @Test
  void beaconsAreAnswered() {
    assertThat(beacon(FIRST)).containsExactly(new MdsMessage.MdsBeaconAnswer(1, map().epoch()));
    assertThat(tell(SECOND, new MdsMessage.MdsBeacon(life(FIRST), 7, null)))
        .as("of another server")
        .isEmpty();
    assertThat(tell(server(9), new MdsMessage.MdsBeacon(life(server(9)), 7, null))).isEmpty();
  }

  @Test
  void aServerThatIsSilentIsReplaced() {
    beacons(20, FIRST, SECOND);
    assertThat(map().fences().bySession()).isEmpty();
    long epoch = map().epoch();
    beacons(18, SECOND);
    assertThat(map().fences().bySession()).containsOnlyKeys(life(FIRST).number());
    assertThat(map().files().heldBy(life(SECOND))).isPresent();
    assertThat(map().epoch()).as("in one change").isEqualTo(epoch + 1);
    assertThat(beacon(FIRST)).isEmpty();
  }

  private static Address address(Peer server) {
    return new Address(server.node(), server.nonce(), "127.0.0.1", 7000);
  }

  private void reset(Peer peer) {
    transport.listener().onReset(peer, "closed");
    loop.pass(60);
  }

  @Test
  void aServerThatRefusesConnectionsIsReplacedAtOnce() {
    beacons(4, FIRST, SECOND);
    Peer dialed = new Peer.Dialed(address(FIRST), 0);
    reset(dialed);
    reset(SECOND);
    assertThat(transport.takeSentTo(dialed)).as("no connection broke").isEmpty();
    reset(FIRST);
    assertThat(transport.takeSentTo(dialed)).hasSize(1);
    reset(dialed);
    reset(dialed);
    assertThat(transport.takeSentTo(dialed)).hasSize(2);
    reset(dialed);
    assertThat(map().files().heldBy(life(SECOND))).isPresent();
    assertThat(map().fences().bySession()).containsOnlyKeys(life(FIRST).number());
  }

  @Test
  void aServerThatAnswersAfterABrokenConnectionStays() {
    beacons(4, FIRST, SECOND);
    Peer dialed = new Peer.Dialed(address(FIRST), 0);
    reset(FIRST);
    reset(dialed);
    tell(dialed, new MdsMessage.RankAnswer(0, null, "it is being loaded"));
    assertThat(transport.disconnected()).contains(dialed);
    reset(dialed);
    reset(dialed);
    reset(dialed);
    loop.pass(300);
    assertThat(map().files().heldBy(life(FIRST))).isPresent();
  }

  @Test
  void serversSpeakForThemselves() {
    Change step = new Change.StepRank(life(FIRST), RankState.RECONNECT);
    assertThat(request(SECOND, step)).isInstanceOf(ChangeOutcome.Rejected.class);
    accept(FIRST, step);
    Change fail = new Change.FailMds(List.of(life(FIRST)), "it shuts down");
    assertThat(request(SECOND, fail)).isInstanceOf(ChangeOutcome.Rejected.class);
    assertThat(request(FIRST, new Change.CreatePool("x", 1, 1, 1, null)))
        .isInstanceOf(ChangeOutcome.Rejected.class);
    accept(FIRST, new Change.AddFence(77, 0, "evicted"));
    accept(FIRST, fail);
    assertThat(request(FIRST, step)).isInstanceOf(ChangeOutcome.Unavailable.class);
  }
}
