package io.pando.crush.choose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StrawLengthsTest {
  /** Checks lengths of straws that were computed by hand from the definition. */
  @Test
  void measuresStraws() {
    assertThat(StrawLengths.of(new long[] {0x10000, 0x10000, 0x10000}, 1))
        .containsExactly(0x10000, 0x10000, 0x10000);
    assertThat(StrawLengths.of(new long[] {0x20000, 0, 0x10000}, 1))
        .containsExactly(0x18000, 0, 0x10000);
    // 1 + 868346 / 12, times 2^16, which does not fit in 32 bits.
    assertThat(StrawLengths.of(new long[] {868352, 6}, 1))
        .containsExactly((72363L << 16) + 10922 - (1L << 32), 0x10000);
  }
}
