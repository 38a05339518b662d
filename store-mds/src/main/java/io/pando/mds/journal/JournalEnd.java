package io.pando.mds.journal;

import java.util.List;

/**
 * Where a journal ends, from which it continues: what a reader found, or the end of a new one.
 *
 * @param head where it begins
 * @param position where the last batch ends
 * @param sequence number of the next record
 * @param segments where its segments begin, in order
 */
public record JournalEnd(JournalHead head, long position, long sequence, List<Segment> segments) {
  /** The end of a journal without records. */
  public static final JournalEnd EMPTY = new JournalEnd(JournalHead.EMPTY, 0, 1, List.of());

  /**
   * The beginning of a segment: the journal can be cut here.
   *
   * @param first number of its first record, which begins a batch
   * @param begin position of that batch
   * @param previousEnd where the batch before ended
   */
  public record Segment(long first, long begin, long previousEnd) {}
}
