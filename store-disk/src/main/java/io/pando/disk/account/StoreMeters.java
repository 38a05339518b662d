package io.pando.disk.account;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.pando.collect.Utf8Order;
import io.pando.metrics.DurationMeter;
import io.pando.report.Durations;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** Meters of one store in a registry. Thread-safe. */
final class StoreMeters {
  /** Meters that record nothing. */
  static final StoreMeters NONE =
      new StoreMeters(new CompositeMeterRegistry(), Tags.empty(), Collections.emptyMap());

  private static final String WRITTEN = "pando.store.written";
  private static final String WRITTEN_TEXT = "Data written to devices, by purpose";

  private final MeterRegistry registry;
  private final Tags tags;
  private final Map<Account.Stage, DurationMeter> stages;
  private final Map<String, Meter> traits = new ConcurrentHashMap<>();

  private StoreMeters(MeterRegistry registry, Tags tags, Map<Account.Stage, DurationMeter> stages) {
    this.registry = registry;
    this.tags = tags;
    this.stages = stages;
  }

  static StoreMeters bind(Account account, MeterRegistry registry, Tags tags) {
    Map<Account.Stage, DurationMeter> stages = new EnumMap<>(Account.Stage.class);
    for (Account.Stage stage : Account.Stage.values()) {
      stages.put(
          stage,
          DurationMeter.of(
              registry,
              "pando.store.stage",
              tags.and("stage", stage.label().substring(stage.label().indexOf('.') + 1)),
              "Transactions and batches of them in each stage of the store"));
    }
    StoreMeters meters = new StoreMeters(registry, tags, stages);
    meters.written(account, "data", it -> it.written().data());
    meters.written(account, "log", it -> it.written().log());
    meters.written(account, "padding", it -> it.written().padding());
    meters.written(account, "metadata", it -> it.written().tables().metadata());
    meters.written(account, "compaction", it -> it.written().tables().compaction());
    meters.written(account, "metadata_log", it -> it.written().tables().metadataLog());
    meters.count(
        "pando.store.writes", "Writes to devices", account, it -> it.written().calls().writes());
    meters.count(
        "pando.store.flushes", "Flushes of devices", account, it -> it.written().calls().flushes());
    meters.looked(
        account, "objects", it -> it.lookups().listed(), it -> it.lookups().listedBlocks());
    meters.looked(account, "keys", it -> it.lookups().keys(), it -> it.lookups().keyBlocks());
    return meters;
  }

  private void written(Account account, String purpose, ToDoubleFunction<Account> bytes) {
    FunctionCounter.builder(WRITTEN, account, bytes)
        .tags(tags.and("purpose", purpose))
        .baseUnit("bytes")
        .description(WRITTEN_TEXT)
        .register(registry);
  }

  private void count(
      String name, String description, Account account, ToDoubleFunction<Account> number) {
    FunctionCounter.builder(name, account, number)
        .tags(tags)
        .description(description)
        .register(registry);
  }

  private void looked(
      Account account,
      String kind,
      ToDoubleFunction<Account> found,
      ToDoubleFunction<Account> blocks) {
    FunctionCounter.builder("pando.store.lookup.found", account, found)
        .tags(tags.and("kind", kind))
        .description("Objects and keys that were looked up to compare replicas")
        .register(registry);
    FunctionCounter.builder("pando.store.lookup.blocks", account, blocks)
        .tags(tags.and("kind", kind))
        .description("Table blocks that these lookups read")
        .register(registry);
  }

  void took(Account.Stage stage, long nanos) {
    DurationMeter meter = stages.get(stage);
    if (meter != null) {
      meter.took(nanos);
    }
  }

  /** Shows a property of the store; its former value is no longer shown. */
  void trait(String name, String value) {
    traits.compute(
        name,
        (_, former) -> {
          if (former != null) {
            registry.remove(former);
          }
          return Gauge.builder("pando.store.trait", () -> 1)
              .tags(tags.and("trait", name, "value", value))
              .description("A property of the store; always 1")
              .register(registry);
        });
  }

  /** Durations of all stages since the meters were registered. */
  SortedMap<String, Durations> durations() {
    SortedMap<String, Durations> times = new TreeMap<>(Utf8Order.INSTANCE);
    for (Account.Stage stage : Account.Stage.values()) {
      DurationMeter meter = stages.get(stage);
      times.put(stage.label(), meter == null ? Durations.NONE : meter.total());
    }
    return times;
  }
}
