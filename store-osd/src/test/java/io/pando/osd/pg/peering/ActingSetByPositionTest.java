package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupMapping;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.GroupInfo.Totals;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Membership;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A pool of four positions on eight OSDs; positions are chosen one by one. */
class ActingSetByPositionTest {
  private static final int SIZE = 4;
  private static final int NONE = -1;

  private final SortedMap<MemberId, GroupInfo> heard = new TreeMap<>();

  private static GroupInfo info(boolean whole) {
    Version head = new Version(7, 9);
    return new GroupInfo(
        Maps.GROUP,
        new LogBounds(head, new Version(7, 4), head, Version.ZERO),
        new GroupInfo.CopyState(0, whole ? null : GroupInfo.NOTHING, Maps.EPOCH),
        History.fresh(1, Maps.EPOCH),
        new Totals(9, 9, true));
  }

  private void copy(int osd, int position, boolean whole) {
    heard.put(new MemberId(new OsdId(osd), position), info(whole));
  }

  private static MemberList list(int... osds) {
    List<Optional<OsdId>> positions = new ArrayList<>();
    for (int osd : osds) {
      positions.add(osd == NONE ? Optional.empty() : Optional.of(new OsdId(osd)));
    }
    return MemberList.ofPositions(positions);
  }

  private MemberList wanted(MemberList up) {
    Membership plain =
        Maps.of(
            Maps.first(SIZE), Maps.first(SIZE), Replication.PRIMARY, Maps.EPOCH, new TreeSet<>());
    Membership now = new Membership(plain.map(), new GroupMapping(Maps.GROUP, up, up));
    return ActingSetChoice.wanted(new Authority(whole().getFirst(), info(true)), heard, now);
  }

  private List<MemberId> whole() {
    return heard.entrySet().stream()
        .filter(entry -> entry.getValue().isWhole())
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void theUpSetServesIfItIsWhole() {
    for (int i = 0; i < SIZE; i++) {
      copy(i, i, true);
    }
    copy(6, 1, true);
    assertThat(wanted(list(0, 1, 2, 3))).isEqualTo(list(0, 1, 2, 3));
  }

  @Test
  void aFormerHolderServesUntilThePositionIsFilled() {
    copy(0, 0, true);
    copy(5, 1, false);
    copy(1, 1, true);
    copy(2, 2, true);
    copy(3, 3, true);
    assertThat(wanted(list(0, 5, 2, 3))).isEqualTo(list(0, 1, 2, 3));
  }

  @Test
  void aPositionThatNobodyHasStaysWithTheUpSet() {
    copy(0, 0, true);
    copy(5, 1, false);
    copy(2, 2, true);
    copy(3, 3, true);
    assertThat(wanted(list(0, 5, 2, 3))).isEqualTo(list(0, 5, 2, 3));
  }

  @Test
  void anEmptyCopyDoesNotLead() {
    copy(5, 0, false);
    copy(1, 1, true);
    copy(2, 2, true);
    copy(3, 3, true);
    assertThat(wanted(list(5, 1, 2, 3))).isEqualTo(list(NONE, 1, 2, 3));
  }

  @Test
  void anOsdThatMovedBetweenPositionsGetsOneOfThem() {
    copy(0, 0, true);
    copy(1, 1, true);
    copy(2, 2, true);
    copy(2, 3, false);
    copy(3, 3, true);
    copy(3, 2, false);
    assertThat(wanted(list(0, 1, 3, 2))).isEqualTo(list(0, 1, 2, 3));
  }

  @Test
  void noOsdHasTwoPositionsAndAWholeOneLeads() {
    Random64 random = new Random64(8);
    for (int run = 0; run < 5_000; run++) {
      heard.clear();
      int[] up = new int[SIZE];
      for (int position = 0; position < SIZE; position++) {
        up[position] = random.oneIn(6) ? NONE : (position + 2 * random.nextInt(3)) % 8;
        for (int other = 0; other < position; other++) {
          up[position] = up[other] == up[position] ? NONE : up[position];
        }
        if (up[position] != NONE) {
          copy(up[position], position, random.nextBoolean());
        }
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        copy(random.nextInt(8), random.nextInt(SIZE), random.nextBoolean());
      }
      copy(random.nextInt(8), random.nextInt(SIZE), true);
      MemberList upSet = list(up);
      MemberList wanted = wanted(upSet);
      assertThat(new HashSet<>(wanted.osds()))
          .as("run %d: %s", run, wanted)
          .hasSize(wanted.count());
      if (!wanted.equals(upSet)) {
        OsdId first = wanted.osds().getFirst();
        MemberId leader = new MemberId(first, wanted.positions().indexOf(Optional.of(first)));
        assertThat(whole()).as("run %d: %s", run, wanted).contains(leader);
      }
    }
  }
}
