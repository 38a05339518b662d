package io.pando.fs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Inode numbers. */
class InoTest {
  @Test
  void numbersArePrintedAndParsed() {
    assertThat(Ino.ROOT.toString()).isEqualTo("1");
    assertThat(Ino.FIRST_FREE.toString()).isEqualTo("10000000000");
    assertThat(Ino.parse("10000000000"))
        .isEqualTo(Ino.FIRST_FREE)
        .hasSameHashCodeAs(Ino.FIRST_FREE);
    assertThat(Ino.ROOT).isLessThan(Ino.FIRST_FREE);
  }

  @Test
  void onlyPositiveNumbersAreInodes() {
    assertThatThrownBy(() -> new Ino(0)).hasMessage("an inode number is positive: 0");
    assertThatThrownBy(() -> Ino.parse("-1")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Ino.parse("g")).isInstanceOf(IllegalArgumentException.class);
  }
}
