package io.pando.osd.pg.recovery.backfill;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.repair.TreeDescent;
import io.pando.osd.pg.replica.Replica;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Compares the primary's hash tree with the tree of each replica. The comparisons are independent,
 * run at the same time, and allow updates meanwhile.
 */
final class TreeComparisons {
  private final Replica replica;
  private final BiConsumer<OsdId, Differences> found;
  private final ReplicaReturns returns;
  private final SortedMap<OsdId, TreeDescent> underWay = new TreeMap<>();

  /**
   * Creates comparisons, none of them under way.
   *
   * @param found receives the parts in which a replica differs
   */
  TreeComparisons(Replica replica, BiConsumer<OsdId, Differences> found, ReplicaReturns returns) {
    this.returns = returns;
    this.replica = replica;
    this.found = found;
  }

  /** Whether any comparison is under way. */
  boolean isUnderWay() {
    return !underWay.isEmpty();
  }

  /** Starts the comparison with a replica, if it is not under way. */
  void begin(OsdId osd) {
    if (underWay.containsKey(osd)) {
      return;
    }
    TreeDescent descent = new TreeDescent(replica.tree());
    // The tree here describes the objects that are here, not those that should be.
    replica.missing().keySet().forEach(descent::onChanged);
    underWay.put(osd, descent);
    returns.of(osd).onLooking(replica.nowNanos());
    ask(osd, descent);
  }

  private void ask(OsdId osd, TreeDescent descent) {
    TreeDescent.Question question = descent.question();
    returns.of(osd).onDigests(question.parts().size(), question.digests().size());
    replica.send(
        osd,
        new RecoveryMessage.CompareTrees(
            replica.group(),
            replica.epoch(),
            question.above(),
            question.parts(),
            question.level(),
            question.digests()));
  }

  void onCompared(OsdId from, RecoveryMessage.TreesCompared compared) {
    TreeDescent descent = underWay.get(from);
    if (descent == null) {
      return;
    }
    returns.of(from).onParts(compared.differing().size());
    TreeDescent.Question before = descent.question();
    Optional<Differences> differences =
        descent.onAnswer(
            new TreeDescent.Answer(
                compared.level(),
                compared.first(),
                compared.tree().depth(),
                compared.tree().empty(),
                compared.differing()));
    if (differences.isPresent()) {
      underWay.remove(from);
      returns.of(from).onLooked(replica.nowNanos());
      found.accept(from, differences.get());
    } else if (!descent.question().equals(before)) {
      ask(from, descent);
    }
  }

  /** An object was changed, or removed. */
  void onChanged(ObjectId object) {
    underWay.values().forEach(descent -> descent.onChanged(object));
  }

  /** Messages under way to this OSD may be lost. */
  void onReset(OsdId osd) {
    TreeDescent descent = underWay.get(osd);
    if (descent != null) {
      ask(osd, descent);
    }
  }
}
