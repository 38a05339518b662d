package io.pando.osd.pg.recovery.copy;

import io.pando.id.ObjectId;
import java.util.SortedSet;
import java.util.TreeSet;

/** Objects whose copying began together. The batch is over when all of them are done. */
public final class CopyBatch {
  /** The turn of the batch; 0 if it needs none, since operations wait for its objects. */
  public final long turn;

  /** The objects that are not done. */
  public final SortedSet<ObjectId> open = new TreeSet<>();

  /** Whether the turn was given back. */
  public boolean ended;

  public CopyBatch(long turn) {
    this.turn = turn;
  }

  public boolean isHurried() {
    return turn == 0;
  }
}
