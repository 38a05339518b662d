package io.pando.mon.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.group.ScrubRecord;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.mon.rules.RuleBook;
import io.pando.report.MonitorStatus;
import io.pando.report.QuorumCheck;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.OkToStop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which daemons can be stopped without an interruption. */
class OkToStopTest {
  private final RuleBook book = RuleBook.withOsds(5);

  private GroupStats group(int seed, long degraded, GroupState... states) {
    PgId group = new PgId(new PoolId(1), seed);
    GroupMapping mapping = new Placement().locate(book.map(), group);
    return new GroupStats(
        group,
        new TreeSet<>(Arrays.asList(states)),
        new GroupStats.Mapping(mapping.up(), mapping.acting(), book.map().epoch()),
        new GroupStats.Contents(Version.ZERO, 10, 1_000),
        new GroupStats.Copies(degraded, 0, 0, 0, 0),
        new GroupStats.Problems("", new TreeMap<>(), List.of(), ScrubRecord.Found.NOTHING));
  }

  private List<GroupStats> clean(int count) {
    List<GroupStats> groups = new ArrayList<>();
    for (int seed = 0; seed < count; seed++) {
      groups.add(group(seed, 0, GroupState.ACTIVE, GroupState.CLEAN));
    }
    return groups;
  }

  private OkToStop check(List<GroupStats> groups, OsdId... osds) {
    return OkToStop.of(book.map(), groups, List.of(osds));
  }

  @Test
  void oneOfThreeReplicasMayStopAndTwoMayNot() {
    book.accept(new Change.CreatePool("a", 1, 3, 2, null));
    List<OsdId> acting = clean(1).getFirst().acting().osds();
    OkToStop one = check(clean(1), acting.get(0));
    assertThat(one.isOk()).isTrue();
    assertThat(one.kept()).isOne();
    OkToStop two = check(clean(1), acting.get(2), acting.get(0));
    assertThat(two.isOk()).isFalse();
    assertThat(two.kept()).isZero();
    assertThat(two.inactive())
        .containsExactly(
            new OkToStop.Inactive(
                new PgId(new PoolId(1), 0),
                "would have 1 of its replicas, and its pool needs 2 (min_size)"));
  }

  @Test
  void osdsWithoutGroupsMayAllStop() {
    book.accept(new Change.CreatePool("a", 1, 3, 2, null));
    List<OsdId> idle = new ArrayList<>(book.map().osds().keySet());
    idle.removeAll(clean(1).getFirst().acting().osds());
    assertThat(check(clean(1), idle.toArray(OsdId[]::new)).isOk()).isTrue();
    assertThat(check(List.of()).isOk()).isTrue();
  }

  @Test
  void groupsThatAreDegradedOrInactiveNeedAllTheirMembers() {
    book.accept(new Change.CreatePool("a", 1, 3, 1, null));
    OsdId member = clean(1).getFirst().acting().osds().getFirst();
    GroupStats degraded = group(0, 3, GroupState.ACTIVE, GroupState.DEGRADED);
    assertThat(check(List.of(degraded), member).inactive())
        .singleElement()
        .satisfies(it -> assertThat(it.why()).startsWith("is degraded"));
    GroupStats down = group(0, 0, GroupState.DOWN);
    assertThat(check(List.of(down), member).inactive())
        .singleElement()
        .satisfies(it -> assertThat(it.why()).isEqualTo("is not active now: down"));
    GroupStats stale = group(0, 0, GroupState.ACTIVE, GroupState.CLEAN, GroupState.STALE);
    assertThat(check(List.of(stale), member).isOk()).isFalse();
    GroupStats misplaced = group(0, 0, GroupState.ACTIVE, GroupState.REMAPPED);
    assertThat(check(List.of(misplaced), member).isOk()).isTrue();
  }

  /** Between a restart and the first report of the primary, the old report looks clean. */
  @Test
  void reportsFromBeforeARestartOfAMemberDoNotCount() {
    book.accept(new Change.CreatePool("a", 1, 3, 2, null));
    List<GroupStats> before = clean(1);
    List<OsdId> acting = before.getFirst().acting().osds();
    book.accept(new Change.MarkDown(List.of(acting.get(1))));
    assertThat(check(before, acting.get(2)).inactive())
        .singleElement()
        .satisfies(it -> assertThat(it.why()).contains("its last report is from " + acting));
    book.accept(RuleBook.boot(acting.get(1).value(), 2));
    assertThat(check(before, acting.get(2)).inactive())
        .singleElement()
        .satisfies(it -> assertThat(it.why()).contains("since " + acting.get(1) + " came up"));
    assertThat(check(clean(1), acting.get(2)).isOk()).isTrue();
  }

  @Test
  void groupsOfRemovedPoolsDoNotCount() {
    book.accept(new Change.CreatePool("a", 1, 3, 3, null));
    List<GroupStats> groups = clean(1);
    OsdId member = groups.getFirst().acting().osds().getFirst();
    assertThat(check(groups, member).isOk()).isFalse();
    book.accept(new Change.DeletePool("a", "a"));
    assertThat(check(groups, member).isOk()).isTrue();
  }

  @Test
  void moreThanHalfOfAllMonitorsMustStay() {
    List<NodeId> all =
        List.of(0, 1, 2).stream().map(number -> new NodeId(NodeId.Role.MON, number)).toList();
    MonitorStatus whole = new MonitorStatus(all.get(0), all.get(0), 1, all, all);
    assertThat(QuorumCheck.of(whole, all.subList(0, 1)).isOk()).isTrue();
    assertThat(QuorumCheck.of(whole, all.subList(0, 2)).isOk()).isFalse();
    MonitorStatus two = new MonitorStatus(all.get(0), all.get(0), 1, all.subList(0, 2), all);
    assertThat(QuorumCheck.of(two, all.subList(1, 2)).isOk()).isFalse();
    assertThat(QuorumCheck.of(two, all.subList(2, 3)).isOk()).as("it is away anyway").isTrue();
    MonitorStatus none = new MonitorStatus(all.get(0), null, 1, List.of(), all);
    assertThat(QuorumCheck.of(none, List.of()).isOk()).isFalse();
  }
}
