package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunLengthsTest {
  private final RunLengths runs = new RunLengths();

  private void add(int times, int count) {
    for (int i = 0; i < times; i++) {
      runs.add(count);
    }
  }

  @Test
  void nothingIsLongBeforeSomethingWasSeen() {
    assertThat(runs.areLong()).isFalse();
    add(3, 256);
    assertThat(runs.areLong()).isFalse();
    add(1, 256);
    assertThat(runs.areLong()).isTrue();
  }

  /** Runs of 64 KiB are long, four MiB are enough to decide, and an eighth may be short. */
  @ParameterizedTest
  @CsvSource({
    "64, 16, 0, true",
    "68, 15, 1024, false",
    "1, 1023, 0, false",
    "1, 1024, 0, true",
    "1, 895, 128, false",
    "1, 896, 128, true",
    "1, 895, 129, false",
    "1, 902, 128, true",
    "1, 903, 129, true",
    "1, 902, 129, false"
  })
  void aFewRunsAndTheirLengthsDecide(int runsOfOne, int length, int others, boolean expected) {
    add(runsOfOne, length);
    add(others, 1);
    assertThat(runs.areLong()).isEqualTo(expected);
  }

  /** Beyond 32 MiB the counts are halved. */
  @ParameterizedTest
  @CsvSource({"8192, false", "8193, true"})
  void halfIsForgotten(int before, boolean expected) {
    add(before, 1);
    add(1, 28_672);
    assertThat(runs.areLong()).isEqualTo(expected);
  }

  @Test
  void someShortRunsAmongLongOnesAreNoMatter() {
    for (int i = 0; i < 100; i++) {
      add(1, 1024);
      add(100, 1);
    }
    assertThat(runs.areLong()).isTrue();
  }

  /** After a file was written in large parts, 4 MiB of small writes show that those begin. */
  @Test
  void whatWasLongAgoIsForgotten() {
    add(1_000, 1024);
    assertThat(runs.areLong()).isTrue();
    add(1_170, 1);
    assertThat(runs.areLong()).isFalse();
    add(20_000, 1);
    add(40, 1024);
    assertThat(runs.areLong()).isTrue();
  }
}
