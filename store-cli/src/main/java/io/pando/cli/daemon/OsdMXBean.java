package io.pando.cli.daemon;

import java.util.Map;

/**
 * Counters of an OSD for management tools, since its start; at most one second old. Times are in
 * nanoseconds unless their name says otherwise.
 */
public interface OsdMXBean {
  /** Operations by kind: reads, writes, lists, failures, replica_updates, recovered_objects. */
  Map<String, Long> getOperations();

  /** Bytes received and sent: from and to clients, and other OSDs. */
  Map<String, Long> getBytes();

  /** Bytes written to devices, by purpose; and the number of writes and flushes. */
  Map<String, Long> getDeviceWrites();

  /**
   * Work as primary to find differences of replicas: replicas that returned, by way of discovery;
   * repair sessions, rounds, bytes, digests, objects listed and differing.
   */
  Map<String, Long> getRepairs();

  /** Objects and keys that were looked up for comparisons, and table blocks read for them. */
  Map<String, Long> getLookups();

  /** For each stage of an operation: count, mean, p50, p99, in microseconds. */
  Map<String, Map<String, Double>> getStages();

  /** Current modes of its stores, in words: device access, and choices made by the store. */
  Map<String, String> getTraits();

  /** Processor time of the process, by purpose of its threads; {@code all}: the total. */
  Map<String, Long> getCpuNanos();

  /** Pauses of the garbage collector: count, total and longest, in milliseconds. */
  Map<String, Long> getPauses();

  long getHeapUsedBytes();

  long getHeapMaxBytes();
}
