package io.pando.mon.raft;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Applied index of this replica, with the callbacks that wait for an index. Runs on the event loop.
 */
final class AppliedIndex {
  private final TreeMap<Long, List<Runnable>> waiting = new TreeMap<>();
  private long appliedIndex = -1;

  /** All commands up to this index have been applied. */
  void onApplied(long index) {
    appliedIndex = Math.max(appliedIndex, index);
    while (!waiting.isEmpty() && waiting.firstKey() <= appliedIndex) {
      waiting.pollFirstEntry().getValue().forEach(Runnable::run);
    }
  }

  long appliedIndex() {
    return appliedIndex;
  }

  /** Runs {@code reached} once all commands up to the index have been applied, possibly at once. */
  void await(long index, Runnable reached) {
    if (index <= appliedIndex) {
      reached.run();
    } else {
      waiting.computeIfAbsent(index, at -> new ArrayList<>()).add(reached);
    }
  }
}
