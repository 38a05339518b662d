package io.pando.mon.state;

import io.pando.check.Invariant;
import io.pando.cluster.Incremental;
import java.util.ArrayList;
import java.util.List;

/**
 * The newest incrementals of the map, of consecutive epochs, oldest first. Nodes with an old map
 * catch up with them: an OSD that misses a map does not know the intervals of its groups. Bounded
 * in number and in bytes.
 */
public record RecentIncrementals(List<Incremental> list) {
  public static final RecentIncrementals NONE = new RecentIncrementals(List.of());

  /** Upper bound of the estimated bytes of all incrementals together: they fit into one message. */
  static final long MAX_BYTES = 4 << 20;

  private static final long EDIT_BYTES = 100;
  private static final long DEVICE_BYTES = 50;
  private static final long POOL_BYTES = 1_000;

  public RecentIncrementals {
    list = List.copyOf(list);
  }

  /** Adds one; drops the oldest when there are more than {@code limit} or they are too large. */
  RecentIncrementals plus(Incremental newest, int limit) {
    Invariant.check(
        list.isEmpty() || list.getLast().epoch() + 1 == newest.epoch(),
        () -> "incremental of epoch " + newest.epoch() + " does not follow the recent ones");
    int kept = 0;
    long bytes = bytes(newest);
    while (kept < Math.min(list.size(), limit - 1)) {
      bytes += bytes(list.get(list.size() - 1 - kept));
      if (bytes > MAX_BYTES) {
        break;
      }
      kept++;
    }
    List<Incremental> next = new ArrayList<>(kept + 1);
    next.addAll(list.subList(list.size() - kept, list.size()));
    next.add(newest);
    return new RecentIncrementals(next);
  }

  private static long bytes(Incremental incremental) {
    long bytes = EDIT_BYTES;
    for (Incremental.Edit edit : incremental.edits()) {
      bytes += EDIT_BYTES;
      if (edit instanceof Incremental.PutCrush put) {
        bytes += DEVICE_BYTES * put.crush().devices().size();
      } else if (edit instanceof Incremental.PutPool) {
        bytes += POOL_BYTES;
      }
    }
    return bytes;
  }
}
