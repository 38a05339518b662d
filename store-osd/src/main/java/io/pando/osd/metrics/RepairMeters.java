package io.pando.osd.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.pando.collect.Utf8Order;
import io.pando.metrics.CountMeter;
import io.pando.report.RepairCounts;
import io.pando.report.group.ReturnReport;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Work as primary to find out how replicas differ. Thread-safe. */
final class RepairMeters {
  private final MeterRegistry registry;
  private final Map<String, CountMeter> ways = new ConcurrentSkipListMap<>(Utf8Order.INSTANCE);
  private final CountMeter sessions;
  private final CountMeter rounds;
  private final CountMeter bytes;
  private final CountMeter digests;
  private final CountMeter listed;
  private final CountMeter differing;

  RepairMeters(MeterRegistry registry) {
    this.registry = registry;
    this.sessions =
        count("pando.osd.repair.sessions", "Repair sessions of clean groups that were started");
    this.rounds = count("pando.osd.repair.rounds", "Questions of comparisons between replicas");
    this.bytes =
        CountMeter.ofBytes(
            registry,
            "pando.osd.repair",
            Tags.empty(),
            "Questions and answers of comparisons between replicas");
    this.digests = count("pando.osd.repair.digests", "Digests of hash trees that were compared");
    this.listed = count("pando.osd.repair.listed", "Objects that were listed for comparisons");
    this.differing = count("pando.osd.repair.differing", "Objects that were found to differ");
  }

  private CountMeter count(String name, String description) {
    return CountMeter.of(registry, name, Tags.empty(), description);
  }

  void add(RepairCounts done) {
    done.ways().forEach((way, replicas) -> way(way).add(replicas));
    sessions.add(done.sessions());
    rounds.add(done.cost().rounds());
    bytes.add(done.cost().bytes());
    digests.add(done.cost().digests());
    listed.add(done.cost().listed());
    differing.add(done.differing());
  }

  private CountMeter way(String way) {
    return ways.computeIfAbsent(
        way,
        _ ->
            CountMeter.of(
                registry,
                "pando.osd.repair.returns",
                Tags.of("way", way),
                "Replicas that came back, by the way in which the primary found what they lack"));
  }

  RepairCounts total() {
    SortedMap<String, Long> replicas = new TreeMap<>(Utf8Order.INSTANCE);
    ways.forEach((way, count) -> replicas.put(way, count.total()));
    return new RepairCounts(
        replicas,
        sessions.total(),
        new ReturnReport.Cost(rounds.total(), bytes.total(), digests.total(), listed.total()),
        differing.total());
  }
}
