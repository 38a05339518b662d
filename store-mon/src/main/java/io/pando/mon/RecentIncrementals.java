package io.pando.mon;

import io.pando.check.Invariant;
import io.pando.cluster.Incremental;
import java.util.List;

/**
 * The newest incrementals of the map, of consecutive epochs, oldest first: what those who are a
 * little behind are brought up with. Bounded in number and, since one incremental may carry a whole
 * CRUSH map, in weight.
 */
public record RecentIncrementals(List<Incremental> list) {
  /** None. */
  public static final RecentIncrementals NONE = new RecentIncrementals(List.of());

  /** Most devices and edits that all incrementals together may carry. */
  static final int MAX_WEIGHT = 50_000;

  public RecentIncrementals {
    list = List.copyOf(list);
  }

  /** One more; the oldest go when there are more than {@code limit}, or they weigh too much. */
  RecentIncrementals plus(Incremental newest, int limit) {
    Invariant.check(
        list.isEmpty() || list.getLast().epoch() + 1 == newest.epoch(),
        () -> "incremental of epoch " + newest.epoch() + " does not follow the recent ones");
    int kept = 0;
    long weight = weight(newest);
    while (kept < Math.min(list.size(), limit - 1)) {
      weight += weight(list.get(list.size() - 1 - kept));
      if (weight > MAX_WEIGHT) {
        break;
      }
      kept++;
    }
    Incremental[] next = new Incremental[kept + 1];
    for (int i = 0; i < kept; i++) {
      next[i] = list.get(list.size() - kept + i);
    }
    next[kept] = newest;
    return new RecentIncrementals(List.of(next));
  }

  private static long weight(Incremental incremental) {
    long weight = 1;
    for (Incremental.Edit edit : incremental.edits()) {
      weight += edit instanceof Incremental.PutCrush put ? 1 + put.crush().devices().size() : 1;
    }
    return weight;
  }
}
