package io.pando.cli.daemon;

import java.util.Map;

/**
 * What an OSD tells management tools of itself, since its start; at most a second old. Times are in
 * nanoseconds unless their name says otherwise.
 */
public interface OsdMXBean {
  /** Operations by kind: reads, writes, lists, failures, replica_updates, recovered_objects. */
  Map<String, Long> getOperations();

  /** Bytes that came and went: to and from clients, and from other OSDs. */
  Map<String, Long> getBytes();

  /** Bytes written to devices, by what they were for; and the number of writes and flushes. */
  Map<String, Long> getDeviceWrites();

  /**
   * What it did as primary to find out what replicas have otherwise: replicas that came back by
   * each way, repair sessions, rounds, bytes, digests, objects listed and differing.
   */
  Map<String, Long> getRepairs();

  /** Objects and keys that were looked up to compare, and blocks of tables read for that. */
  Map<String, Long> getLookups();

  /** For each stage of an operation's way: count, mean, p50, p99, in microseconds. */
  Map<String, Map<String, Double>> getStages();

  /** How its stores work at the moment, in words: how they reach their devices, what they chose. */
  Map<String, String> getTraits();

  /** Processor time of the process, by what its threads are for; {@code all}: the whole. */
  Map<String, Long> getCpuNanos();

  /** Pauses of the garbage collector: count, total and longest, in milliseconds. */
  Map<String, Long> getPauses();

  long getHeapUsedBytes();

  long getHeapMaxBytes();
}
