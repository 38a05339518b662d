package io.pando.sim.scale;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the journal promises for a large build, and while objects are slow. */
class JournalScaleTest {
  private static final int MIB = 1 << 20;

  @Test
  void journalSavesCommitsOfDirectoriesAndMentionsFew() {
    BuildRun build = new BuildRun(140, 64, 4, 1);
    BuildRun.Result usual = build.run();
    assertThat(usual.counts().journal().mentions()).isPositive();
    assertThat(usual.mentionShare()).isLessThanOrEqualTo(0.002);
    BuildRun.Result second = build.run(1, usual);
    assertThat(second.journalSeconds()).isBetween(0.5, 2.5);
    assertThat(second.counts().directories().commits()).isPositive();
    assertThat(second.commitShare()).isLessThanOrEqualTo(0.1);
    BuildRun.Result tenSeconds = build.run(10, usual);
    assertThat(tenSeconds.journalSeconds()).isBetween(5.0, 13.0);
    assertThat(tenSeconds.counts().directories().commits()).isPositive();
    assertThat(tenSeconds.commitShare()).isLessThanOrEqualTo(0.03);
  }

  @Test
  void journalStaysWithinItsLimitWhileObjectsAreSlow() {
    SlowObjectsRun.Result result = SlowObjectsRun.withLimit(2 * MIB, 30).run();
    // What was admitted, and what keeps sizes of files true, is appended all the same.
    long most = 2 * MIB + MIB / 8;
    assertThat(result.slow().mostJournalBytes()).isBetween((long) MIB, most);
    assertThat(result.after().mostJournalBytes()).isLessThanOrEqualTo(most);
    assertThat(result.slow().updatesPerSecond())
        .as("clients go on, slower")
        .isBetween(result.before().updatesPerSecond() / 20, result.before().updatesPerSecond() / 2);
    assertThat(result.after().updatesPerSecond())
        .isGreaterThan(result.before().updatesPerSecond() / 2);
  }
}
