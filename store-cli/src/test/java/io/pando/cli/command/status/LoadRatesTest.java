package io.pando.cli.command.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.OsdId;
import io.pando.id.PoolId;
import io.pando.report.OsdStats;
import io.pando.report.ScrubCounts;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rates are differences of counters, by the clock of the OSD that counted. */
class LoadRatesTest {
  private static final PoolId POOL = new PoolId(3);

  private final LoadRates rates = new LoadRates();

  private static OsdStats osd(int number, long countedMillis, long work) {
    SortedMap<PoolId, OsdStats.PoolWork> pools = new TreeMap<>();
    pools.put(POOL, new OsdStats.PoolWork(work, 2 * work, 10 * work, 20 * work));
    return new OsdStats(
        new OsdId(number),
        1,
        new OsdStats.Space(1_000, 0),
        new OsdStats.Load(1, 0),
        new OsdStats.Clients(work, 2 * work, 10 * work, 20 * work, pools, countedMillis),
        new OsdStats.Repairs(3 * work, 30 * work, 0, ScrubCounts.NOTHING));
  }

  @Test
  void ratesGoByTheClockOfTheOsd() {
    rates.look(List.of(osd(0, 1_000, 100), osd(1, 77_000, 0)), 0);
    assertThat(rates.total()).isEqualTo(LoadRates.Rate.NOTHING);
    rates.look(List.of(osd(0, 3_000, 300), osd(1, 78_000, 10)), 5_000);
    assertThat(rates.byOsd().get(new OsdId(0)))
        .isEqualTo(new LoadRates.Rate(100, 200, 1_000, 2_000, 300, 3_000));
    assertThat(rates.byPool().get(POOL))
        .isEqualTo(new LoadRates.Rate(110, 220, 1_100, 2_200, 0, 0));
    assertThat(rates.total().writes()).isEqualTo(220);
  }

  @Test
  void withoutNewCountersTheLastRatesHoldForAWhile() {
    rates.look(List.of(osd(0, 1_000, 100)), 0);
    rates.look(List.of(osd(0, 2_000, 200)), 1_000);
    for (int look = 0; look < 3; look++) {
      rates.look(List.of(osd(0, 2_000, 200)), 1_000);
      assertThat(rates.total().reads()).isEqualTo(100);
    }
    rates.look(List.of(osd(0, 2_000, 200)), 1_000);
    assertThat(rates.total()).isEqualTo(LoadRates.Rate.NOTHING);
    assertThat(rates.byPool()).isEmpty();
  }

  @Test
  void anOsdThatStartedAgainOrIsGoneHasNoRates() {
    rates.look(List.of(osd(0, 5_000, 100), osd(1, 5_000, 100)), 0);
    rates.look(List.of(osd(0, 6_000, 5)), 1_000);
    assertThat(rates.byOsd()).containsOnlyKeys(new OsdId(0));
    assertThat(rates.total()).isEqualTo(LoadRates.Rate.NOTHING);
  }

  @Test
  void anOsdWithoutAClockGoesByTheTimeBetweenTheLooks() {
    rates.look(List.of(osd(0, 0, 100)), 0);
    rates.look(List.of(osd(0, 0, 200)), 2_000);
    assertThat(rates.total().reads()).isEqualTo(50);
  }
}
