package io.pando.osd.pg.recovery.backfill;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
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
  private final BiConsumer<MemberId, Differences> found;
  private final ReplicaReturns returns;
  private final SortedMap<MemberId, TreeDescent> underWay = new TreeMap<>();

  /**
   * Creates comparisons, none of them under way.
   *
   * @param found receives the parts in which a replica differs
   */
  TreeComparisons(
      Replica replica, BiConsumer<MemberId, Differences> found, ReplicaReturns returns) {
    this.returns = returns;
    this.replica = replica;
    this.found = found;
  }

  /** Whether any comparison is under way. */
  boolean isUnderWay() {
    return !underWay.isEmpty();
  }

  /** Starts the comparison with a replica, if it is not under way. */
  void begin(MemberId member) {
    if (underWay.containsKey(member)) {
      return;
    }
    TreeDescent descent = new TreeDescent(replica.tree());
    // The tree here describes the objects that are here, not those that should be.
    replica.missing().keySet().forEach(descent::onChanged);
    underWay.put(member, descent);
    returns.of(member).onLooking(replica.nowNanos());
    ask(member, descent);
  }

  private void ask(MemberId member, TreeDescent descent) {
    TreeDescent.Question question = descent.question();
    returns.of(member).onDigests(question.parts().size(), question.digests().size());
    replica.send(
        member,
        new RecoveryMessage.CompareTrees(
            replica.group(),
            replica.epoch(),
            question.above(),
            question.parts(),
            question.level(),
            question.digests()));
  }

  void onCompared(MemberId from, RecoveryMessage.TreesCompared compared) {
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

  /** Messages under way to this member may be lost. */
  void onReset(MemberId member) {
    TreeDescent descent = underWay.get(member);
    if (descent != null) {
      ask(member, descent);
    }
  }
}
