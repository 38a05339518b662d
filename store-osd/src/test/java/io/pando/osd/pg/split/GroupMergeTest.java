package io.pando.osd.pg.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.GroupCounts;
import io.pando.group.GroupInfo;
import io.pando.group.GroupLineage;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.log.StoredLog;
import io.pando.osd.pg.replica.StoredGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an OSD knows of the past of a group that is made of groups 0 and 1. */
class GroupMergeTest {
  private static final PoolId POOL = new PoolId(3);
  private static final PgId FIRST = new PgId(POOL, 0);
  private static final PgId SECOND = new PgId(POOL, 1);
  private static final long EPOCH = 90;
  private static final List<GroupInfo.Interval> PAST =
      List.of(
          new GroupInfo.Interval(
              5, 9, MemberList.of(new OsdId(1)), MemberList.of(new OsdId(1)), true));

  private static StoredGroup group(PgId id, int head, GroupInfo.History history) {
    Version at = new Version(10, head);
    StoredGroup fresh = StoredGroup.fresh(id, 2, new GroupLineage(2, 7));
    GroupInfo info =
        fresh
            .info()
            .withLog(GroupInfo.LogBounds.at(at))
            .withHistory(history)
            .startedIn(history.lastEpochStarted())
            .madeIn(10 + head)
            .withTotals(new GroupInfo.Totals(head, 10L * head, true));
    return GroupHarness.withInfo(fresh, info);
  }

  private static GroupInfo joined(
      GroupInfo.History first, GroupInfo.History second, GroupCounts.@Nullable Merge merge) {
    return GroupMerge.join(
            FIRST,
            List.of(group(SECOND, 6, second), group(FIRST, 4, first)),
            List.of(FIRST, SECOND),
            merge,
            new GroupLineage(1, EPOCH))
        .info();
  }

  private static GroupCounts.Merge merge() {
    return new GroupCounts.Merge(
        EPOCH,
        2,
        1,
        0,
        List.of(
            new GroupCounts.Final(0, new Version(10, 4)),
            new GroupCounts.Final(1, new Version(10, 6))));
  }

  private static GroupInfo.History history(long started, long clean) {
    return new GroupInfo.History(2, started, clean, 12, 5, PAST);
  }

  @Test
  void whoIsWholeKnowsThePastOfTheGroupThatGoesOn() {
    GroupInfo.History other = new GroupInfo.History(1, 14, 8, 13, 6, List.of());
    GroupInfo info = joined(history(15, 9), other, merge());
    assertThat(info.history()).isEqualTo(history(15, 9));
    assertThat(info.isWhole()).isTrue();
    assertThat(info.lastUpdate()).isEqualTo(new Version(EPOCH, 11));
    assertThat(info.totals()).isEqualTo(new GroupInfo.Totals(10, 100, true));
    assertThat(info.lastEpochStarted()).isEqualTo(15);
    assertThat(info.copy().createdIn()).isEqualTo(16);
    assertThat(joined(history(13, 9), other, merge()).history()).isEqualTo(history(14, 9));
    assertThat(joined(history(13, 9), other, merge()).lastEpochStarted()).isEqualTo(14);
    assertThat(joined(history(15, 7), other, merge()).history()).isEqualTo(history(15, 8));
  }

  /** If one of the groups does not know its totals, the totals of both are unknown. */
  @Test
  void totalsAreCountedIfAllAre() {
    StoredGroup counted = group(FIRST, 4, history(9, 8));
    StoredGroup other = group(SECOND, 6, history(9, 8));
    GroupInfo guessed = other.info().withTotals(new GroupInfo.Totals(7, 8, false));
    StoredGroup uncounted =
        new StoredGroup(
            guessed,
            other.lineage(),
            StoredLog.empty(),
            other.tree(),
            other.index(),
            other.scrub());
    GroupInfo info =
        GroupMerge.join(
                FIRST,
                List.of(counted, uncounted),
                List.of(FIRST, SECOND),
                merge(),
                new GroupLineage(1, EPOCH))
            .info();
    assertThat(info.totals()).isEqualTo(new GroupInfo.Totals(11, 48, false));
  }

  @Test
  void whoIsNotKnowsItFromTheMergeOnAlone() {
    GroupInfo.History other = new GroupInfo.History(1, 14, 8, 13, 6, List.of());
    GroupInfo info = joined(history(15, 7), other, null);
    assertThat(info.history()).isEqualTo(new GroupInfo.History(2, 15, 8, EPOCH, EPOCH, List.of()));
    assertThat(info.isWhole()).isFalse();
    assertThat(info.backfilledTo()).isEqualTo(GroupInfo.NOTHING);
    assertThat(info.lastUpdate()).isEqualTo(new Version(10, 6));
    assertThat(info.copy().createdIn()).isEqualTo(EPOCH);
  }
}
