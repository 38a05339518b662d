package io.pando.osd.pg.scrub;

import io.pando.id.OsdId;
import io.pando.message.ScrubMessage.CompareTree;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.message.ScrubMessage.TreeCompared;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.repair.TreeDescent;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.report.RepairCounts;
import io.pando.report.SessionCost;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Finds where the trees that the members of a group keep differ: the primary's is compared with all
 * others at the same time. What is updated meanwhile may seem to differ; whoever looks finds that
 * it does not.
 */
final class TreeSession {
  /** What the number of a part takes, about. */
  private static final int PART_BYTES = 3;

  private final Replica replica;
  private final ScrubRound round;
  private final SortedMap<OsdId, TreeDescent> open = new TreeMap<>();
  private SessionCost cost = SessionCost.NOTHING;

  TreeSession(Replica replica, ScrubRound round) {
    this.replica = replica;
    this.round = round;
  }

  /** A new interval: nothing is under way. */
  void reset() {
    open.clear();
  }

  /** What the running or the last session took. */
  SessionCost cost() {
    return cost;
  }

  private void count(RepairCounts done) {
    replica.emit(new Effect.CountRepair(done));
  }

  /** A part of the group is listed. */
  void onListed(long objects) {
    cost = cost.plus(new SessionCost(0, 0, 1, objects));
    count(RepairCounts.compared(0, 0, 0, objects));
  }

  /** Compares, and tells where somebody's tree differs from the primary's. */
  void begin(Consumer<Differences> then) {
    cost = SessionCost.NOTHING;
    count(RepairCounts.session());
    Differences all =
        Differences.none(replica.tree().tree().range(), replica.tree().tree().depth());
    for (OsdId osd : replica.membership().others(replica.self())) {
      open.put(osd, new TreeDescent(replica.tree()));
    }
    ask(all, then);
  }

  private void ask(Differences found, Consumer<Differences> then) {
    if (open.isEmpty()) {
      then.accept(found);
      return;
    }
    SortedMap<OsdId, CompareTree> questions = new TreeMap<>();
    long bytes = 0;
    long digests = 0;
    for (var each : open.entrySet()) {
      TreeDescent.Question question = each.getValue().question();
      bytes += (long) Long.BYTES * question.digests().size();
      digests += question.digests().size();
      bytes += (long) PART_BYTES * question.parts().size();
      questions.put(
          each.getKey(),
          new CompareTree(
              question.above(), question.parts(), question.level(), question.digests()));
    }
    cost = cost.plus(new SessionCost(1, bytes, 0, 0));
    count(RepairCounts.compared(1, bytes, digests, 0));
    round.ask(questions, results -> onAnswers(questions, results, found, then));
  }

  private void onAnswers(
      SortedMap<OsdId, CompareTree> questions,
      SortedMap<OsdId, ScrubResult> results,
      Differences found,
      Consumer<Differences> then) {
    results.forEach((osd, result) -> {
      TreeCompared compared = (TreeCompared) result;
      long bytes = (long) PART_BYTES * compared.differing().size();
      cost = cost.plus(new SessionCost(0, bytes, 0, 0));
      count(RepairCounts.compared(0, bytes, 0, 0));
      CompareTree asked = questions.get(osd);
      TreeDescent descent = open.get(osd);
      if (asked != null && descent != null) {
        descent
            .onAnswer(
                new TreeDescent.Answer(
                    asked.level(),
                    asked.parts().getFirst(),
                    compared.depth(),
                    compared.empty(),
                    compared.differing()))
            .ifPresent(its -> {
              found.addAll(its);
              open.remove(osd);
            });
      }
    });
    ask(found, then);
  }

  /** What a replica says to a question. */
  static TreeCompared answer(Replica replica, CompareTree task) {
    TreeDescent.Answer answer =
        TreeDescent.answer(
            replica.tree(),
            new TreeDescent.Question(task.above(), task.parts(), task.level(), task.digests()));
    return new TreeCompared(answer.depth(), answer.empty(), answer.differing());
  }
}
