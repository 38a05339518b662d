package io.pando.osd;

import io.pando.collect.Utf8Order;
import io.pando.id.OsdId;
import io.pando.message.DaemonMessage;
import io.pando.osd.shard.ShardPerformance;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.report.DeviceWrites;
import io.pando.report.Lookups;
import io.pando.report.OsdPerformance;
import io.pando.report.ProcessUse;
import io.pando.report.RepairCounts;
import io.pando.report.StorePerformance;
import io.pando.report.Timings;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Sums the performance figures of the shards and answers questions for them. Runs on the daemon's
 * loop.
 */
final class Performances {
  private final OsdId self;
  private final Shards shards;
  private final Transport transport;
  private final DaemonHost host;

  Performances(OsdId self, Shards shards, Transport transport, DaemonHost host) {
    this.self = self;
    this.shards = shards;
    this.transport = transport;
    this.host = host;
  }

  /** Answers a question that arrived at the endpoint of shard 0. */
  void onQuestion(Peer from, DaemonMessage message) {
    if (message instanceof DaemonMessage.AskPerformance ask) {
      tell(performance ->
          transport.send(from, new DaemonMessage.PerformanceAnswer(ask.question(), performance)));
    } else {
      transport.disconnect(from);
    }
  }

  void tell(Consumer<OsdPerformance> done) {
    shards.performances(all -> done.accept(sum(all, host.processUse())));
  }

  private OsdPerformance sum(List<ShardPerformance> shards, ProcessUse process) {
    OsdPerformance.Served served = OsdPerformance.Served.NONE;
    DeviceWrites written = DeviceWrites.NONE;
    Lookups lookups = Lookups.NONE;
    RepairCounts repairs = RepairCounts.NONE;
    SortedMap<String, Timings> stages = new TreeMap<>(Utf8Order.INSTANCE);
    SortedMap<String, SortedSet<String>> traits = new TreeMap<>(Utf8Order.INSTANCE);
    for (ShardPerformance shard : shards) {
      served = served.plus(shard.served());
      written = written.plus(shard.written());
      lookups = lookups.plus(shard.lookups());
      repairs = repairs.plus(shard.repairs());
      shard.stages().forEach((stage, times) -> stages.merge(stage, times, Timings::plus));
      shard
          .traits()
          .forEach((name, value) ->
              traits.computeIfAbsent(name, _ -> new TreeSet<>(Utf8Order.INSTANCE)).add(value));
    }
    SortedMap<String, String> told = new TreeMap<>(Utf8Order.INSTANCE);
    traits.forEach((name, values) -> told.put(name, String.join(" | ", values)));
    StorePerformance store = new StorePerformance(written, lookups, stages, told);
    return new OsdPerformance(self, served, store, process, repairs);
  }
}
