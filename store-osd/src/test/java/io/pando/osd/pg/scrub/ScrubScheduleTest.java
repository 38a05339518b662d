package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterFlag;
import io.pando.group.ScrubKind;
import io.pando.group.ScrubRecord;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.osd.pg.replica.ScrubLimits;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ScrubScheduleTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 1_000_000 * HOUR;
  private static final ScrubLimits LIMITS = ScrubLimits.defaults();
  private static final SortedSet<ClusterFlag> NO_FLAGS = new TreeSet<>();

  private static PgId group(int seed) {
    return new PgId(new PoolId(3), seed);
  }

  private static ScrubRecord run(ScrubRecord record, ScrubKind kind, long millis) {
    return record.begun(kind, 0).ended(millis);
  }

  @Test
  void everyGroupHasSessionsHourlyLightScrubsDailyAndDeepOnesWeekly() {
    SortedMap<Long, Integer> perHour = new TreeMap<>();
    for (int seed = 0; seed < 200; seed++) {
      ScrubRecord record = ScrubRecord.NEVER.dueSince(START);
      int light = 0;
      int deep = 0;
      int sessions = 0;
      for (long now = START; now < START + 28 * 24 * HOUR; now += HOUR / 4) {
        ScrubKind kind = ScrubSchedule.next(group(seed), record, LIMITS, NO_FLAGS, now);
        if (kind != ScrubKind.NONE) {
          light += kind == ScrubKind.LIGHT ? 1 : 0;
          deep += kind == ScrubKind.DEEP ? 1 : 0;
          sessions += kind == ScrubKind.SESSION ? 1 : 0;
          if (!kind.isSession()) {
            perHour.merge((now - START) / HOUR % 24, 1, Integer::sum);
          }
          record = run(record, kind, now);
        }
      }
      assertThat(deep).isBetween(3, 4);
      assertThat(light + deep).isBetween(25, 32);
      assertThat(light + deep + sessions).isBetween(28 * 24 - 2, 28 * 24 + 32);
    }
    assertThat(perHour).hasSize(24);
    assertThat(perHour.values()).allSatisfy(count -> assertThat(count).isBetween(20, 600));
  }

  @Test
  void whatIsOrderedComesFirst() {
    ScrubRecord record = ScrubRecord.NEVER.dueSince(START).ordered(ScrubKind.REPAIR);
    assertThat(ScrubSchedule.next(group(1), record, LIMITS, NO_FLAGS, START))
        .isEqualTo(ScrubKind.REPAIR);
    ScrubRecord begun = record.begun(ScrubKind.REPAIR, 0);
    assertThat(begun.ordered()).isEqualTo(ScrubKind.NONE);
    assertThat(begun.ended(START).past().deepMillis()).isEqualTo(START);
  }

  @Test
  void noneIsDueThatIsSwitchedOff() {
    ScrubLimits never = new ScrubLimits(0, 0, 0, 1, 1, true);
    ScrubRecord record = ScrubRecord.NEVER.dueSince(START);
    assertThat(ScrubSchedule.next(group(1), record, never, NO_FLAGS, START + 1_000 * HOUR))
        .isEqualTo(ScrubKind.NONE);
  }

  @Test
  void aClockThatWasAheadDoesNotPutScrubsOff() {
    ScrubRecord record = run(ScrubRecord.NEVER.dueSince(START), ScrubKind.DEEP, START);
    assertThat(ScrubSchedule.next(group(1), record, LIMITS, NO_FLAGS, START - 400 * HOUR))
        .isEqualTo(ScrubKind.DEEP);
  }

  /** Whenever one ended: the next is due in the group's next turn, but not before half of one. */
  @Test
  void aGroupRestsForHalfAnInterval() {
    ScrubLimits hourly = new ScrubLimits(HOUR, 0, 0, 1, 1, true);
    int due = 0;
    for (long last = START; last < START + HOUR; last += HOUR / 20) {
      ScrubRecord record = run(ScrubRecord.NEVER.dueSince(START - HOUR), ScrubKind.SESSION, last);
      assertThat(ScrubSchedule.next(group(1), record, hourly, NO_FLAGS, last + HOUR / 2 - 1))
          .isEqualTo(ScrubKind.NONE);
      ScrubKind next = ScrubSchedule.next(group(1), record, hourly, NO_FLAGS, last + HOUR / 2);
      due += next == ScrubKind.SESSION ? 1 : 0;
      assertThat(ScrubSchedule.next(group(1), record, hourly, NO_FLAGS, last + HOUR))
          .isEqualTo(ScrubKind.SESSION);
    }
    assertThat(due).as("half of the moments are in the first half of a turn").isEqualTo(10);
  }

  @Test
  void sessionsRepairNothingWhereThatIsSwitchedOff() {
    for (boolean repairs : new boolean[] {true, false}) {
      ScrubLimits hourly = new ScrubLimits(HOUR, 0, 0, 1, 1, repairs);
      ScrubRecord record = ScrubRecord.NEVER.dueSince(START);
      assertThat(ScrubSchedule.next(group(1), record, hourly, NO_FLAGS, START + HOUR))
          .isEqualTo(repairs ? ScrubKind.SESSION : ScrubKind.PREVIEW);
    }
  }

  @Test
  void flagsWithholdWhatNoOperatorOrdered() {
    ScrubRecord record = ScrubRecord.NEVER.dueSince(START);
    long now = START + 400 * HOUR;
    assertThat(next(record, now)).isEqualTo(ScrubKind.DEEP);
    assertThat(next(record, now, ClusterFlag.NOSCRUB)).isEqualTo(ScrubKind.DEEP);
    assertThat(next(record, now, ClusterFlag.NODEEP_SCRUB)).isEqualTo(ScrubKind.LIGHT);
    assertThat(next(record, now, ClusterFlag.NOSCRUB, ClusterFlag.NODEEP_SCRUB))
        .isEqualTo(ScrubKind.NONE);
    ScrubRecord ordered = record.ordered(ScrubKind.REPAIR);
    assertThat(next(ordered, now, ClusterFlag.NOSCRUB, ClusterFlag.NODEEP_SCRUB))
        .isEqualTo(ScrubKind.REPAIR);
  }

  private static ScrubKind next(ScrubRecord record, long now, ClusterFlag... flags) {
    return ScrubSchedule.next(group(1), record, LIMITS, new TreeSet<>(List.of(flags)), now);
  }
}
