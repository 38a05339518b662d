package io.pando.mds.serve;

import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Rows that are being read from objects, and who waits for them. A row is read once for all. */
final class RowReads {
  /** Who waits for some rows. */
  interface Waiter {
    /**
     * All rows were read, or one could not be.
     *
     * @param problem names the object; null if all were read
     */
    void onRead(@Nullable String problem);
  }

  private static final class Waiting {
    private final Waiter waiter;
    private int left;
    private @Nullable String problem;

    Waiting(Waiter waiter, int left) {
      this.waiter = waiter;
      this.left = left;
    }
  }

  private final MetadataStore store;
  private final SortedMap<Long, List<Waiting>> underWay = new TreeMap<>();
  private final Map<MissingRow, Long> numbers = new LinkedHashMap<>();
  private final SortedMap<Long, MissingRow> rows = new TreeMap<>();

  RowReads(MetadataStore store) {
    this.store = store;
  }

  /** Reads rows, at least one, and tells the waiter once. */
  void read(List<MissingRow.Stored> missing, Waiter waiter) {
    Waiting waiting = new Waiting(waiter, missing.size());
    for (MissingRow.Stored row : missing) {
      Long known = numbers.get(row);
      if (known == null) {
        known = Tree.read(store, row);
        numbers.put(row, known);
        rows.put(known, row);
        underWay.put(known, new ArrayList<>());
      }
      underWay.computeIfAbsent(known, _ -> new ArrayList<>()).add(waiting);
    }
  }

  /**
   * Reads entries of a fragment.
   *
   * @param after only entries behind this one; null for all
   * @param most most entries
   * @param end told of the last entry that was read; null if none are behind it
   */
  void readPage(
      FragmentId fragment,
      @Nullable EntryKey after,
      int most,
      Consumer<@Nullable EntryKey> end,
      Waiter waiter) {
    long number = store.readPage(store.metadata().fragment(fragment), after, most, end);
    underWay.put(number, new ArrayList<>(List.of(new Waiting(waiter, 1))));
  }

  /**
   * A read ended.
   *
   * @param problem names the object; null if the row was read
   */
  void onEnd(long number, @Nullable String problem) {
    MissingRow row = rows.remove(number);
    if (row != null) {
      numbers.remove(row);
    }
    List<Waiting> waiters = underWay.remove(number);
    if (waiters == null) {
      return;
    }
    for (Waiting each : waiters) {
      each.left--;
      each.problem = problem == null ? each.problem : problem;
      if (each.left == 0) {
        each.waiter.onRead(each.problem);
      }
    }
  }
}
