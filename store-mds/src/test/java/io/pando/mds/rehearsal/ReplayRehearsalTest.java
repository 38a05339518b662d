package io.pando.mds.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The made-up journal is one that a holder of a rank can read. */
class ReplayRehearsalTest {
  @Test
  void theWholeJournalIsReplayedEachTime() {
    ReplayRehearsal rehearsal = new ReplayRehearsal();
    long rows = rehearsal.replay();
    assertThat(rows).as("names, and removals that may not be in the objects").isGreaterThan(1_800);
    assertThat(rehearsal.replay()).isEqualTo(rows);
  }
}
