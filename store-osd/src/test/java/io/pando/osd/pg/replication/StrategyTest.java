package io.pando.osd.pg.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupMapping;
import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StrategyTest {
  private static final PgId GROUP = new PgId(new PoolId(1), 0);

  private static List<OsdId> osds(Integer... numbers) {
    return Arrays.stream(numbers).map(OsdId::new).toList();
  }

  private static List<MemberId> members(List<OsdId> osds) {
    return osds.stream().map(MemberId::of).toList();
  }

  private static List<Strategy> all(List<OsdId> path) {
    return Arrays.stream(Replication.values())
        .map(kind -> Strategy.of(kind, members(path)))
        .toList();
  }

  @Test
  void whoIsFilledStandsBetweenHeadAndCollector() {
    GroupMapping mapping =
        new GroupMapping(GROUP, MemberList.of(osds(1, 4, 3, 5)), MemberList.of(osds(1, 2, 3)));
    assertThat(Replication.path(mapping)).isEqualTo(osds(1, 4, 5, 2, 3));
    assertThat(Replication.PRIMARY.collector(mapping)).contains(new OsdId(1));
    assertThat(Replication.CHAIN.collector(mapping)).contains(new OsdId(3));
    assertThat(Replication.SPLAY.collector(mapping)).contains(new OsdId(3));
    GroupMapping nobody = new GroupMapping(GROUP, MemberList.EMPTY, MemberList.EMPTY);
    assertThat(Replication.path(nobody)).isEmpty();
    assertThat(Replication.CHAIN.collector(nobody)).isEmpty();
  }

  @Test
  void everyUpdateReachesEveryMemberOnce() {
    for (int size = 1; size <= 5; size++) {
      for (Strategy strategy : all(osds(7, 3, 9, 1, 4).subList(0, size))) {
        List<MemberId> reached = new ArrayList<>();
        reached.add(strategy.head());
        for (int i = 0; i < reached.size() && reached.size() <= size; i++) {
          reached.addAll(strategy.receivers(reached.get(i)));
        }
        assertThat(reached).as("%s", strategy).containsExactlyElementsOf(strategy.path());
        assertThat(strategy.receivers(MemberId.of(new OsdId(99)))).isEmpty();
      }
    }
  }

  /** A member that does not report is before the collector on the only way an update can take. */
  @Test
  void theCollectorKnowsOfEveryMember() {
    for (int size = 1; size <= 5; size++) {
      for (Strategy strategy : all(osds(7, 3, 9, 1, 4).subList(0, size))) {
        Set<MemberId> known = new LinkedHashSet<>(strategy.reporters());
        known.add(strategy.collector());
        if (strategy.sendsDurable()) {
          for (MemberId at = strategy.head();
              !at.equals(strategy.collector());
              at = strategy.receivers(at).getFirst()) {
            known.add(at);
          }
        }
        assertThat(known).as("%s", strategy).containsExactlyInAnyOrderElementsOf(strategy.path());
        assertThat(strategy.reporters()).doesNotContain(strategy.collector());
      }
    }
  }
}
