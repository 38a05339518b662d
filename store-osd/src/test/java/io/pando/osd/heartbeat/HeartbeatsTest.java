package io.pando.osd.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.Address;
import io.pando.id.OsdId;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HeartbeatsTest {
  private static final long GRACE = 6_000;
  private static final long INTERVAL = 500;
  private static final OsdId PEER = new OsdId(3);

  private final Heartbeats heartbeats = new Heartbeats(GRACE);

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
    assertThat(heartbeats.onTick(100 + GRACE - 1, INTERVAL))
        .containsExactly(new Heartbeats.Ping(address(1)));
    assertThat(heartbeats.onTick(100 + GRACE, INTERVAL))
        .containsExactly(
            new Heartbeats.Ping(address(1)), new Heartbeats.Report(address(1), GRACE, false));
    assertThat(heartbeats.onTick(101 + GRACE, INTERVAL))
        .containsExactly(new Heartbeats.Ping(address(1)));
    for (long now = 101 + GRACE + INTERVAL; now < 100 + 2 * GRACE; now += INTERVAL) {
      assertThat(heartbeats.onTick(now, INTERVAL)).hasSize(1);
    }
    assertThat(heartbeats.onTick(100 + 2 * GRACE, INTERVAL)).hasSize(2);
    assertThat(heartbeats.onHeard(PEER, 1, 0, 200 + 2 * GRACE))
        .containsExactly(new Heartbeats.Withdraw(address(1)));
    assertThat(heartbeats.onHeard(PEER, 1, 0, 300 + 2 * GRACE)).isEmpty();
  }

  @Test
  void twoRefusalsRunningAreReportedAtOnce() {
    watch(1, 0);
    assertThat(heartbeats.onReset(address(1), 10))
        .containsExactly(new Heartbeats.PingSoon(address(1)));
    heartbeats.onHeard(PEER, 1, 0, 20);
    assertThat(heartbeats.onReset(address(1), 30))
        .containsExactly(new Heartbeats.PingSoon(address(1)));
    assertThat(heartbeats.onReset(address(1), 40))
        .containsExactly(new Heartbeats.Report(address(1), 20, true));
  }

  @Test
  void anotherIncarnationStartsAfreshAndTheOldOneIsNotHeard() {
    watch(1, 0);
    watch(2, 5_000);
    assertThat(heartbeats.onHeard(PEER, 1, 0, 5_500)).isEmpty();
    assertThat(heartbeats.onTick(5_000 + GRACE - 1, INTERVAL)).hasSize(1);
    assertThat(heartbeats.onTick(5_000 + GRACE, INTERVAL)).hasSize(2);
    assertThat(heartbeats.onReset(address(1), 5_001)).isEmpty();
  }

  @Test
  void whoWasAwayItselfBlamesNobodyForThatTime() {
    watch(1, 0);
    heartbeats.onTick(INTERVAL, INTERVAL);
    heartbeats.onHeard(PEER, 1, 0, INTERVAL);
    assertThat(heartbeats.onTick(10 * GRACE, INTERVAL)).hasSize(1);
    for (long now = 10 * GRACE; now < 11 * GRACE - INTERVAL; now += INTERVAL) {
      assertThat(heartbeats.onTick(now, INTERVAL)).hasSize(1);
    }
    assertThat(heartbeats.onTick(11 * GRACE, INTERVAL)).hasSize(2);
  }

  /** A tick may be late by as long as comes between two. */
  @Test
  void aTickThatIsALittleLateForgivesNothing() {
    watch(1, 0);
    heartbeats.onTick(INTERVAL, INTERVAL);
    heartbeats.onTick(3 * INTERVAL, INTERVAL);
    for (long now = 4 * INTERVAL; now < GRACE; now += INTERVAL) {
      assertThat(heartbeats.onTick(now, INTERVAL)).hasSize(1);
    }
    assertThat(heartbeats.onTick(GRACE, INTERVAL))
        .contains(new Heartbeats.Report(address(1), GRACE, false));
  }

  @Test
  void aTickThatIsLaterForgivesAllThatTime() {
    watch(1, 0);
    heartbeats.onTick(INTERVAL, INTERVAL);
    heartbeats.onTick(3 * INTERVAL + 1, INTERVAL);
    for (long now = 4 * INTERVAL + 1; now <= GRACE + INTERVAL; now += INTERVAL) {
      assertThat(heartbeats.onTick(now, INTERVAL)).hasSize(1);
    }
    assertThat(heartbeats.onTick(GRACE + INTERVAL + 1, INTERVAL))
        .contains(new Heartbeats.Report(address(1), GRACE, false));
  }

  /** It counts as heard now, and not later. */
  @Test
  void whoWasHeardAtTheEndOfThatTimeIsMissedAfterTheGrace() {
    watch(1, 0);
    heartbeats.onTick(INTERVAL, INTERVAL);
    heartbeats.onHeard(PEER, 1, 0, 10 * GRACE - 1);
    for (long now = 10 * GRACE; now < 11 * GRACE; now += INTERVAL) {
      assertThat(heartbeats.onTick(now, INTERVAL)).hasSize(1);
    }
    assertThat(heartbeats.onTick(11 * GRACE, INTERVAL))
        .contains(new Heartbeats.Report(address(1), GRACE, false));
  }

  @Test
  void whoHasNotAnsweredByAMapIsAskedAgain() {
    watch(1, 0);
    assertThat(heartbeats.behind(7)).containsExactly(new Heartbeats.Ping(address(1)));
    assertThat(heartbeats.onAnswer(PEER, 2, 7)).isFalse();
    assertThat(heartbeats.onAnswer(PEER, 1, 7)).isTrue();
    assertThat(heartbeats.behind(7)).isEmpty();
    assertThat(heartbeats.behind(8)).hasSize(1);
  }

  @Test
  void nobodyIsPingedWhoIsNotWatched() {
    watch(1, 0);
    heartbeats.watch(new TreeMap<>(), 1);
    assertThat(heartbeats.onTick(10 * GRACE, INTERVAL)).isEqualTo(List.of());
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
