package io.pando.mds.update;

import java.util.List;

/** A record of the journal. */
public sealed interface JournalRecord {
  /** What it says, in order. */
  List<RowChange> changes();

  /**
   * An update: all of its changes, or none.
   *
   * @param changes not copied, and never changed
   */
  record Update(List<RowChange> changes) implements JournalRecord {}

  /**
   * A segment begins. With several ranks it will say which subtrees the rank has (paper 003, 4.4.1:
   * the subtree map); a rank that is alone has all.
   *
   * @param changes mentions of what is in use, so that replaying from here on warms the cache
   */
  record SegmentStart(List<RowChange> changes) implements JournalRecord {}
}
