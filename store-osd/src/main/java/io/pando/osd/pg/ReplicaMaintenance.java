package io.pando.osd.pg;

import io.pando.osd.pg.index.IndexRewrite;
import io.pando.osd.pg.repair.DepthChange;
import io.pando.osd.pg.repair.LeafSurvey;
import io.pando.osd.pg.replica.Replica;

/**
 * Maintenance of this OSD's own copy, whatever its role: unsure leaves of the hash tree, the depth
 * of the tree, the size of the version index. It does not depend on intervals, except that reads
 * under way are forgotten when one ends.
 */
final class ReplicaMaintenance {
  private final Replica replica;
  private final LeafSurvey survey;
  private final DepthChange depthChange;
  private final IndexRewrite rewrite;

  ReplicaMaintenance(Replica replica) {
    this.replica = replica;
    this.survey = new LeafSurvey(replica);
    this.depthChange = new DepthChange(replica);
    this.rewrite =
        new IndexRewrite(
            replica.index(), replica.tree(), replica.reads()::meta, replica.journal()::persist);
  }

  /** Continues the maintenance of the tree. */
  void onTick() {
    survey.onTick();
    depthChange.onTick();
  }

  /** Starts a rewrite of the version index, if that is worth it; called while the group serves. */
  void onTickOfServing() {
    boolean allHaveAll = replica.info().history().lastEpochClean() >= replica.interval();
    rewrite.onTick(replica.info().objects(), allHaveAll);
  }

  /** An interval has ended: the answers to pending reads will not come. */
  void onReadsForgotten() {
    survey.onReadsForgotten();
    rewrite.onReadsForgotten();
    depthChange.onReadsForgotten();
  }
}
