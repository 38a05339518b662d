package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.report.Health;
import org.junit.jupiter.api.Test;

/** Which mutes are accepted. */
class HealthRulesTest {
  private final RuleBook book = RuleBook.withOsds(1);

  @Test
  void anUnknownCodeIsRefusedWithTheKnownOnes() {
    assertThat(book.reject(new Change.MuteHealth("OSD_DWON", 0, false, 1)))
        .contains("'OSD_DWON'")
        .contains("OSD_DOWN, ")
        .contains("SLOW_OPS");
    assertThat(book.reject(new Change.UnmuteHealth("osd_down"))).contains("OSD_DOWN");
  }

  @Test
  void whatIsNotRaisedIsMutedOnlySticky() {
    assertThat(book.reject(new Change.MuteHealth("OSD_DOWN", 0, false, 0))).contains("--sticky");
    assertThat(book.acceptInVain(new Change.MuteHealth("OSD_DOWN", 0, true, 0)))
        .isEqualTo("OSD_DOWN is muted, sticky");
    assertThat(book.state().health().mutes())
        .containsEntry("OSD_DOWN", new Health.Mute("OSD_DOWN", 0, true, 0));
  }

  @Test
  void aMuteHasAnEndAndANewOneReplacesIt() {
    assertThat(book.accept(new Change.MuteHealth("OSD_DOWN", 60_000, false, 2)))
        .startsWith("OSD_DOWN is muted until 1970-01-01T00:");
    assertThat(book.state().health().mutes().values())
        .extracting(Health.Mute::untilMillis)
        .containsExactly(book.nowMillis() + 60_000);
    book.accept(new Change.MuteHealth("OSD_DOWN", 0, false, 1));
    assertThat(book.state().health().mutes())
        .containsEntry("OSD_DOWN", new Health.Mute("OSD_DOWN", 0, false, 1));
    assertThat(book.accept(new Change.UnmuteHealth("OSD_DOWN"))).contains("not muted any more");
    assertThat(book.accept(new Change.UnmuteHealth("OSD_DOWN"))).isEqualTo("OSD_DOWN is not muted");
  }

  @Test
  void nonsenseIsRefused() {
    assertThat(book.reject(new Change.MuteHealth("OSD_DOWN", -1, false, 1)))
        .contains("not possible");
    assertThat(book.reject(new Change.MuteHealth("OSD_DOWN", Long.MAX_VALUE, false, 1)))
        .contains("at most 10 years");
    assertThat(book.reject(new Change.MuteHealth("OSD_DOWN", 0, false, -1)))
        .contains("not possible");
  }
}
