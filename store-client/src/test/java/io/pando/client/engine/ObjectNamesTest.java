package io.pando.client.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectNamesTest {
  private static final Exceptions EXCEPTIONS = new FakeExceptions();

  @Test
  void takesAnyWellFormedNameOfTheRightLength() {
    for (String name :
        List.of("a", " ", "/", "\0", "ñ", "\uD83D\uDC08".repeat(512), "x".repeat(2048))) {
      assertThat(ObjectNames.valid(name, "p", EXCEPTIONS)).isSameAs(name);
    }
  }

  @Test
  void refusesTheRestAndSaysWhy() {
    for (String name : List.of("", "x".repeat(2049), "ñ".repeat(1025), "€".repeat(683))) {
      assertThatThrownBy(() -> ObjectNames.valid(name, "p", EXCEPTIONS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1 to 2048");
    }
    for (String name : List.of("\uD83D", "a\uDC08b", "\uDC08\uD83D")) {
      assertThatThrownBy(() -> ObjectNames.valid(name, "p", EXCEPTIONS))
          .hasMessageContaining("surrogate");
    }
  }
}
