package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.osd.pg.peering.Phase.Kind;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where peering may go, and where it may not. */
class PhaseTest {
  private static Set<Kind> after(Kind before) {
    Set<Kind> next = EnumSet.allOf(Kind.class);
    next.removeIf(kind -> !Phase.mayFollow(before, kind));
    return next;
  }

  @Test
  void anOsdThatIsNotThePrimaryMayOnlyBegin() {
    assertThat(after(Kind.IDLE)).containsExactly(Kind.GATHERING_INFO);
  }

  /** News of an OSD leads back from each of these, and all of them lead on. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "GATHERING_INFO",
        "DOWN",
        "LOST",
        "INCOMPLETE",
        "CHOOSING_ACTING",
        "FETCHING_LOG",
        "AWAITING_UP_THRU"
      })
  void whatIsNotAgreedYetMayBeginAnew(Kind before) {
    assertThat(after(before))
        .isEqualTo(EnumSet.range(Kind.GATHERING_INFO, Kind.ACTIVATING))
        .doesNotContain(Kind.IDLE, Kind.AWAITING_LEASE, Kind.ACTIVE);
  }

  @Test
  void whatIsAgreedIsNotAskedAgain() {
    assertThat(after(Kind.ACTIVATING))
        .containsExactly(Kind.ACTIVATING, Kind.AWAITING_LEASE, Kind.ACTIVE);
    assertThat(after(Kind.AWAITING_LEASE)).containsExactly(Kind.AWAITING_LEASE, Kind.ACTIVE);
    assertThat(after(Kind.ACTIVE)).as("only a new interval ends it").isEmpty();
  }
}
