package io.pando.report;

import io.pando.collect.Utf8Order;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Resources that a daemon's process used since its start. Daemons in the same process report the
 * same.
 *
 * @param process unique name of the process: its process id and its machine's name
 * @param cpuNanos CPU time of all its threads
 * @param threadNanos CPU time by purpose of the threads; empty if the system does not report it
 * @param heap its heap
 * @param pauses pauses of the garbage collector
 */
public record ProcessUse(
    String process, long cpuNanos, SortedMap<String, Long> threadNanos, Heap heap, Pauses pauses) {
  /** The value if there is no process. */
  public static final ProcessUse NONE =
      new ProcessUse("", 0, Collections.emptySortedMap(), new Heap(0, 0), new Pauses(0, 0, 0));

  /**
   * The heap of a process.
   *
   * @param heapUsedBytes heap in use now
   * @param heapMaxBytes maximum size of the heap
   */
  public record Heap(long heapUsedBytes, long heapMaxBytes) {}

  /**
   * Pauses of the garbage collector.
   *
   * @param collections number of pauses
   * @param pausedNanos total duration of these pauses
   * @param longestPauseNanos longest of these pauses
   */
  public record Pauses(long collections, long pausedNanos, long longestPauseNanos) {
    private Pauses since(Pauses before) {
      return new Pauses(
          collections - before.collections, pausedNanos - before.pausedNanos, longestPauseNanos);
    }
  }

  public ProcessUse {
    SortedMap<String, Long> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(threadNanos);
    threadNanos = Collections.unmodifiableSortedMap(copy);
  }

  /** The difference to an earlier report; heap and longest pause are the current values. */
  public ProcessUse since(ProcessUse before) {
    SortedMap<String, Long> threads = new TreeMap<>(Utf8Order.INSTANCE);
    threadNanos.forEach((group, nanos) ->
        threads.put(group, Math.max(0, nanos - before.threadNanos.getOrDefault(group, 0L))));
    return new ProcessUse(
        process, cpuNanos - before.cpuNanos, threads, heap, pauses.since(before.pauses));
  }
}
