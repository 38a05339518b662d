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
  private final long first;
  private final Map<MetadataTable<?, ?, ?>, Integer> dirtyRows = new LinkedHashMap<>();
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
    dirtyRows.merge(table, 1, Integer::sum);
  }

  void remove(MetadataTable<?, ?, ?> table) {
    Integer left =
        dirtyRows.computeIfPresent(
            table, (_, rows) -> rows == 1 ? null : Integer.valueOf(rows - 1));
    Invariant.check(left == null || left > 0, "a table has fewer dirty rows than none");
  }

  @Override
  public String toString() {
    return "segment " + first;
  }
}
