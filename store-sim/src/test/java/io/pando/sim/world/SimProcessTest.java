package io.pando.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pando.check.Invariant;
import io.pando.port.EventLoop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimProcessTest {
  private static final long SECOND = 1_000_000_000;

  private final SimWorld world = new SimWorld(3);
  private final SimProcess process = world.start("one");
  private final EventLoop loop = process.loop();
  private final List<String> ran = new ArrayList<>();

  @Test
  void clocksDifferWithinTheBoundAndFromEachOther() {
    EventLoop other = world.start("other").loop();
    long[] before = {loop.nanoTime(), other.nanoTime()};
    assertThat(before[0]).isNotEqualTo(before[1]);
    world.runFor(1000 * SECOND);
    long[] passed = {loop.nanoTime() - before[0], other.nanoTime() - before[1]};
    assertThat(passed[0]).isNotEqualTo(passed[1]);
    for (long one : passed) {
      assertThat(one).isCloseTo(1000 * SECOND, within(15 * SECOND));
    }
  }

  @Test
  void timersFollowTheClockAlsoWhenItChanges() {
    process.drift(5_000);
    long start = loop.nanoTime();
    long[] fired = new long[2];
    loop.schedule(
        100 * SECOND,
        () -> {
          fired[0] = loop.nanoTime();
          fired[1] = world.nowNanos();
        });
    world.runFor(30 * SECOND);
    process.drift(-5_000);
    world.runFor(80 * SECOND);
    assertThat(fired[0] - start).isBetween(100 * SECOND, 100 * SECOND + 10);
    assertThat(fired[1]).isGreaterThan(100 * SECOND);
  }

  @Test
  void aMonotonicClockNeverGoesBack() {
    long last = loop.nanoTime();
    for (int i = 0; i < 2_000; i++) {
      process.drift(i % 2 == 0 ? 5_000 : -5_000);
      world.runFor(i % 7);
      assertThat(loop.nanoTime()).isGreaterThanOrEqualTo(last);
      last = loop.nanoTime();
    }
  }

  @Test
  void noClockLeavesTheBoundsOfItsWorld() {
    assertThatThrownBy(() -> process.drift(15_001)).isInstanceOf(Invariant.BrokenInvariant.class);
    EventLoop exact = new SimWorld(1, ClockBounds.EXACT).start("exact").loop();
    assertThat(exact.wallMillis()).isEqualTo(SimWorld.WALL_START_MILLIS);
  }

  @Test
  void aPausedProcessDoesItsWorkLateAndInOrder() {
    loop.schedule(SECOND, () -> ran.add("first"));
    loop.schedule(2 * SECOND, () -> ran.add("second"));
    process.pause();
    world.runFor(10 * SECOND);
    loop.execute(() -> ran.add("third"));
    assertThat(ran).isEmpty();
    long paused = loop.nanoTime();
    process.resume();
    world.runFor(1);
    assertThat(ran).containsExactly("first", "second", "third");
    assertThat(loop.nanoTime()).isGreaterThanOrEqualTo(paused);
  }

  @Test
  void whatAPausedProcessHadToDoDiesWithIt() {
    loop.schedule(SECOND, () -> ran.add("never"));
    process.pause();
    world.runFor(2 * SECOND);
    process.kill();
    process.resume();
    world.runFor(SECOND);
    assertThat(ran).isEmpty();
    assertThat(process.isAlive()).isFalse();
  }

  @Test
  void aProcessThatDiesWhileItIsResumedStaysDead() {
    process.pause();
    process.resume();
    process.kill();
    process.pause();
    world.runFor(SECOND);
    assertThat(process.isAlive()).isFalse();
  }
}
