package io.pando.osd.pg.recovery.backfill;

import io.pando.id.ObjectId;
import java.util.ArrayList;
import java.util.List;

/** What a backfill tells its primary. */
final class FoundByBackfill implements Backfill.Listener {
  /** Objects that a replica lacks, in the order in which that was found. */
  final List<ObjectId> lacking = new ArrayList<>();

  /** How often a replica was compared to its end. */
  int compared;

  @Override
  public void onLacking(ObjectId object) {
    lacking.add(object);
  }

  @Override
  public void onCompared() {
    compared++;
  }
}
