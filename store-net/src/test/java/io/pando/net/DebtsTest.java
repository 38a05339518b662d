package io.pando.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DebtsTest {
  private static final int MIB = 1 << 20;

  private long now = 5;
  private final Debts debts = new Debts(new MemoryLimits(MIB, MIB, 8 * MIB, 16 * MIB), () -> now);
  private final List<String> reset = new ArrayList<>();

  private Debts.Debt debt(String name) {
    return debts.debt(() -> reset.add(name));
  }

  @Test
  void whoHasTakenNothingForLongestIsReset() {
    Debts.Debt deaf = debt("deaf");
    Debts.Debt reader = debt("reader");
    reader.owe(6 * MIB);
    now++;
    deaf.owe(6 * MIB);
    now++;
    reader.owe(5 * MIB);
    now++;
    debt("third").owe(6 * MIB);
    assertThat(reset).containsExactly("deaf");
    assertThat(debts.bytes()).isEqualTo(11 * MIB);
    deaf.owe(0);
    assertThat(debts.bytes()).isEqualTo(11 * MIB);
  }

  @Test
  void oneMessageMayBeLargerThanAllMayBe() {
    debt("alone").owe(64 * MIB);
    assertThat(reset).isEmpty();
  }

  @Test
  void smallDebtsDoNotCount() {
    for (int i = 0; i < 1_000; i++) {
      debt("small").owe(Debts.FREE_BYTES);
    }
    assertThat(debts.bytes()).isZero();
  }

  @Test
  void itIsBusyOnlyWithThoseWhoRead() {
    Debts.Debt debt = debt("reader");
    debt.owe(12 * MIB);
    assertThat(debts.isCrowded()).isTrue();
    assertThat(debts.isBusy()).isTrue();
    now += TimeUnit.SECONDS.toNanos(1);
    assertThat(debts.isCrowded()).isTrue();
    assertThat(debts.isBusy()).isFalse();
    debt.owe(10 * MIB);
    assertThat(debts.isBusy()).isTrue();
    debt.owe(7 * MIB);
    assertThat(debts.isCrowded()).isFalse();
  }
}
