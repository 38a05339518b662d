package io.pando.mds.table;

import org.jspecify.annotations.Nullable;

/**
 * A row in memory.
 *
 * <p>It is dirty while the object may lack its newest change: then {@link #segment} is the segment
 * of the journal that has it.
 */
final class Row<V> {
  /** The value; null if there is no such row. */
  @Nullable V value;

  /** The version of the table that the newest change of this row made; 0 if it is not known. */
  long version;

  /** Where the newest change is in the journal; null if the row is clean. */
  @Nullable Segment segment;

  /** Whether the newest change is from before a failure, so that it may have been committed. */
  boolean replayed;

  /** Whether the object has no such row, and no commit is under way that gives it one. */
  boolean absent;

  /** Whether anyone looked at it since {@link MetadataTable#unused} did. */
  boolean used = true;

  Row(@Nullable V value, long version, @Nullable Segment segment) {
    this.value = value;
    this.version = version;
    this.segment = segment;
  }
}
