package io.pando.osd.pg.scrub;

import static io.pando.osd.pg.scrub.ScrubPhase.ASKING;
import static io.pando.osd.pg.scrub.ScrubPhase.CHECKING_PART;
import static io.pando.osd.pg.scrub.ScrubPhase.COMPARING_TREES;
import static io.pando.osd.pg.scrub.ScrubPhase.HELD;
import static io.pando.osd.pg.scrub.ScrubPhase.REEXAMINING;
import static io.pando.osd.pg.scrub.ScrubPhase.RESTING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transitions of scrubs within an interval. */
class ScrubPhaseTest {
  private static List<ScrubPhase> followers(ScrubPhase phase) {
    return Arrays.stream(ScrubPhase.values()).filter(phase::mayPrecede).toList();
  }

  @Test
  void aSlotIsAskedForBeforeItIsHeld() {
    assertThat(followers(RESTING)).containsExactly(ASKING);
    assertThat(followers(ASKING)).containsExactly(RESTING, HELD);
  }

  @Test
  void workBeginsWhenTheSlotIsHeld() {
    assertThat(followers(HELD))
        .containsExactly(RESTING, COMPARING_TREES, CHECKING_PART, REEXAMINING);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPARING_TREES", "CHECKING_PART", "REEXAMINING"})
  void workEndsBeforeTheSlotIsReturned(ScrubPhase work) {
    assertThat(followers(work)).containsExactly(HELD);
    assertThat(work.isUnderWay()).isTrue();
    assertThat(work.isHeld()).isTrue();
  }
}
