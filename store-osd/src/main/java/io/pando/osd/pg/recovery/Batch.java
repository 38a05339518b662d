package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import java.util.SortedSet;
import java.util.TreeSet;

/** Objects that were begun together. It is over when all of them are. */
final class Batch {
  /** The turn it has; 0 if it needs none, since somebody waits for its objects. */
  final long turn;

  /** Those that are not over. */
  final SortedSet<ObjectId> open = new TreeSet<>();

  /** Whether its turn was given back. */
  boolean ended;

  Batch(long turn) {
    this.turn = turn;
  }

  boolean isHurried() {
    return turn == 0;
  }
}
