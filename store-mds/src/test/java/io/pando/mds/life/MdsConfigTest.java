package io.pando.mds.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.mds.rank.RankConfig;
import io.pando.mds.serve.ServiceLimits;
import io.pando.mds.session.SessionLimits;
import io.pando.mds.store.StoreLimits;
import org.junit.jupiter.api.Test;

/** Settings that cannot work are refused. */
class MdsConfigTest {
  private static MdsConfig withJournal(int objectBytes, long mostBytes) {
    StoreLimits usual = StoreLimits.usual();
    StoreLimits store = new StoreLimits(10, mostBytes, 10, 10, usual.commits(), usual.pageRows());
    return new MdsConfig(
        "",
        2,
        3,
        1,
        objectBytes,
        new RankConfig.Limits(store, SessionLimits.usual(), ServiceLimits.usual()));
  }

  @Test
  void aJournalHasRoomForTwoObjectsSinceTheNewestSegmentIsNotCut() {
    assertThat(withJournal(50_000, 100_000).journalObjectBytes()).isEqualTo(50_000);
    assertThatThrownBy(() -> withJournal(50_001, 100_000))
        .hasMessage(
            "expected a journal of at least 2 objects, found objects of 50001 bytes in 100000 bytes");
  }
}
