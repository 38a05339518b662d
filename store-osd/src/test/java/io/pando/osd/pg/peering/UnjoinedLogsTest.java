package io.pando.osd.pg.peering;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.group.RemainingLeases;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.Changes;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.IndexExtent;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.GroupConfig;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A replica is not activated by another interval's activation, by a part of one, or by a log that
 * does not join the log here. Parts of one activation are sent in one step and on one stream, so
 * none of this comes from a sound primary whose history the replica shares.
 */
class UnjoinedLogsTest {
  private static final OsdId PRIMARY = new OsdId(0);
  private static final Peer VIA = GroupHarness.stream(PRIMARY);
  private static final Version HEAD = new Version(6, 5);
  private static final Version TAIL = new Version(6, 3);

  private final GroupHarness harness =
      new GroupHarness(new OsdId(1), Maps.of(2, Replication.PRIMARY), GroupConfig.defaults());
  private final ReplicaPeering follower = new ReplicaPeering(harness.replica, new DurableHeads());

  private static LogEntry entry(long counter) {
    return new LogEntry(
        new Version(6, counter),
        Version.ZERO,
        GroupHarness.object("o" + counter),
        LogEntry.Kind.MODIFY,
        RequestId.NONE,
        List.of());
  }

  private GroupInfo authority(long interval) {
    GroupInfo.History now = harness.replica.info().history();
    return harness
        .replica
        .info()
        .withLog(new GroupInfo.LogBounds(HEAD, TAIL, HEAD, TAIL))
        .withHistory(
            new GroupInfo.History(
                now.created(), 0, 0, interval, now.knownSince(), now.intervals()));
  }

  private void activate(
      long interval, long since, boolean backfill, @Nullable IndexExtent indexed, boolean more) {
    List<LogEntry> entries = since == 3 ? List.of(entry(4), entry(5)) : List.of(entry(5));
    follower.onActivate(
        VIA,
        new Activate(
            Maps.GROUP,
            Maps.EPOCH,
            authority(interval),
            new Activate.CatchUp(
                new Version(6, since), more ? entries.subList(0, 1) : entries, backfill, indexed),
            more,
            RemainingLeases.NONE));
    harness.settle();
  }

  private void tellChange(String name, long counter) {
    IndexEntry change = new IndexEntry(new Version(6, counter), GroupHarness.object(name), true);
    follower.onChanges(new Changes(Maps.GROUP, Maps.EPOCH, List.of(change), new TreeMap<>()));
  }

  private void assertServes(boolean serves) {
    assertThat(follower.isServing()).isEqualTo(serves);
    assertThat(harness.said(Activated.class)).hasSize(serves ? 1 : 0);
  }

  @Test
  void anActivationOfAnotherIntervalIsRefused() {
    activate(Maps.EPOCH - 1, 3, true, null, false);
    assertThat(harness.effects(Effect.Report.class).toString()).contains("activation refused");
    assertServes(false);
    activate(Maps.EPOCH, 3, true, null, false);
    assertServes(true);
  }

  @Test
  void aBackfillBeginsWithTheWholeLog() {
    activate(Maps.EPOCH, 4, true, null, false);
    assertServes(false);
    activate(Maps.EPOCH, 3, true, null, true);
    activate(Maps.EPOCH, 4, true, null, false);
    assertServes(true);
    assertThat(harness.replica.log().tail()).isEqualTo(TAIL);
  }

  @Test
  void allChangesOfAVersionIndexAreNeeded() {
    IndexExtent indexed = new IndexExtent(Version.ZERO, 2);
    tellChange("o2", 2);
    activate(Maps.EPOCH, 3, false, indexed, false);
    assertServes(false);
    tellChange("o2", 2);
    tellChange("o3", 3);
    activate(Maps.EPOCH, 4, false, indexed, false);
    assertServes(false);
    tellChange("o2", 2);
    tellChange("o3", 3);
    activate(Maps.EPOCH, 3, false, indexed, false);
    assertServes(true);
    assertThat(harness.replica.missing())
        .containsKeys(GroupHarness.object("o2"), GroupHarness.object("o5"));
  }

  @Test
  void aLogThatDoesNotJoinIsAskedForFromFurtherBack() {
    activate(Maps.EPOCH, 3, false, null, false);
    assertThat(harness.said(GetLog.class)).extracting(GetLog::since).containsExactly(Version.ZERO);
    assertServes(false);
  }

  @Test
  void anIndexThatDoesNotJoinIsAskedForFromFurtherBack() {
    activate(Maps.EPOCH, 3, false, new IndexExtent(new Version(6, 2), 0), false);
    assertThat(harness.said(GetLog.class)).extracting(GetLog::since).containsExactly(Version.ZERO);
    assertServes(false);
  }
}
