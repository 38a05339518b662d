package io.pando.group;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScrubKindTest {
  @ParameterizedTest
  @EnumSource
  void twoTogetherAreBothAndNoMoreThanNeeded(ScrubKind one) {
    for (ScrubKind other : ScrubKind.values()) {
      ScrubKind both = one.with(other);
      assertThat(both.covers(one)).isTrue();
      assertThat(both.covers(other)).isTrue();
      assertThat(other.with(one)).isEqualTo(both);
      for (ScrubKind less : ScrubKind.values()) {
        if (less.covers(one) && less.covers(other)) {
          assertThat(less.covers(both)).as("%s, %s: %s or %s", one, other, both, less).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyKindCoversItselfAndNone(ScrubKind kind) {
    assertThat(kind.covers(kind)).isTrue();
    assertThat(kind.covers(ScrubKind.NONE)).isTrue();
    assertThat(kind.isDeep() && kind.isSession()).isFalse();
  }
}
