package io.pando.osd;

import io.pando.collect.Utf8Order;
import io.pando.id.OsdId;
import io.pando.message.DaemonMessage;
import io.pando.osd.metrics.OsdMeters;
import io.pando.port.Peer;
import io.pando.port.Transport;
import io.pando.report.DeviceWrites;
import io.pando.report.Durations;
import io.pando.report.Lookups;
import io.pando.report.OsdPerformance;
import io.pando.report.ProcessUse;
import io.pando.report.StorePerformance;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Sums the work of the stores and of the daemon and answers questions for them. Runs on the
 * daemon's loop.
 */
final class Performances {
  private final OsdId self;
  private final Shards shards;
  private final Transport transport;
  private final DaemonHost host;
  private final OsdMeters meters;

  Performances(OsdId self, Shards shards, Transport transport, DaemonHost host, OsdMeters meters) {
    this.self = self;
    this.shards = shards;
    this.transport = transport;
    this.host = host;
    this.meters = meters;
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

  private OsdPerformance sum(List<StorePerformance> stores, ProcessUse process) {
    DeviceWrites written = DeviceWrites.NONE;
    Lookups lookups = Lookups.NONE;
    SortedMap<String, Durations> stages = new TreeMap<>(Utf8Order.INSTANCE);
    SortedMap<String, SortedSet<String>> traits = new TreeMap<>(Utf8Order.INSTANCE);
    for (StorePerformance store : stores) {
      written = written.plus(store.written());
      lookups = lookups.plus(store.lookups());
      store.stages().forEach((stage, times) -> stages.merge(stage, times, Durations::plus));
      store
          .traits()
          .forEach((name, value) ->
              traits.computeIfAbsent(name, _ -> new TreeSet<>(Utf8Order.INSTANCE)).add(value));
    }
    meters.addStages(stages);
    SortedMap<String, String> told = new TreeMap<>(Utf8Order.INSTANCE);
    traits.forEach((name, values) -> told.put(name, String.join(" | ", values)));
    StorePerformance store = new StorePerformance(written, lookups, stages, told);
    return new OsdPerformance(self, meters.served(), store, process, meters.repairs());
  }
}
