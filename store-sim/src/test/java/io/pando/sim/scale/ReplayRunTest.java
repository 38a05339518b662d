package io.pando.sim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** A journal that was left is applied by each successor. */
class ReplayRunTest {
  @Test
  void everySuccessorHasAllRows() {
    ReplayRun run = new ReplayRun(2, 1);
    assertThat(run.updates()).isGreaterThan(100);
    assertThat(run.bytes()).isGreaterThan(run.updates() * 50);
    JournalCopy journal = run.journal();
    assertThat(journal.bytes()).isGreaterThanOrEqualTo(run.bytes());
    LongSupplier successors = journal.successors();
    long rows = successors.getAsLong();
    assertThat(rows).isGreaterThan(100);
    assertThat(successors.getAsLong()).isEqualTo(rows);
  }
}
