package io.pando.disk.raw.pipeline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.pando.random.Random64;
import org.junit.jupiter.api.Test;

class PlacementCostTest {
  private static final int LEAST = 4096;
  private static final int MOST = 1 << 19;

  private final Random64 random = new Random64(5);

  /**
   * The true durations of a device.
   *
   * @param fixedNanos fixed cost of each write
   * @param nanosPerByte cost of each byte
   */
  private record Device(long fixedNanos, double nanosPerByte) {
    long nanos(long bytes) {
      return fixedNanos + (long) (nanosPerByte * bytes);
    }
  }

  private static final Device DISK = new Device(8_000_000, 6.7);
  private static final Device FLASH = new Device(25_000, 1);
  private static final Device MEMORY = new Device(2_000, 0.2);

  /** A measured duration of one write: 50 to 150 percent of the true one. */
  private long measured(Device device, long bytes) {
    return device.nanos(bytes) * (50 + random.nextInt(101)) / 100;
  }

  /** The choice after many batches of all lengths, placed and logged. */
  private PlacementCost after(Device data, Device log, int least, int most) {
    PlacementCost cost = new PlacementCost(least, most);
    for (int i = 0; i < 3000; i++) {
      long logged = 512L * (1 + random.nextInt(200));
      cost.onLog(logged, measured(log, logged));
      long placed = 4096L * (1 + random.nextInt(64));
      cost.onData(placed, measured(data, placed));
      assertThat(cost.placeFromBytes()).isBetween(least, most);
    }
    return cost;
  }

  @Test
  void logsAllThatItMayWhereTheDiskIsSlowAndTheLogFast() {
    assertThat(after(DISK, FLASH, LEAST, MOST).placeFromBytes()).isEqualTo(MOST);
    assertThat(after(DISK, MEMORY, LEAST, MOST).placeFromBytes()).isEqualTo(MOST);
    assertThat(after(FLASH, MEMORY, LEAST, MOST).placeFromBytes()).isEqualTo(MOST);
  }

  @Test
  void placesAllWhereTheDiskIsFasterThanTheLog() {
    assertThat(after(FLASH, DISK, LEAST, MOST).placeFromBytes()).isEqualTo(LEAST);
    assertThat(after(MEMORY, FLASH, LEAST, MOST).placeFromBytes()).isEqualTo(LEAST);
  }

  /** With equal devices, the second wait must be half of the transfer time: 25,000 bytes here. */
  @Test
  void weighsWaitsAndBytesWhereDevicesAreEqual() {
    assertThat(after(FLASH, FLASH, LEAST, MOST).placeFromBytes()).isBetween(16 << 10, 64 << 10);
  }

  @Test
  void bytesCountMoreOnOneDeviceWhateverIsMeasured() {
    assertThat(after(DISK, MEMORY, LEAST, LEAST).placeFromBytes()).isEqualTo(LEAST);
    assertThat(after(FLASH, FLASH, LEAST, LEAST).placeFromBytes()).isEqualTo(LEAST);
  }

  @Test
  void beginsInTheMiddle() {
    assertThat(new PlacementCost(LEAST, MOST).placeFromBytes()).isEqualTo(1 << 16);
  }

  @Test
  void learnsWhenADeviceBecomesSlow() {
    PlacementCost cost = after(FLASH, DISK, LEAST, MOST);
    for (int i = 0; i < 1000; i++) {
      cost.onLog(8192, measured(FLASH, 8192));
      cost.onData(65_536, measured(DISK, 65_536));
    }
    assertThat(cost.placeFromBytes()).isEqualTo(MOST);
  }

  @Test
  void oneLongPauseChangesLittle() {
    PlacementCost cost = after(FLASH, FLASH, LEAST, MOST);
    int before = cost.placeFromBytes();
    cost.onData(16_384, 3_000_000_000L);
    assertThat(cost.placeFromBytes()).isBetween(before / 2, before * 4);
    assertThat(cost.placeFromBytes()).isLessThan(MOST);
  }

  @Test
  void triesADeviceOfWhichItHeardNothingForLong() {
    PlacementCost cost = after(DISK, FLASH, LEAST, MOST);
    for (int i = 0; i < PlacementCost.TRIED_AFTER_BATCHES - 1; i++) {
      cost.onLog(4096, FLASH.nanos(4096));
    }
    assertThat(cost.placeFromBytes()).isEqualTo(MOST);
    cost.onLog(4096, FLASH.nanos(4096));
    assertThat(cost.placeFromBytes()).isEqualTo(LEAST);
    assertThat(cost.worthFromBytes()).isEqualTo(MOST);
    cost.onData(4096, DISK.nanos(4096));
    assertThat(cost.placeFromBytes()).isEqualTo(MOST);
  }

  @Test
  void aConstantClockLeavesItWithinItsLimits() {
    PlacementCost cost = new PlacementCost(LEAST, MOST);
    for (int i = 0; i < 1000; i++) {
      cost.onData(4096L * (1 + i % 50), 0);
      cost.onLog(4096, 0);
      assertThat(cost.placeFromBytes()).isBetween(LEAST, MOST);
    }
  }

  @Test
  void refusesLimitsTheWrongWayRound() {
    assertThatThrownBy(() -> new PlacementCost(8192, 4096))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLineIsFoundInNoise() {
    LinearCost line = new LinearCost(1_000, 0);
    for (int i = 0; i < 5000; i++) {
      long bytes = 4096L * (1 + random.nextInt(64));
      line.add(bytes, measured(FLASH, bytes));
    }
    assertThat(line.nanosPerByte()).isCloseTo(1, within(0.4));
    assertThat(line.nanosFor(100_000)).isCloseTo(125_000, within(30_000.0));
  }

  /** With writes of one length only, nothing is learnt about the cost of a byte. */
  @Test
  void whereAllIsOneLengthThatLengthIsKnown() {
    LinearCost line = new LinearCost(90_000, 2);
    for (int i = 0; i < 2000; i++) {
      line.add(4096, FLASH.nanos(4096));
    }
    assertThat(line.nanosFor(4096)).isCloseTo((double) FLASH.nanos(4096), within(100.0));
    assertThat(line.nanosPerByte()).isCloseTo(2, within(1.0));
  }
}
