package io.pando.osd.pg.scrub;

import io.pando.id.MemberId;
import io.pando.message.ScrubMessage.CompareTree;
import io.pando.message.ScrubMessage.ScrubResult;
import io.pando.message.ScrubMessage.TreeCompared;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.repair.TreeDescent;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.report.RepairCounts;
import io.pando.report.group.SessionCost;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Finds the parts in which the hash trees of a group's members differ. The primary's tree is
 * compared with all others at the same time. Objects updated meanwhile may seem to differ; the
 * check of their part then finds them equal.
 */
final class TreeSession {
  /** Approximate bytes of a part number in a message. */
  private static final int PART_BYTES = 3;

  private final Replica replica;
  private final ScrubRound round;
  private final SortedMap<MemberId, TreeDescent> open = new TreeMap<>();

  TreeSession(Replica replica, ScrubRound round) {
    this.replica = replica;
    this.round = round;
  }

  private void count(RepairCounts done) {
    replica.emit(new Effect.CountRepair(done));
  }

  private void add(SessionCost more) {
    round.memory().cost = round.memory().cost.plus(more);
  }

  /** Counts a listed part of the group. */
  void onListed(long objects) {
    add(new SessionCost(0, 0, 1, objects));
    count(RepairCounts.compared(0, 0, 0, objects));
  }

  /**
   * Starts a session; {@code then} receives the parts in which some member's tree differs from the
   * primary's.
   */
  void begin(Consumer<Differences> then) {
    round.memory().cost = SessionCost.NOTHING;
    count(RepairCounts.session());
    Differences all =
        Differences.none(replica.tree().tree().range(), replica.tree().tree().depth());
    for (MemberId member : replica.membership().others(replica.self())) {
      open.put(member, new TreeDescent(replica.tree()));
    }
    ask(all, then);
  }

  private void ask(Differences found, Consumer<Differences> then) {
    if (open.isEmpty()) {
      then.accept(found);
      return;
    }
    SortedMap<MemberId, CompareTree> questions = new TreeMap<>();
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
    add(new SessionCost(1, bytes, 0, 0));
    count(RepairCounts.compared(1, bytes, digests, 0));
    round.ask(questions, results -> onAnswers(questions, results, found, then));
  }

  private void onAnswers(
      SortedMap<MemberId, CompareTree> questions,
      SortedMap<MemberId, ScrubResult> results,
      Differences found,
      Consumer<Differences> then) {
    results.forEach((member, result) -> {
      TreeCompared compared = (TreeCompared) result;
      long bytes = (long) PART_BYTES * compared.differing().size();
      add(new SessionCost(0, bytes, 0, 0));
      count(RepairCounts.compared(0, bytes, 0, 0));
      CompareTree asked = questions.get(member);
      TreeDescent descent = open.get(member);
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
              open.remove(member);
            });
      }
    });
    ask(found, then);
  }

  /** The answer of a replica to a question. */
  static TreeCompared answer(Replica replica, CompareTree task) {
    TreeDescent.Answer answer =
        TreeDescent.answer(
            replica.tree(),
            new TreeDescent.Question(task.above(), task.parts(), task.level(), task.digests()));
    return new TreeCompared(answer.depth(), answer.empty(), answer.differing());
  }
}
