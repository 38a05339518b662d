package io.pando.cli.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.pando.cli.machine.ThreadTimes;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Meters of the process: memory, collections, threads, processor time. Thread-safe. */
final class ProcessMeters implements AutoCloseable {
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final JvmGcMetrics collections = new JvmGcMetrics();
  private SortedMap<String, Long> threadNanos = new TreeMap<>();
  private long readNanos = System.nanoTime() - 2 * FRESH_NANOS;

  ProcessMeters(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
    for (String group : ThreadTimes.groups()) {
      FunctionCounter.builder("pando.process.thread.cpu", this, it -> it.seconds(group))
          .tag("group", group)
          .baseUnit("seconds")
          .description("Processor time of the process, by purpose of its threads")
          .register(registry);
    }
  }

  private synchronized double seconds(String group) {
    long now = System.nanoTime();
    if (now - readNanos > FRESH_NANOS) {
      threadNanos = ThreadTimes.now();
      readNanos = now;
    }
    return threadNanos.getOrDefault(group, 0L) / (double) TimeUnit.SECONDS.toNanos(1);
  }

  @Override
  public void close() {
    collections.close();
  }
}
