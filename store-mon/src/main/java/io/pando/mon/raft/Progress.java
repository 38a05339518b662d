package io.pando.mon.raft;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** How far this replica has applied the log, and who waits for that. Lives on the event loop. */
final class Progress {
  private final TreeMap<Long, List<Runnable>> waiting = new TreeMap<>();
  private long appliedIndex = -1;

  /** Everything up to this index has been applied. */
  void onApplied(long index) {
    appliedIndex = Math.max(appliedIndex, index);
    while (!waiting.isEmpty() && waiting.firstKey() <= appliedIndex) {
      waiting.pollFirstEntry().getValue().forEach(Runnable::run);
    }
  }

  long appliedIndex() {
    return appliedIndex;
  }

  /** Runs {@code reached} once everything up to the index has been applied, maybe at once. */
  void await(long index, Runnable reached) {
    if (index <= appliedIndex) {
      reached.run();
    } else {
      waiting.computeIfAbsent(index, at -> new ArrayList<>()).add(reached);
    }
  }
}
