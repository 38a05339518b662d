package io.pando.cli.output;

import io.pando.report.DeviceWrites;
import io.pando.report.Durations;
import io.pando.report.Lookups;
import io.pando.report.OsdPerformance;
import io.pando.report.ProcessUse;
import io.pando.report.RepairCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/** Counters of an OSD as names and numbers, in the order of output. */
public final class Figures {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private Figures() {}

  /** Operations by kind. */
  public static Map<String, Long> operations(OsdPerformance.Served served) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("reads", served.clients().reads());
    figures.put("writes", served.clients().writes());
    figures.put("lists", served.clients().lists());
    figures.put("failures", served.clients().failures());
    figures.put("replica_updates", served.replicas().replicaUpdates());
    figures.put("recovered_objects", served.recovery().recoveredObjects());
    figures.put("divergences", served.recovery().divergences());
    figures.put("rollbacks", served.recovery().rollbacks());
    return figures;
  }

  /** Bytes received and sent. */
  public static Map<String, Long> bytes(OsdPerformance.Served served) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("client_in", served.clients().writtenBytes());
    figures.put("client_out", served.clients().readBytes());
    figures.put("replica_in", served.replicas().replicaBytes());
    figures.put("recovered", served.recovery().recoveredBytes());
    return figures;
  }

  /** Bytes written to devices, by purpose. */
  public static Map<String, Long> writtenBytes(DeviceWrites written) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("data", written.data());
    figures.put("log", written.log());
    figures.put("padding", written.padding());
    figures.put("metadata", written.tables().metadata());
    figures.put("compaction", written.tables().compaction());
    figures.put("metadata_log", written.tables().metadataLog());
    figures.put("all", written.bytes());
    return figures;
  }

  /** Bytes written to devices, and the number of writes and flushes. */
  public static Map<String, Long> deviceWrites(DeviceWrites written) {
    Map<String, Long> figures = writtenBytes(written);
    figures.put("writes", written.calls().writes());
    figures.put("flushes", written.calls().flushes());
    return figures;
  }

  /** Reads for comparisons of contents. */
  public static Map<String, Long> lookups(Lookups lookups) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("listed", lookups.listed());
    figures.put("listed_blocks", lookups.listedBlocks());
    figures.put("listed_bytes", lookups.listedBytes());
    figures.put("keys", lookups.keys());
    figures.put("key_blocks", lookups.keyBlocks());
    figures.put("key_bytes", lookups.keyBytes());
    return figures;
  }

  /** Work to find differences of replicas. */
  public static Map<String, Long> repairs(RepairCounts repairs) {
    Map<String, Long> figures = new LinkedHashMap<>();
    repairs.ways().forEach((way, count) -> figures.put("by_" + way, count));
    figures.put("sessions", repairs.sessions());
    figures.put("rounds", repairs.cost().rounds());
    figures.put("comparison_bytes", repairs.cost().bytes());
    figures.put("digests", repairs.cost().digests());
    figures.put("objects_listed", repairs.cost().listed());
    figures.put("objects_differing", repairs.differing());
    return figures;
  }

  /** Durations of each stage that was measured, in microseconds. */
  public static Map<String, Map<String, Double>> stages(Map<String, Durations> stages) {
    Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
    stages.forEach((stage, timings) -> {
      if (timings.count() > 0) {
        Map<String, Double> of = new LinkedHashMap<>();
        of.put("count", (double) timings.count());
        of.put("mean", timings.meanNanos() / NANOS_PER_MICRO);
        of.put("p50", timings.percentileNanos(50) / NANOS_PER_MICRO);
        of.put("p99", timings.percentileNanos(99) / NANOS_PER_MICRO);
        figures.put(stage, of);
      }
    });
    return figures;
  }

  /** Nanoseconds of processor time, by purpose of threads. */
  public static Map<String, Long> cpuNanos(ProcessUse process) {
    Map<String, Long> figures = new LinkedHashMap<>(process.threadNanos());
    figures.put("all", process.cpuNanos());
    return figures;
  }

  /** The garbage collector's pauses; times in milliseconds. */
  public static Map<String, Long> pauses(ProcessUse process) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("count", process.pauses().collections());
    figures.put("total_ms", process.pauses().pausedNanos() / NANOS_PER_MILLI);
    figures.put("longest_ms", process.pauses().longestPauseNanos() / NANOS_PER_MILLI);
    return figures;
  }

  /** All counters in JSON form. */
  public static Json json(OsdPerformance performance) {
    ProcessUse process = performance.process();
    return new Json()
        .put("osd", performance.osd().value())
        .put("process", process.process())
        .put("operations", operations(performance.served()))
        .put("bytes", bytes(performance.served()))
        .put("device_writes", deviceWrites(performance.store().written()))
        .put("lookups", lookups(performance.store().lookups()))
        .put("repairs", repairs(performance.repairs()))
        .put("store", performance.store().traits())
        .put("stages_us", stages(performance.store().stages()))
        .put("cpu_nanos", cpuNanos(process))
        .put("heap_used_bytes", process.heap().heapUsedBytes())
        .put("heap_max_bytes", process.heap().heapMaxBytes())
        .put("gc_pauses", pauses(process));
  }
}
