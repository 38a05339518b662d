package io.pando.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OncePerPeriodTest {
  private static final long PERIOD = 100;

  private final OncePerPeriod<String> events = new OncePerPeriod<>(PERIOD, 2);

  @Test
  void oneEventOfASourcePassesInAPeriodAndTheNextTellsOfTheOthers() {
    assertThat(events.pass("a", 5)).hasValue(0);
    for (int i = 0; i < 19_000; i++) {
      assertThat(events.pass("a", 6)).isEmpty();
    }
    assertThat(events.pass("b", 7)).hasValue(0);
    assertThat(events.pass("a", 104)).isEmpty();
    assertThat(events.pass("a", 105)).hasValue(19_001);
    assertThat(events.pass("a", 106)).isEmpty();
  }

  @Test
  void sourcesBeyondTheBoundAreHeldBackUntilAnotherIsOver() {
    assertThat(events.pass("a", 0)).hasValue(0);
    assertThat(events.pass("a", 1)).isEmpty();
    assertThat(events.pass("b", 10)).hasValue(0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(events.pass("c" + i, 20)).isEmpty();
    }
    assertThat(events.pass("d", 100)).hasValue(1_001);
    assertThat(events.pass("e", 105)).isEmpty();
    assertThat(events.pass("e", 110)).hasValue(1);
  }
}
