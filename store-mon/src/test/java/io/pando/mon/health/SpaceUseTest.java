package io.pando.mon.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pando.cluster.Change;
import io.pando.group.ScrubRecord;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.mon.rules.RuleBook;
import io.pando.report.OsdStats;
import io.pando.report.ScrubCounts;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.space.SpaceUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** How much more a pool can store, until the first OSD of its rule is full. */
class SpaceUseTest {
  private static final long GIB = 1L << 30;

  private final RuleBook book = RuleBook.withOsds(4);
  private final List<OsdStats> osds = new ArrayList<>();

  private void osd(int number, long usedBytes) {
    osds.add(
        new OsdStats(
            new OsdId(number),
            1,
            new OsdStats.Space(1_000 * GIB, usedBytes),
            new OsdStats.Load(1, 0),
            new OsdStats.Clients(0, 0, 0, 0),
            new OsdStats.Repairs(0, 0, 0, ScrubCounts.NOTHING)));
  }

  private static GroupStats group(int seed, int members) {
    List<OsdId> acting = List.of(new OsdId(0), new OsdId(1), new OsdId(2)).subList(0, members);
    return new GroupStats(
        new PgId(new PoolId(1), seed),
        new TreeSet<>(List.of(GroupState.ACTIVE)),
        new GroupStats.Mapping(MemberList.of(acting), MemberList.of(acting), 5),
        new GroupStats.Contents(Version.ZERO, 10, 5 * GIB),
        new GroupStats.Copies(0, 0, 0, 0, 0),
        new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
  }

  private SpaceUse.PoolSpace pool(GroupStats... groups) {
    return Objects.requireNonNull(
        SpaceUse.of(book.map(), osds, List.of(groups)).pools().get(new PoolId(1)));
  }

  @Test
  void aPoolStoresWhatItsCopiesTake() {
    book.accept(new Change.CreatePool("a", 2, 3, 2, null));
    osd(0, 15 * GIB);
    SpaceUse.PoolSpace pool = pool(group(0, 3), group(1, 2));
    assertThat(pool.objects()).isEqualTo(20);
    assertThat(pool.storedBytes()).isEqualTo(10 * GIB);
    assertThat(pool.usedBytes()).isEqualTo(25 * GIB);
    SpaceUse all = SpaceUse.of(book.map(), osds, List.of());
    assertThat(all.capacityBytes()).isEqualTo(1_000 * GIB);
    assertThat(all.availableBytes()).isEqualTo(985 * GIB);
    assertThat(all.usedShare()).isEqualTo(0.015);
  }

  /** Each of four takes a quarter; two replicas halve what is left to the fullest. */
  @Test
  void theFullestOsdDecidesHowMuchMoreThereIsRoomFor() {
    book.accept(new Change.CreatePool("a", 2, 2, 1, null));
    for (int osd = 0; osd < 4; osd++) {
      osd(osd, 100 * GIB);
    }
    assertThat((double) pool().maxAvailableBytes()).isCloseTo(850.0 * 4 / 2 * GIB, within(1e6));
    osds.clear();
    osd(0, 900 * GIB);
    osd(1, 0);
    osd(2, 0);
    osd(3, 0);
    assertThat((double) pool().maxAvailableBytes()).isCloseTo(50.0 * 4 / 2 * GIB, within(1e6));
    osds.clear();
    osd(0, 960 * GIB);
    assertThat(pool().maxAvailableBytes()).isZero();
  }

  @Test
  void weightsSayWhichShareAnOsdTakes() {
    book.accept(new Change.CreatePool("a", 2, 1, 1, null));
    for (int osd = 0; osd < 4; osd++) {
      osd(osd, 0);
    }
    book.accept(new Change.ReweightInCrush("osd.0", 0x10000 * 5));
    assertThat((double) pool().maxAvailableBytes()).isCloseTo(950.0 * 8 / 5 * GIB, within(1e6));
    book.accept(new Change.MarkOut(List.of(new OsdId(0))));
    assertThat((double) pool().maxAvailableBytes()).isCloseTo(950.0 * 3 * GIB, within(1e6));
    book.accept(new Change.SetDeviceClass(List.of(new OsdId(2)), "ssd"));
    book.accept(new Change.CreateRule("fast", "default", "osd", "ssd"));
    book.accept(new Change.SetPool("a", "crush_rule", "fast"));
    assertThat((double) pool().maxAvailableBytes()).isCloseTo(950.0 * GIB, within(1e6));
  }

  /** Of 4+2 a byte of an object takes one and a half; a group without an OSD takes less. */
  @Test
  void fragmentsTakeTheirShareOfAnObject() {
    RuleBook coded = RuleBook.withOsds(6);
    coded.accept(new Change.CreateErasurePool("a", 2, "4+2"));
    for (int osd = 0; osd < 6; osd++) {
      osd(osd, 50 * GIB);
    }
    SpaceUse.PoolSpace pool =
        Objects.requireNonNull(
            SpaceUse.of(coded.map(), osds, List.of(group(0, 3))).pools().get(new PoolId(1)));
    assertThat(pool.storedBytes()).isEqualTo(5 * GIB);
    assertThat(pool.usedBytes()).isEqualTo(5 * GIB * 3 / 4);
    assertThat((double) pool.maxAvailableBytes()).isCloseTo(900.0 * 6 / 1.5 * GIB, within(1e6));
    assertThat(pool.spaceFactor()).isEqualTo(1.5);
  }

  @Test
  void withoutStatisticsNothingIsKnownToBeFree() {
    book.accept(new Change.CreatePool("a", 2, 2, 1, null));
    assertThat(pool().maxAvailableBytes()).isZero();
    assertThat(pool().usedShare()).isZero();
  }
}
