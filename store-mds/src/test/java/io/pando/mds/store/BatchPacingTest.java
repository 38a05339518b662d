package io.pando.mds.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BatchPacingTest {
  private static final long MICRO = 1_000;
  private static final int FEW_BYTES = 300;

  private final BatchPacing pacing = new BatchPacing();

  @Test
  void aLoneRecordIsWrittenAtOnce() {
    pacing.onRecords(100, false);
    assertThat(pacing.isDue(100, FEW_BYTES)).isTrue();
    pacing.onBegun(100);
    pacing.onRecords(200, false);
    assertThat(pacing.isDue(200, FEW_BYTES)).as("none came while one was written").isTrue();
  }

  @Test
  void recordsThatFollowOneAnotherWaitForMore() {
    pacing.onBegun(0);
    for (long now = 400 * MICRO; now < 3_000 * MICRO; now += 400 * MICRO) {
      pacing.onRecords(now, now == 400 * MICRO);
      assertThat(pacing.isDue(now, FEW_BYTES)).isFalse();
      assertThat(pacing.dueNanos()).isBetween(now + 1, 3_000 * MICRO);
    }
    assertThat(pacing.isDue(3_000 * MICRO, FEW_BYTES)).as("not for long").isTrue();
  }

  @Test
  void recordsWaitNoLongerOnceNoMoreCome() {
    pacing.onBegun(0);
    pacing.onRecords(100 * MICRO, true);
    assertThat(pacing.isDue(1_000 * MICRO, FEW_BYTES)).isFalse();
    assertThat(pacing.dueNanos()).isEqualTo(1_100 * MICRO);
    assertThat(pacing.isDue(1_100 * MICRO, FEW_BYTES)).isTrue();
  }

  @Test
  void manyBytesAreWrittenAtOnce() {
    pacing.onBegun(0);
    pacing.onRecords(1, true);
    assertThat(pacing.isDue(2, 64 << 10)).isTrue();
  }
}
