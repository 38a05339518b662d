package io.pando.osd.pg.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogBudgetTest {
  @Test
  void groupsShareItAlikeAndKeepTheLeast() {
    LogBudget budget = new LogBudget(10 << 20);
    assertThat(budget.logBytes()).isEqualTo(5 << 20);
    budget.setGroups(10);
    assertThat(budget.logBytes()).isEqualTo(512 << 10);
    budget.setGroups(1_000);
    assertThat(budget.logBytes()).isEqualTo(64 << 10);
    budget.setGroups(0);
    assertThat(budget.logBytes()).isEqualTo(5 << 20);
  }
}
