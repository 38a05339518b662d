package io.pando.report;

import io.pando.collect.Utf8Order;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a daemon's process took of its machine since its start. Daemons of one process tell the
 * same.
 *
 * @param process which it is, unlike all others: its number and its machine's name
 * @param cpuNanos of all its threads
 * @param threadNanos of that, by what the threads are for; empty where the system does not tell
 * @param heapUsedBytes at the moment
 * @param heapMaxBytes at most
 * @param collections pauses of the garbage collector
 * @param pausedNanos of all of them
 * @param longestPauseNanos since the start
 */
public record ProcessUse(
    String process,
    long cpuNanos,
    SortedMap<String, Long> threadNanos,
    long heapUsedBytes,
    long heapMaxBytes,
    long collections,
    long pausedNanos,
    long longestPauseNanos) {
  /** Where there is no process. */
  public static final ProcessUse NONE =
      new ProcessUse("", 0, Collections.emptySortedMap(), 0, 0, 0, 0, 0);

  public ProcessUse {
    SortedMap<String, Long> copy = new TreeMap<>(Utf8Order.INSTANCE);
    copy.putAll(threadNanos);
    threadNanos = Collections.unmodifiableSortedMap(copy);
  }

  /** What came since an earlier look; heap and longest pause are as they are now. */
  public ProcessUse since(ProcessUse before) {
    SortedMap<String, Long> threads = new TreeMap<>(Utf8Order.INSTANCE);
    threadNanos.forEach((group, nanos) ->
        threads.put(group, Math.max(0, nanos - before.threadNanos.getOrDefault(group, 0L))));
    return new ProcessUse(
        process,
        cpuNanos - before.cpuNanos,
        threads,
        heapUsedBytes,
        heapMaxBytes,
        collections - before.collections,
        pausedNanos - before.pausedNanos,
        longestPauseNanos);
  }
}
