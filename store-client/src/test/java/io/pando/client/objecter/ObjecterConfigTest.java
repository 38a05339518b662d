package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.pando.time.Backoff;
import org.junit.jupiter.api.Test;

class ObjecterConfigTest {
  private static final Backoff RESEND = ObjecterConfig.DEFAULT_RESEND;

  @Test
  void theLeastOfEachIsTaken() {
    ObjecterConfig least = new ObjecterConfig(1, 1, 0, RESEND, 1, 1);
    assertThat(least.quietNanos()).isEqualTo(1);
    assertThat(least.holdNanos()).isEqualTo(1);
    assertThat(least.maxQueued()).isZero();
  }

  @Test
  void timesMustBePositive() {
    refused("time limits of an objecter must be positive", 1, 1, 0, 0, 1);
    refused("time limits of an objecter must be positive", 1, 1, 0, 1, 0);
  }

  @Test
  void limitsMustLetAnOperationThrough() {
    refused("invalid limits of an objecter: 0 in flight, 1 bytes, 0 queued", 0, 1, 0, 1, 1);
    refused("invalid limits of an objecter: 1 in flight, 0 bytes, 0 queued", 1, 0, 0, 1, 1);
    refused("invalid limits of an objecter: 1 in flight, 1 bytes, -1 queued", 1, 1, -1, 1, 1);
  }

  private static void refused(
      String why, int inFlight, long bytes, int queued, long quietNanos, long holdNanos) {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new ObjecterConfig(inFlight, bytes, queued, RESEND, quietNanos, holdNanos))
        .withMessage(why);
  }
}
