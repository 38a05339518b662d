package io.pando.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapTargetTest {
  private static final long MIB = 1 << 20;
  private static final long LIMIT = 512 * MIB;
  private static final long INTERVAL_MILLIS = 10_000;

  private final HeapTarget start = HeapTarget.atStart(LIMIT);

  @Test
  void littleThatIsAliveHasASmallHeap() {
    assertThat(start.bytes(0)).isEqualTo(HeapTarget.LEAST_BYTES);
    assertThat(start.bytes(70 * MIB)).isEqualTo(HeapTarget.LEAST_BYTES);
  }

  @Test
  void heapGrowsWithWhatIsAlive() {
    assertThat(start.bytes(190 * MIB)).isEqualTo(190 * MIB + HeapTarget.LEAST_ROOM_BYTES);
  }

  @Test
  void heapIsNeverLargerThanItsLimit() {
    assertThat(start.bytes(500 * MIB)).isEqualTo(LIMIT);
    assertThat(HeapTarget.atStart(100 * MIB).bytes(0)).isEqualTo(100 * MIB);
    assertThat(busy(start, 1_000).bytes(0)).isEqualTo(LIMIT);
  }

  @Test
  void shortLoadLeavesTheHeapAsItIs() {
    assertThat(busy(start, 3).roomBytes()).isEqualTo(start.roomBytes());
  }

  @Test
  void loadThatLastsMakesRoom() {
    assertThat(busy(start, 4).roomBytes()).isGreaterThan(start.roomBytes());
    assertThat(busy(start, 8).roomBytes()).isGreaterThan(busy(start, 4).roomBytes());
  }

  @Test
  void collectionsWithoutAPauseMakeRoomAtOnce() {
    assertThat(start.afterMoment(3, 1_000)).isEqualTo(start);
    assertThat(start.afterMoment(4, 1_000).roomBytes()).isEqualTo(2 * start.roomBytes());
    HeapTarget pressed = start;
    for (int i = 0; i < 10; i++) {
      pressed = pressed.afterMoment(10, 1_000);
    }
    assertThat(pressed.roomBytes()).isEqualTo(LIMIT);
  }

  @Test
  void pauseOfALoadBeginsTheCountAgain() {
    HeapTarget paused = busy(start, 3).after(5, INTERVAL_MILLIS);
    assertThat(busy(paused, 3).roomBytes()).isEqualTo(start.roomBytes());
  }

  @Test
  void rareCollectionsGiveTheRoomBack() {
    HeapTarget grown = busy(start, 40);
    assertThat(grown.after(5, INTERVAL_MILLIS).roomBytes()).isEqualTo(grown.roomBytes());
    assertThat(grown.after(2, INTERVAL_MILLIS).roomBytes()).isLessThan(grown.roomBytes());
    HeapTarget idle = grown;
    for (int i = 0; i < 100; i++) {
      idle = idle.after(0, INTERVAL_MILLIS);
    }
    assertThat(idle).isEqualTo(start);
  }

  private static HeapTarget busy(HeapTarget target, int samples) {
    HeapTarget then = target;
    for (int i = 0; i < samples; i++) {
      then = then.after(10, INTERVAL_MILLIS);
    }
    return then;
  }
}
