package io.pando.osd.pg.peering;

import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.GroupInfo.History;
import io.pando.group.GroupInfo.LogBounds;
import io.pando.group.GroupInfo.Totals;
import io.pando.group.IndexEntry;
import io.pando.group.LogEntry;
import io.pando.group.RemainingLeases;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.PeeringMessage.Activate;
import io.pando.message.PeeringMessage.Activated;
import io.pando.message.PeeringMessage.Changes;
import io.pando.message.PeeringMessage.GetLog;
import io.pando.message.PeeringMessage.IndexExtent;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A replica that has updates 7'1 to 7'4, and a primary whose history continues from there. */
final class PeeredReplica {
  static final OsdId PRIMARY = new OsdId(0);
  static final Peer VIA = GroupHarness.stream(PRIMARY);
  static final long RETRY = GroupCluster.RETRY_NANOS;

  final DurableHeads heads = new DurableHeads();
  final List<LogEntry> entries = new ArrayList<>();
  GroupHarness harness = of(1);
  ReplicaPeering peering = new ReplicaPeering(harness.replica, heads);

  private static GroupHarness of(int osd) {
    return new GroupHarness(
        new OsdId(osd), Maps.of(3, Replication.PRIMARY), GroupCluster.config(10, true));
  }

  static Version at(int counter) {
    return new Version(7, counter);
  }

  PeeredReplica() {
    for (int i = 1; i <= 9; i++) {
      entries.add(
          new LogEntry(
              at(i),
              Version.ZERO,
              GroupHarness.object("o" + i),
              LogEntry.Kind.MODIFY,
              new RequestId(9, i),
              List.of()));
    }
    replaceHarness(1);
  }

  void replaceHarness(int osd) {
    harness = of(osd);
    peering = new ReplicaPeering(harness.replica, heads);
    for (LogEntry entry : entries(1, 4)) {
      harness.replica.append(update(entry), Version.ZERO, Awaiting.nothing());
    }
    harness.settle();
    harness.persisted();
    harness.effects();
  }

  /** The next interval begins, with the same members. */
  void beginInterval() {
    harness.beginInterval();
    harness.settle();
    harness.effects();
    peering = new ReplicaPeering(harness.replica, heads);
    peering.begin();
  }

  ReplicationMessage.Update update(LogEntry entry) {
    GroupInfo info = harness.replica.info();
    List<StoreOp.OnObject> steps = GroupHarness.steps(entry.object(), entry.version(), "bytes");
    return new ReplicationMessage.Update(entry, steps, info.objects() + 1, info.bytes() + 5);
  }

  List<LogEntry> entries(int first, int last) {
    return entries.subList(first - 1, last);
  }

  GroupInfo info() {
    return harness.replica.info();
  }

  static GroupInfo primary(int head, int tail) {
    return new GroupInfo(
        Maps.GROUP,
        new LogBounds(at(head), at(tail), at(head), Version.ZERO),
        new GroupInfo.CopyState(0, null, Maps.EPOCH),
        History.fresh(1, Maps.EPOCH),
        new Totals(head, 5L * head, true));
  }

  Activate activate(
      GroupInfo info, int since, int last, boolean backfill, @Nullable IndexExtent indexed) {
    return new Activate(
        Maps.GROUP,
        Maps.EPOCH,
        info,
        new Activate.CatchUp(at(since), entries(since + 1, last), backfill, indexed),
        last < info.lastUpdate().counter(),
        RemainingLeases.NONE);
  }

  Effect activated(int... missing) {
    SortedMap<ObjectId, Version> lacks = new TreeMap<>();
    for (int it : missing) {
      lacks.put(GroupHarness.object("o" + it), at(it));
    }
    return answer(lacks, null);
  }

  Effect answer(SortedMap<ObjectId, Version> lacks, @Nullable Version asTold) {
    return new Effect.Answer(
        VIA, new Activated(Maps.GROUP, Maps.EPOCH, info(), lacks, false, asTold));
  }

  void hear(Activate message) {
    peering.onActivate(VIA, message);
    harness.settle();
  }

  Effect getLog(int since) {
    return new Effect.Answer(VIA, new GetLog(Maps.GROUP, Maps.EPOCH, at(since), Version.ZERO));
  }

  Changes changes(int first, int last) {
    SortedMap<Long, Long> counters = new TreeMap<>();
    counters.put(7L, (long) last);
    List<IndexEntry> changed =
        entries(first, last).reversed().stream().map(IndexEntry::of).toList();
    return new Changes(Maps.GROUP, Maps.EPOCH, changed, counters);
  }
}
