package io.pando.osd.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShardRestTest {
  private final ShardRest rest = new ShardRest();

  private void tick(int times, boolean requestsOpen) {
    for (int i = 0; i < times; i++) {
      rest.onTick(requestsOpen);
    }
  }

  @Test
  void calmComesAfterTicksWithoutWork() {
    assertThat(rest.isCalm()).isFalse();
    tick(ShardRest.TICKS - 1, false);
    assertThat(rest.isCalm()).isFalse();
    tick(1, false);
    assertThat(rest.isCalm()).isTrue();
    tick(5, false);
    assertThat(rest.isCalm()).isTrue();
  }

  @Test
  void workEndsTheCalmAndSaysSoOnce() {
    assertThat(rest.onWork()).isFalse();
    tick(ShardRest.TICKS, false);
    assertThat(rest.isCalm()).as("the first tick saw the work").isFalse();
    tick(1, false);
    assertThat(rest.onWork()).isTrue();
    assertThat(rest.isCalm()).isFalse();
    assertThat(rest.onWork()).isFalse();
    tick(ShardRest.TICKS, false);
    assertThat(rest.isCalm()).isFalse();
    tick(1, false);
    assertThat(rest.isCalm()).isTrue();
  }

  @Test
  void openRequestIsNoCalm() {
    tick(2 * ShardRest.TICKS, true);
    assertThat(rest.isCalm()).isFalse();
    tick(ShardRest.TICKS, false);
    assertThat(rest.isCalm()).isTrue();
    tick(1, true);
    assertThat(rest.isCalm()).isFalse();
  }
}
