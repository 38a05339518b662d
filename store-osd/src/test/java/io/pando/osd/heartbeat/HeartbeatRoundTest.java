package io.pando.osd.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Replication;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.message.Heartbeat;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.PingReply;
import io.pando.osd.traffic.HandLoop;
import io.pando.osd.traffic.HandWire;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One of eight OSDs that are up, number 1, and what it says to the others. */
class HeartbeatRoundTest {
  private static final OsdId SELF = new OsdId(1);
  private static final ClusterMap MAP = Maps.of(2, Replication.PRIMARY).map();
  private static final OsdConfig CONFIG = OsdConfig.defaults();

  private final HandLoop loop = new HandLoop();
  private final HandWire wire = new HandWire();
  private final List<Change> requested = new ArrayList<>();
  private final List<List<PingReply>> pongs = new ArrayList<>();
  private final HeartbeatRound round =
      new HeartbeatRound(
          new OsdIdentity(new ClusterId(new UUID(1, 1)), SELF, new UUID(2, 1), address(1)),
          CONFIG,
          loop,
          wire,
          requested::add,
          pongs::add);

  private static Address address(int osd) {
    return new Address(new OsdId(osd).node(), 1, "test", 6800 + osd);
  }

  private static Peer dialed(int osd) {
    return new Peer.Dialed(address(osd), 0);
  }

  private void hears(int from, long epoch, boolean pong, int fullness) {
    round.onHeartbeat(
        GroupHarness.stream(new OsdId(from)),
        new Heartbeat(epoch, loop.nanoTime(), pong, fullness));
  }

  @BeforeEach
  void begin() {
    Granted _ = round.onMap(7);
    round.watch(MAP, new TreeSet<>(List.of(SELF, new OsdId(5), new OsdId(99))));
  }

  /** Two OSDs to either side in the circle of numbers, and those that share groups, if known. */
  @Test
  void itPingsItsNeighboursByGroupsAndByNumber() {
    loop.pass(1_000);
    round.setFullness(432);
    round.ping(CONFIG.liveness().heartbeatNanos());
    assertThat(wire.peers()).containsExactly(dialed(0), dialed(2), dialed(3), dialed(5), dialed(7));
    assertThat(wire.messages()).containsOnly(new Heartbeat(7, loop.nanoTime(), false, 432));
  }

  @Test
  void aPingIsAnsweredWithItsOwnTimeAndTheMapHere() {
    round.setFullness(10);
    round.onHeartbeat(GroupHarness.stream(new OsdId(6)), new Heartbeat(5, 123, false, 900));
    assertThat(wire.peers()).containsExactly(GroupHarness.stream(new OsdId(6)));
    assertThat(wire.messages()).containsExactly(new Heartbeat(7, 123, true, 10));
    assertThat(round.highestFullness()).as("it is not watched").isZero();
    round.onHeartbeat(GroupHarness.stream(new OsdId(5)), new Heartbeat(5, 123, false, 900));
    assertThat(round.highestFullness()).isEqualTo(900);
  }

  /** What a pinger was answered is a promise: until when, everybody is told with the next map. */
  @Test
  void whatWasPromisedByAnswersIsToldWithTheNextMap() {
    // Promises of the process before have expired by then.
    loop.pass(2 * CONFIG.liveness().lease().keptNanos());
    hears(5, 7, false, 0);
    Granted granted = round.onMap(8);
    assertThat(granted.until(new OsdId(5)))
        .isEqualTo(loop.nanoTime() + CONFIG.liveness().lease().keptNanos());
    assertThat(granted.until(new OsdId(6))).isLessThan(loop.nanoTime());
  }

  @Test
  void answersAreHandedOverInBunches() {
    hears(5, 7, true, 0);
    hears(0, 8, true, 0);
    hears(6, 7, true, 0);
    long sent = loop.nanoTime();
    loop.pass(4_999_999);
    assertThat(pongs).isEmpty();
    loop.pass(1);
    assertThat(pongs)
        .containsExactly(
            List.of(new PingReply(new OsdId(5), sent, 7), new PingReply(new OsdId(0), sent, 8)));
    hears(5, 7, true, 0);
    loop.pass(1_000_000_000L);
    assertThat(pongs).hasSize(2);
  }

  @Test
  void whoeverAnswersByAnOlderMapIsAskedAgainSoon() {
    hears(5, 6, true, 0);
    hears(0, 6, true, 0);
    hears(2, 7, true, 0);
    assertThat(wire.messages()).isEmpty();
    loop.pass(1_000_000_000L);
    assertThat(wire.peers())
        .as("who has not answered by this map")
        .containsExactly(dialed(0), dialed(3), dialed(5), dialed(7));
    loop.pass(1_000_000_000L);
    assertThat(wire.peers()).as("once").isEmpty();
  }

  @Test
  void silenceIsReportedInMillisecondsAndTakenBack() {
    hears(5, 7, true, 0);
    for (int i = 0; i < 9; i++) {
      round.ping(CONFIG.liveness().heartbeatNanos());
      for (int osd : new int[] {0, 2, 3, 7}) {
        hears(osd, 7, true, 0);
      }
      loop.pass(CONFIG.liveness().heartbeatNanos());
    }
    round.ping(CONFIG.liveness().heartbeatNanos());
    assertThat(requested)
        .containsExactly(
            new Change.ReportFailure(
                SELF, new OsdId(5), 1, CONFIG.liveness().graceNanos() / 1_000_000, false));
    hears(5, 7, true, 0);
    assertThat(requested.getLast()).isEqualTo(new Change.WithdrawFailure(SELF, new OsdId(5), 1));
  }

  @Test
  void whoeverRefusesAConnectionIsTriedOnceMoreAndReportedThen() {
    hears(5, 7, true, 0);
    loop.pass(1_000_000_000L);
    wire.messages();
    wire.peers();
    round.onReset(dialed(5));
    round.onReset(GroupHarness.stream(new OsdId(5)));
    assertThat(wire.peers()).isEmpty();
    loop.pass(1_000_000_000L);
    assertThat(wire.peers()).containsExactly(dialed(5));
    assertThat(requested).isEmpty();
    round.onReset(dialed(5));
    assertThat(requested)
        .containsExactly(new Change.ReportFailure(SELF, new OsdId(5), 1, 2_000, true));
  }
}
