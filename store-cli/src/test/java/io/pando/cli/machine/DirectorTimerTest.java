package io.pando.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cli.machine.DirectorTimer.Rest;
import org.junit.jupiter.api.Test;

class DirectorTimerTest {
  private static final long LITTLE = Rest.LITTLE_BYTES;

  private static Rest after(Rest before, long bytes, int seconds) {
    Rest rest = before;
    for (int i = 0; i < seconds; i++) {
      rest = rest.after(bytes);
    }
    return rest;
  }

  @Test
  void processIsAtRestOnceItHasAllocatedLittleForAWhile() {
    assertThat(after(Rest.AT_START, LITTLE, Rest.PATIENCE_SECONDS - 1).isReached()).isFalse();
    assertThat(after(Rest.AT_START, LITTLE, Rest.PATIENCE_SECONDS).isReached()).isTrue();
    assertThat(after(Rest.AT_START, 0, 100).isReached()).isTrue();
  }

  @Test
  void oneSecondOfLoadEndsTheRest() {
    Rest rest = after(Rest.AT_START, 0, 100).after(LITTLE + 1);
    assertThat(rest.isReached()).isFalse();
    assertThat(after(rest, 0, Rest.PATIENCE_SECONDS - 1).isReached()).isFalse();
    assertThat(after(rest, 0, Rest.PATIENCE_SECONDS).isReached()).isTrue();
  }

  @Test
  void pausesOfALoadAreNoRest() {
    Rest rest = Rest.AT_START;
    for (int i = 0; i < 10; i++) {
      rest = after(rest.after(LITTLE + 1), 0, Rest.PATIENCE_SECONDS - 1);
      assertThat(rest.isReached()).isFalse();
    }
  }
}
