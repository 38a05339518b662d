package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import java.util.SortedSet;
import java.util.TreeSet;

/** Objects whose copying began together. The batch is over when all of them are done. */
final class Batch {
  /** The turn of the batch; 0 if it needs none, since operations wait for its objects. */
  final long turn;

  /** The objects that are not done. */
  final SortedSet<ObjectId> open = new TreeSet<>();

  /** Whether the turn was given back. */
  boolean ended;

  Batch(long turn) {
    this.turn = turn;
  }

  boolean isHurried() {
    return turn == 0;
  }
}
