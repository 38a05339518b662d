package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.port.ObjectStore.Usage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceCheckTest {
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
    assertThat(FullnessWatch.isShort(usage, RATIO)).isEqualTo(isShort);
  }

  /** Capacity and use in bytes, on either side of both bounds. */
  @ParameterizedTest
  @CsvSource({
    // A quarter of 400 bytes is for what is under way.
    "400, 299, false",
    "400, 300, false",
    "400, 301, true",
    // Of a large store the share of 5% is more than that.
    "100000000000, 94999999999, false",
    "100000000000, 95000000000, true",
    "100000000000, 95000000001, true",
  })
  void shortBeginsAtTheByte(long capacityBytes, long usedBytes, boolean isShort) {
    assertThat(FullnessWatch.isShort(new Usage(capacityBytes, usedBytes), RATIO))
        .isEqualTo(isShort);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0", "1000, 0, 0", "1000, 1, 1", "2000, 1999, 999", "7, 7, 1000"})
  void fullnessIsToldInThousandths(long capacityBytes, long usedBytes, int thousandths) {
    assertThat(FullnessWatch.thousandths(new Usage(capacityBytes, usedBytes)))
        .isEqualTo(thousandths);
  }
}
