package io.pando.osd.pg.recovery.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.osd.pg.harness.GroupHarness;
import org.junit.jupiter.api.Test;

class ReappearancesTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final MemberId FIRST = new MemberId(new OsdId(1), 1);
  private static final MemberId SECOND = new MemberId(new OsdId(1), 2);

  private final Reappearances reappearances = new Reappearances(100);

  @Test
  void aFragmentIsRecentForTheTimeOfARetry() {
    reappearances.add(FIRST, OBJECT, 7);
    assertThat(reappearances.isRecent(FIRST, OBJECT, 106)).isTrue();
    assertThat(reappearances.isRecent(SECOND, OBJECT, 106)).as("another position").isFalse();
    assertThat(reappearances.isRecent(FIRST, GroupHarness.object("p"), 106)).isFalse();
    assertThat(reappearances.isRecent(FIRST, OBJECT, 107)).isFalse();
  }

  @Test
  void theLastTimeCounts() {
    reappearances.add(FIRST, OBJECT, 0);
    reappearances.add(SECOND, OBJECT, 40);
    reappearances.add(FIRST, OBJECT, 90);
    assertThat(reappearances.isRecent(FIRST, OBJECT, 150)).isTrue();
    assertThat(reappearances.isRecent(SECOND, OBJECT, 150)).isFalse();
  }
}
