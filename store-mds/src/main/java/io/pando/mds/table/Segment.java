package io.pando.mds.table;

import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A segment of the journal, with the tables whose newest changes it contains: the dirty list of
 * paper 003, 4.4.1. A row that changes again moves to the newest segment, so a row that was
 * overwritten or removed meanwhile costs nothing when the old segment is cut.
 */
public final class Segment {
  /** How many rows of a table are dirty here. */
  private static final class Rows {
    private int number;
  }

  private final long first;
  private final Map<MetadataTable<?, ?, ?>, Rows> dirtyRows = new LinkedHashMap<>();
  private int holds;

  /**
   * A segment without dirty rows.
   *
   * @param first number of its first record
   */
  public Segment(long first) {
    this.first = first;
  }

  /** Number of its first record. */
  public long first() {
    return first;
  }

  /** Tables with rows that must be committed before this segment is cut, the oldest first. */
  public List<MetadataTable<?, ?, ?>> tables() {
    return new ArrayList<>(dirtyRows.keySet());
  }

  /** Whether nothing that is only in this segment is left. */
  public boolean isClean() {
    return dirtyRows.isEmpty() && holds == 0;
  }

  /** Keeps the segment until {@link #release}, although its rows may have been committed. */
  public void hold() {
    holds++;
  }

  /** Ends one {@link #hold}. */
  public void release() {
    holds--;
    Invariant.check(holds >= 0, "a segment was released more often than it was held");
  }

  void add(MetadataTable<?, ?, ?> table) {
    dirtyRows.computeIfAbsent(table, _ -> new Rows()).number++;
  }

  void remove(MetadataTable<?, ?, ?> table) {
    Rows rows = Invariant.present(dirtyRows.get(table), () -> "no dirty row of " + table.object());
    rows.number--;
    if (rows.number == 0) {
      dirtyRows.remove(table);
    }
  }

  @Override
  public String toString() {
    return "segment " + first;
  }
}
