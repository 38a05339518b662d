package io.pando.mds.serve;

import io.pando.check.Invariant;
import io.pando.fs.EntryKey;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.fs.inode.Inode;
import io.pando.mds.format.LinkFormat;
import io.pando.mds.store.MetadataStore;
import io.pando.mds.table.MetadataTable;
import io.pando.mds.tree.MissingRow;
import io.pando.mds.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are being read from objects, and who waits for them. A row is read once for all.
 *
 * <p>A listing may miss many rows of the link table. Files that were made together have numbers in
 * a row, so these rows are in one part of it: they are read together, and some of those behind
 * them, which the next directory of a copy with links is likely to name (paper 003, 4.5.2.4).
 */
final class RowReads {
  private static final int ENOUGH_TO_READ_AHEAD = 8;
  private static final int READ_AHEAD = 1_000;

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
  private final SortedMap<Long, List<MissingRow>> rows = new TreeMap<>();

  RowReads(MetadataStore store) {
    this.store = store;
  }

  /** Reads rows, at least one, and tells the waiter once. */
  void read(List<MissingRow.Stored> missing, Waiter waiter) {
    Waiting waiting = new Waiting(waiter, missing.size());
    begin(missing);
    for (MissingRow.Stored row : missing) {
      long number = Invariant.present(numbers.get(row), () -> row + " is not read");
      underWay.computeIfAbsent(number, _ -> new ArrayList<>()).add(waiting);
    }
  }

  /** Begins to read those rows that are not being read; rows of one part of the links together. */
  private void begin(List<MissingRow.Stored> missing) {
    SortedMap<Long, SortedSet<Ino>> links = new TreeMap<>();
    for (MissingRow.Stored row : missing) {
      if (numbers.containsKey(row)) {
        continue;
      }
      if (row instanceof MissingRow.Link it) {
        links.computeIfAbsent(LinkFormat.slice(it.ino()), _ -> new TreeSet<>()).add(it.ino());
      } else {
        add(Tree.read(store, row), List.of(row));
      }
    }
    links.values().forEach(this::beginLinks);
  }

  private void beginLinks(SortedSet<Ino> inodes) {
    MetadataTable<?, Ino, Inode> table = store.metadata().links(inodes.first());
    List<MissingRow> some = new ArrayList<>();
    inodes.forEach(each -> some.add(new MissingRow.Link(each)));
    add(store.read(table, List.copyOf(inodes)), some);
    if (inodes.size() >= ENOUGH_TO_READ_AHEAD) {
      long _ = store.readPage(table, inodes.last(), READ_AHEAD, _ -> {});
    }
  }

  private void add(long number, List<MissingRow> some) {
    rows.put(number, some);
    some.forEach(row -> numbers.put(row, number));
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
    List<MissingRow> some = rows.remove(number);
    if (some != null) {
      some.forEach(numbers::remove);
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
