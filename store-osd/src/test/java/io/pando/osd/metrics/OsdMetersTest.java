package io.pando.osd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.group.LogEntry;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.FragmentCounts;
import io.pando.report.Durations;
import io.pando.report.OsdPerformance;
import io.pando.report.OsdStats;
import io.pando.report.RepairCounts;
import io.pando.report.ScrubCounts;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a shard has done, each kind by itself. */
class OsdMetersTest {
  private static final RequestId REQUEST = new RequestId(1, 2);
  private static final OpResult DONE = new OpResult.Done();
  private static final PoolId POOL = new PoolId(1);

  private final OsdMeters counts = new OsdMeters(new SimpleMeterRegistry());

  private static ObjectMessage.OperateReply reply(OpResult... results) {
    return reply(new OpOutcome.Succeeded(Version.ZERO, List.of(results)));
  }

  private static ObjectMessage.OperateReply reply(OpOutcome outcome) {
    return new ObjectMessage.OperateReply(REQUEST, 7, 1, outcome);
  }

  private static OpResult data(String bytes) {
    return new OpResult.Data(Payload.utf8(bytes));
  }

  private SortedMap<String, Long> times() {
    SortedMap<String, Durations> sums = new TreeMap<>();
    counts.addStages(sums);
    SortedMap<String, Long> totals = new TreeMap<>();
    sums.forEach((stage, durations) -> totals.put(stage, durations.totalNanos()));
    totals.values().removeIf(nanos -> nanos == 0);
    return totals;
  }

  @Test
  void aVectorThatAsksIsAReadAndAnyOtherAWrite() {
    counts.pool(POOL).onReply(reply(DONE), 10);
    counts.pool(POOL).onReply(reply(DONE, DONE), 20);
    counts.pool(POOL).onReply(reply(data("abc"), DONE), 300);
    counts
        .pool(POOL)
        .onReply(
            reply(new OpResult.SparseData(List.of(new ByteRange(0, 2)), Payload.utf8("de"))),
            4_000);
    counts.pool(POOL).onReply(reply(new OpResult.Stat(9, Version.ZERO, 0)), 50_000);
    OsdPerformance.Served served = counts.served();
    assertThat(served.clients().writes()).isEqualTo(2);
    assertThat(served.clients().reads()).isEqualTo(3);
    assertThat(served.clients().readBytes()).isEqualTo(5);
    assertThat(served.clients().failures()).isZero();
    assertThat(times()).containsOnlyKeys("write", "read");
    assertThat(times()).containsEntry("write", 30L).containsEntry("read", 54_300L);
  }

  @Test
  void whatFailsIsCountedAndNotTimed() {
    counts.pool(POOL).onReply(reply(new OpOutcome.Failed(OpError.NOT_FOUND, 0, "")), 10);
    counts.pool(POOL).onReply(new ObjectMessage.NotServed(REQUEST, 7, 1, false, ""), 10);
    counts
        .pool(POOL)
        .onReply(
            new ObjectMessage.Hold(
                REQUEST, 7, Maps.GROUP, null, new ObjectMessage.Hold.Refusal(1, false, "")),
            10);
    counts.pool(POOL).onReply(new ObjectMessage.ScrubOrdered(REQUEST, 7, 1), 10);
    assertThat(counts.served().clients().failures()).isEqualTo(3);
    counts.pool(POOL).onReply(new ObjectMessage.ListReply(REQUEST, 7, List.of(), false, -1), 10);
    assertThat(counts.served().clients().lists()).isOne();
    assertThat(counts.clientStats().clientReads()).as("listings are reads, too").isOne();
    assertThat(counts.served().clients().reads()).isZero();
    assertThat(times()).isEmpty();
  }

  @Test
  void aWriteThatAnotherMemberAnswersIsCountedWhereItArrived() {
    counts.pool(POOL).onTold(reply(DONE));
    counts.pool(POOL).onTold(reply(new OpOutcome.Failed(OpError.NOT_FOUND, 0, "")));
    assertThat(counts.served().clients().writes()).isZero();
    assertThat(counts.served().clients().failures()).isOne();
    assertThat(times()).isEmpty();
    counts.pool(POOL).onSettled(70);
    assertThat(counts.served().clients().writes()).isOne();
    assertThat(times()).containsEntry("write", 70L);
  }

  @Test
  void poolsAreCountedApartAndAddedUp() {
    counts.pool(POOL).onReply(reply(DONE), 10);
    counts.pool(new PoolId(2)).onReply(reply(DONE), 20);
    counts.pool(new PoolId(2)).onReply(reply(data("abc")), 5);
    assertThat(counts.served().clients().writes()).isEqualTo(2);
    assertThat(times()).containsEntry("write", 30L).containsEntry("read", 5L);
    assertThat(
            counts
                .registry()
                .get("pando.osd.operation")
                .tags("pool", "2", "operation", "write")
                .timer()
                .count())
        .isOne();
  }

  @Test
  void stagesOfAnUpdateAreTimedApart() {
    counts.onCommitted(new Effect.CountCommit(1, 20, 300));
    counts.onCommitted(new Effect.CountCommit(1, 20, 300));
    counts.onPersisted(4_000);
    assertThat(times())
        .containsExactly(
            Map.entry("persist", 4_000L),
            Map.entry("write.local", 40L),
            Map.entry("write.order", 2L),
            Map.entry("write.replicas", 600L));
  }

  @Test
  void everythingElseIsCountedByItself() {
    counts.countRecovered(2, 30);
    counts.countRecovered(1, 4);
    counts.countDamaged();
    counts.countDiverged();
    counts.countDiverged();
    counts.countRolledBack();
    counts.countScrubbed(5, 60);
    counts.countInconsistent(7, 8);
    counts.countScrubbed(1, 1);
    counts.countRepair(RepairCounts.compared(1, 20, 300, 4_000));
    counts.countRepair(RepairCounts.differing(5));
    counts.pool(POOL).onWritten(900);
    counts.onReplicate(update("abcd"));
    assertThat(counts.clientStats())
        .isEqualTo(new OsdStats.Clients(0, 0, 0, 900).withPools(work(0, 0, 0, 900)));
    assertThat(counts.repairStats())
        .isEqualTo(new OsdStats.Repairs(3, 34, 1, new ScrubCounts(6, 61, 7, 8)));
    assertThat(counts.served())
        .isEqualTo(
            new OsdPerformance.Served(
                new OsdPerformance.Clients(0, 0, 0, 0, 0, 900),
                new OsdPerformance.Replicas(1, 4),
                new OsdPerformance.Recovery(3, 34, 2, 1)));
    assertThat(counts.repairs())
        .isEqualTo(RepairCounts.compared(1, 20, 300, 4_000).plus(RepairCounts.differing(5)));
  }

  @Test
  void workOnFragmentsIsCountedByItsKind() {
    counts.countFragments(FragmentCounts.decodedRead());
    counts.countFragments(FragmentCounts.rebuilt(2, 3_000));
    counts.countFragments(FragmentCounts.updated(new FragmentCounts.Stripes(4, 5, 6)));
    counts.countFragments(FragmentCounts.updated(new FragmentCounts.Stripes(10, 0, 0)));
    String name = "pando.osd.fragment.";
    assertThat(counted(name + "decoded.reads")).isEqualTo(1);
    assertThat(counted(name + "rebuilt")).isEqualTo(2);
    assertThat(counted(name + "rebuild.read")).isEqualTo(3_000);
    assertThat(counted(name + "stripes", "parity", "delta")).isEqualTo(14);
    assertThat(counted(name + "stripes", "parity", "encode")).isEqualTo(5);
    assertThat(counted(name + "stripes", "parity", "whole")).isEqualTo(6);
  }

  private double counted(String name, String... tags) {
    return counts.registry().get(name).tags(tags).counter().count();
  }

  private static SortedMap<PoolId, OsdStats.PoolWork> work(
      long reads, long writes, long readBytes, long writtenBytes) {
    SortedMap<PoolId, OsdStats.PoolWork> work = new TreeMap<>();
    work.put(POOL, new OsdStats.PoolWork(reads, writes, readBytes, writtenBytes));
    return work;
  }

  @Test
  void aPoolThatIsGoneHasNoMetersButCountsInTheSums() {
    PoolId other = new PoolId(9);
    counts.pool(POOL).onReply(reply(DONE), 10);
    counts.pool(POOL).onReply(reply(data("abc")), 10);
    counts.pool(other).onReply(new ObjectMessage.ListReply(REQUEST, 7, List.of(), false, -1), 10);
    counts.pool(POOL).onWritten(5);
    assertThat(counts.clientStats().pools())
        .containsOnlyKeys(POOL, other)
        .containsEntry(POOL, new OsdStats.PoolWork(1, 1, 3, 5))
        .containsEntry(other, new OsdStats.PoolWork(1, 0, 0, 0));
    counts.retain(Set.of(other));
    assertThat(counts.clientStats().pools()).containsOnlyKeys(other);
    assertThat(counts.clientStats().clientWrites()).isOne();
    assertThat(counts.clientStats().writtenBytes()).isEqualTo(5);
    assertThat(counts.registry().find("pando.osd.operation").tag("pool", "1").timers()).isEmpty();
    counts.pool(POOL).onReply(reply(DONE), 10);
    assertThat(counts.clientStats().clientWrites()).isEqualTo(2);
  }

  private static ReplicationMessage.Replicate update(String bytes) {
    LogEntry entry =
        new LogEntry(
            new Version(7, 1),
            Version.ZERO,
            GroupHarness.object("o"),
            LogEntry.Kind.MODIFY,
            REQUEST,
            List.of(DONE));
    StoreOp.OnObject write =
        new StoreOp.Write(
            GroupHarness.COLLECTION, GroupHarness.object("o"), 0, Payload.utf8(bytes));
    StoreOp.OnObject touch = new StoreOp.Touch(GroupHarness.COLLECTION, GroupHarness.object("o"));
    return new ReplicationMessage.Replicate(
        Maps.GROUP,
        7,
        new ReplicationMessage.Update(entry, List.of(touch, write), 1, 4),
        new ReplicationMessage.Replicate.Progress(Version.ZERO, Version.ZERO),
        List.of(),
        false);
  }
}
