package io.pando.osd;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.Address;
import io.pando.id.OsdId;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
  private static final long GRACE = 6_000;
  private static final OsdId PEER = new OsdId(3);

  private final Heartbeats heartbeats = new Heartbeats(GRACE, 5_000);

  private static Address address(long nonce) {
    return new Address(PEER.node(), nonce, "127.0.0.1", 7000);
  }

  private void watch(long nonce, long now) {
    TreeMap<OsdId, Address> peers = new TreeMap<>();
    peers.put(PEER, address(nonce));
    heartbeats.watch(peers, now);
  }

  @Test
  void silenceForTheGraceIsReportedAndTakenBackWhenHeard() {
    watch(1, 0);
    heartbeats.onHeard(PEER, 1, 0, 100);
    assertThat(heartbeats.onTick(100 + GRACE - 1)).containsExactly(new Heartbeats.Ping(address(1)));
    assertThat(heartbeats.onTick(100 + GRACE))
        .containsExactly(new Heartbeats.Ping(address(1)), new Heartbeats.Report(address(1), GRACE));
    assertThat(heartbeats.onTick(101 + GRACE)).containsExactly(new Heartbeats.Ping(address(1)));
    assertThat(heartbeats.onTick(100 + GRACE + 5_000)).hasSize(2);
    assertThat(heartbeats.onHeard(PEER, 1, 0, 200 + GRACE))
        .containsExactly(new Heartbeats.Withdraw(address(1)));
    assertThat(heartbeats.onHeard(PEER, 1, 0, 300 + GRACE)).isEmpty();
  }

  @Test
  void twoRefusalsRunningAreReportedAtOnce() {
    watch(1, 0);
    assertThat(heartbeats.onReset(address(1), 10)).isEmpty();
    heartbeats.onHeard(PEER, 1, 0, 20);
    assertThat(heartbeats.onReset(address(1), 30)).isEmpty();
    assertThat(heartbeats.onReset(address(1), 40))
        .containsExactly(new Heartbeats.Report(address(1), 20));
  }

  @Test
  void anotherIncarnationStartsAfreshAndTheOldOneIsNotHeard() {
    watch(1, 0);
    watch(2, 5_000);
    assertThat(heartbeats.onHeard(PEER, 1, 0, 5_500)).isEmpty();
    assertThat(heartbeats.onTick(5_000 + GRACE - 1)).hasSize(1);
    assertThat(heartbeats.onTick(5_000 + GRACE)).hasSize(2);
    assertThat(heartbeats.onReset(address(1), 5_001)).isEmpty();
  }

  @Test
  void nobodyIsPingedWhoIsNotWatched() {
    watch(1, 0);
    heartbeats.watch(new TreeMap<>(), 1);
    assertThat(heartbeats.onTick(10 * GRACE)).isEqualTo(List.of());
  }

  @Test
  void remembersTheFullest() {
    watch(1, 0);
    heartbeats.onHeard(PEER, 1, 870, 1);
    assertThat(heartbeats.highestFullness()).isEqualTo(870);
    watch(2, 2);
    assertThat(heartbeats.highestFullness()).isZero();
  }
}
