package io.pando.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** A counter of whole numbers that never decreases. Thread-safe. */
public record CountMeter(Counter counter) {
  /** Registers a counter, or finds the one that was registered with this name and these tags. */
  public static CountMeter of(MeterRegistry registry, String name, Tags tags, String description) {
    return new CountMeter(
        Counter.builder(name).tags(tags).description(description).register(registry));
  }

  /** Registers a counter of bytes; Prometheus' name of it ends with {@code _bytes_total}. */
  public static CountMeter ofBytes(
      MeterRegistry registry, String name, Tags tags, String description) {
    return new CountMeter(
        Counter.builder(name)
            .tags(tags)
            .baseUnit("bytes")
            .description(description)
            .register(registry));
  }

  public void add(long more) {
    counter.increment((double) more);
  }

  /** The number since the registration. */
  public long total() {
    return (long) counter.count();
  }
}
