package io.pando.osd.pg.recovery.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryPriorityTest {
  @Test
  void whatClientsCannotUseComesBeforeAllElse() {
    assertThat(RecoveryPriority.of(true, 0, false))
        .isGreaterThan(RecoveryPriority.of(false, 99, true));
    assertThat(
            RecoveryPriority.mayDisplace(
                RecoveryPriority.of(true, 0, false), RecoveryPriority.of(false, 99, true)))
        .isTrue();
  }

  @Test
  void fewerCopiesComeBeforeMore() {
    for (int absent = 1; absent < 5; absent++) {
      int worse = RecoveryPriority.of(false, absent, false);
      int better = RecoveryPriority.of(false, absent - 1, true);
      assertThat(worse).isGreaterThan(better);
      assertThat(RecoveryPriority.mayDisplace(worse, better)).isTrue();
      assertThat(RecoveryPriority.mayDisplace(better, worse)).isFalse();
    }
  }

  @Test
  void aLogComesBeforeAScanButTakesNoSlotFromIt() {
    int log = RecoveryPriority.of(false, 1, true);
    int scan = RecoveryPriority.of(false, 1, false);
    assertThat(log).isGreaterThan(scan);
    assertThat(RecoveryPriority.mayDisplace(log, scan)).isFalse();
  }
}
