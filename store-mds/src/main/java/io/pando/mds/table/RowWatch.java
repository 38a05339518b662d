package io.pando.mds.table;

import org.jspecify.annotations.Nullable;

/**
 * Learns how the rows of a table in memory change: by updates, by replay, by reads, and by
 * eviction.
 *
 * @param <H> head of the table
 * @param <K> keys of rows
 * @param <V> values of rows
 */
public interface RowWatch<H, K, V> {
  /**
   * A row changed in memory.
   *
   * @param before its value; null if it had none, or was not in memory
   * @param after its value; null if it has none, or was evicted
   */
  void onRow(K key, @Nullable V before, @Nullable V after);

  /**
   * A row was changed by an update, or by one that is replayed.
   *
   * @param before its value; null if it had none, or was not in memory
   * @param after its value; null if it has none
   * @param segment the segment of the journal with the change
   */
  default void onPut(K key, @Nullable V before, @Nullable V after, Segment segment) {}

  /**
   * The head was changed by an update. Reading it is not a change.
   *
   * @param before its value; null if it was not in memory, as in a replay
   * @param segment the segment of the journal with the change
   */
  void onHead(@Nullable H before, H after, Segment segment);

  /** Ignores everything. */
  static <H, K, V> RowWatch<H, K, V> none() {
    return new RowWatch<>() {
      @Override
      public void onRow(K key, @Nullable V before, @Nullable V after) {}

      @Override
      public void onHead(@Nullable H before, H after, Segment segment) {}
    };
  }
}
