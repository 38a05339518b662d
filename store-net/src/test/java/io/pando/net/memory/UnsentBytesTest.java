package io.pando.net.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnsentBytesTest {
  private static final int MIB = 1 << 20;

  private long now = 5;
  private final UnsentBytes unsent =
      new UnsentBytes(new MemoryLimits(MIB, MIB, 8 * MIB, 16 * MIB), () -> now);
  private final List<String> reset = new ArrayList<>();

  private UnsentBytes.Share debt(String name) {
    return unsent.debt(() -> reset.add(name));
  }

  @Test
  void whoHasTakenNothingForLongestIsReset() {
    UnsentBytes.Share deaf = debt("deaf");
    UnsentBytes.Share reader = debt("reader");
    reader.owe(6 * MIB);
    now++;
    deaf.owe(6 * MIB);
    now++;
    reader.owe(5 * MIB);
    now++;
    debt("third").owe(6 * MIB);
    assertThat(reset).containsExactly("deaf");
    assertThat(unsent.bytes()).isEqualTo(11 * MIB);
    deaf.owe(0);
    assertThat(unsent.bytes()).isEqualTo(11 * MIB);
  }

  @Test
  void oneMessageMayBeLargerThanAllMayBe() {
    debt("alone").owe(64 * MIB);
    assertThat(reset).isEmpty();
  }

  @Test
  void smallDebtsDoNotCount() {
    for (int i = 0; i < 1_000; i++) {
      debt("small").owe(UnsentBytes.FREE_BYTES);
    }
    assertThat(unsent.bytes()).isZero();
  }

  @Test
  void itIsBusyOnlyWithThoseWhoRead() {
    UnsentBytes.Share debt = debt("reader");
    debt.owe(12 * MIB);
    assertThat(unsent.isCrowded()).isTrue();
    assertThat(unsent.isBusy()).isTrue();
    now += TimeUnit.SECONDS.toNanos(1);
    assertThat(unsent.isCrowded()).isTrue();
    assertThat(unsent.isBusy()).isFalse();
    debt.owe(10 * MIB);
    assertThat(unsent.isBusy()).isTrue();
    debt.owe(7 * MIB);
    assertThat(unsent.isCrowded()).isFalse();
  }
}
