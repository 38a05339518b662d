package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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

  @Test
  void someShortRunsAmongLongOnesAreNoMatter() {
    for (int i = 0; i < 100; i++) {
      add(1, 1024);
      add(100, 1);
    }
    assertThat(runs.areLong()).isTrue();
  }

  @Test
  void whatWasLongAgoIsForgotten() {
    add(1_000, 1024);
    assertThat(runs.areLong()).isTrue();
    add(20_000, 1);
    assertThat(runs.areLong()).isFalse();
    add(200, 1024);
    assertThat(runs.areLong()).isTrue();
  }
}
