package io.pando.mon.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.message.MonitorMessage;
import io.pando.mon.rules.RuleBook;
import io.pando.report.OsdStats;
import io.pando.report.ScrubCounts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who counts as heard. */
class StatisticsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long GRACE = 30 * SECOND;
  private static final OsdId OSD = new OsdId(1);

  private final RuleBook book = RuleBook.withOsds(3);
  private final Statistics statistics = new Statistics(book.map());

  StatisticsTest() {
    statistics.onMap(book.map(), 0);
  }

  private void everybodySpeaks(long nowNanos) {
    for (int osd = 0; osd < 3; osd++) {
      OsdStats stats =
          new OsdStats(
              new OsdId(osd),
              1,
              new OsdStats.Space(1_000, 100),
              new OsdStats.Load(1, 0),
              new OsdStats.Clients(0, 0, 0, 0),
              new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING));
      statistics.onBeacon(new MonitorMessage.Beacon(new OsdId(osd), 1, stats, List.of()), nowNanos);
    }
  }

  @Test
  void whoSaysNothingIsSilent() {
    everybodySpeaks(SECOND);
    assertThat(statistics.silent(31 * SECOND, GRACE)).isEmpty();
    assertThat(statistics.silent(32 * SECOND, GRACE))
        .containsExactly(new OsdId(0), new OsdId(1), new OsdId(2));
  }

  @Test
  void theSameIncarnationCountsAsHeardWhenItComesUpAgain() {
    everybodySpeaks(SECOND);
    book.accept(new Change.MarkSilent(List.of(OSD)));
    statistics.onMap(book.map(), 40 * SECOND);
    assertThat(statistics.silent(40 * SECOND, GRACE)).doesNotContain(OSD);
    book.accept(RuleBook.boot(1, 1));
    statistics.onMap(book.map(), 41 * SECOND);
    assertThat(statistics.silent(71 * SECOND, GRACE)).doesNotContain(OSD);
    assertThat(statistics.silent(72 * SECOND, GRACE)).contains(OSD);
    assertThat(statistics.osds()).hasSize(3);
  }

  @Test
  void alsoIfTheMapsBetweenWereMissed() {
    everybodySpeaks(SECOND);
    book.accept(new Change.MarkSilent(List.of(OSD)));
    book.accept(RuleBook.boot(1, 1));
    statistics.onMap(book.map(), 40 * SECOND);
    assertThat(statistics.silent(41 * SECOND, GRACE)).containsExactly(new OsdId(0), new OsdId(2));
  }
}
