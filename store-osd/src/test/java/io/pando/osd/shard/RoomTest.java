package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.port.ObjectStore.Usage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoomTest {
  private static final int RATIO = 950;

  /** Capacity and use in MiB, and whether that is short. */
  @ParameterizedTest
  @CsvSource({
    "100000, 0, false",
    "100000, 94000, false",
    "100000, 95000, true",
    "1000, 930, false",
    "1000, 937, true",
    "32, 23, false",
    "32, 25, true",
    "32, 32, true"
  })
  void roomIsKeptForWhatIsUnderWay(long capacityMib, long usedMib, boolean isShort) {
    Usage usage = new Usage(capacityMib << 20, usedMib << 20);
    assertThat(Room.isShort(usage, RATIO)).isEqualTo(isShort);
  }
}
