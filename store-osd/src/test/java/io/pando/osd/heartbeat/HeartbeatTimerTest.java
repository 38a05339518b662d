package io.pando.osd.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.osd.config.LivenessSettings;
import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.osd.traffic.HandLoop;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeartbeatTimerTest {
  private static final LivenessSettings SETTINGS = LivenessSettings.defaults();
  private static final long INTERVAL = SETTINGS.heartbeatNanos();

  private final HandLoop loop = new HandLoop();
  private int pings;
  private HeartbeatTimer timer = timer(SETTINGS);

  private HeartbeatTimer timer(LivenessSettings settings) {
    return new HeartbeatTimer(settings, loop, () -> pings++);
  }

  @BeforeEach
  void start() {
    timer.start();
    assertThat(pings).isEqualTo(1);
  }

  private int pingsIn(long nanos) {
    int before = pings;
    loop.pass(nanos);
    return pings - before;
  }

  @Test
  void busyOsdPingsAtEveryInterval() {
    assertThat(timer.intervalNanos()).isEqualTo(INTERVAL);
    assertThat(pingsIn(10 * INTERVAL)).isEqualTo(10);
  }

  @Test
  void calmOsdPingsHalfAsOften() {
    timer.onReport(true);
    assertThat(timer.intervalNanos()).isEqualTo(2 * INTERVAL);
    assertThat(pingsIn(INTERVAL)).as("the tick that was due").isEqualTo(1);
    assertThat(pingsIn(10 * INTERVAL)).isEqualTo(5);
    timer.onReport(false);
    assertThat(pingsIn(2 * INTERVAL)).isEqualTo(1);
    assertThat(pingsIn(10 * INTERVAL)).isEqualTo(10);
  }

  @Test
  void workEndsTheCalmAtOnce() {
    timer.onReport(true);
    loop.pass(INTERVAL);
    loop.pass(INTERVAL / 2);
    int before = pings;
    timer.onWork();
    assertThat(pings).isEqualTo(before + 1);
    assertThat(pingsIn(INTERVAL - 1)).as("the old timer is cancelled").isZero();
    assertThat(pingsIn(1)).isEqualTo(1);
    assertThat(pingsIn(10 * INTERVAL)).isEqualTo(10);
  }

  @Test
  void workOfABusyOsdPingsNobody() {
    timer.onWork();
    assertThat(pings).isEqualTo(1);
  }

  /**
   * The lease of 1.5 s is held with pings every 0.5 s that double, and with none that are rarer.
   */
  @Test
  void shortLeaseForbidsRarePings() {
    timer.stop();
    for (long lease : new long[] {2 * INTERVAL, 3 * INTERVAL - 1, 3 * INTERVAL}) {
      HeartbeatTimer other =
          timer(
              new LivenessSettings(
                  INTERVAL,
                  SETTINGS.graceNanos(),
                  new LeaseTerm(lease),
                  SETTINGS.beaconNanos(),
                  SETTINGS.booting()));
      other.start();
      other.onReport(true);
      loop.pass(INTERVAL);
      int expected = lease == 3 * INTERVAL ? 2 : 4;
      assertThat(pingsIn(4 * INTERVAL)).as("lease of " + lease).isEqualTo(expected);
      other.stop();
    }
  }

  @Test
  void stoppedTimerIsSilent() {
    timer.onReport(true);
    timer.stop();
    timer.onWork();
    assertThat(pingsIn(10 * INTERVAL)).isZero();
    assertThat(loop.isIdle()).isTrue();
  }
}
