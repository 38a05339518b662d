package io.pando.disk.raw.pipeline.log;

import io.pando.disk.raw.pipeline.apply.StoreItem;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.serve.Answers;
import io.pando.store.CommitOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of transactions, in their order. Once a binding transaction was refused, or the store
 * broke, all later ones get the same outcome. The log's thread uses it; {@link #breakDown} may be
 * called by any thread.
 */
final class CommitOutcomes {
  private final Answers answers;
  private final StoreWorker store;
  private final List<CallerOutcome> due = new ArrayList<>();

  private record CallerOutcome(LogItem.Origin caller, CommitOutcome outcome) {
    void report() {
      caller.done().accept(outcome);
    }
  }

  /**
   * The refusal of a binding transaction; all later transactions are refused too. Null if there is
   * none.
   */
  private CommitOutcome.@Nullable NoSpace exhausted;

  /** Why no more transactions are taken; null if they are. */
  private volatile @Nullable String broken;

  CommitOutcomes(Answers answers, StoreWorker store) {
    this.answers = answers;
    this.store = store;
  }

  /** Stops taking transactions. From any thread. */
  void breakDown(String why) {
    broken = why;
  }

  boolean isBroken() {
    return broken != null;
  }

  /** Whether all transactions are refused. */
  boolean refusesAll() {
    return broken != null || exhausted != null;
  }

  /** Refuses a transaction if all are refused; returns whether it did. */
  boolean refuses(LogItem.Transacted transaction) {
    String why = broken;
    CommitOutcome outcome = why == null ? exhausted : new CommitOutcome.Broken(why);
    if (outcome == null) {
      return false;
    }
    due.add(new CallerOutcome(transaction.caller(), outcome));
    store.add(new StoreItem.GiveBack(transaction.allotments()));
    return true;
  }

  /** Refuses an update for lack of space; its blocks are given back. */
  void refuse(LogItem.PlacedTransaction update, CommitOutcome.NoSpace outcome) {
    if (update.binding() && exhausted == null) {
      exhausted = outcome;
    }
    due.add(new CallerOutcome(update.caller(), outcome));
    store.add(new StoreItem.GiveBack(update.allotments()));
  }

  /** Records a transaction that was refused before it reached the log's worker. */
  void refuse(LogItem.Refusal refusal) {
    String why = broken;
    CommitOutcome outcome = why == null ? refusal.outcome() : new CommitOutcome.Broken(why);
    if (refusal.caller().binding() && exhausted == null) {
      exhausted = refusal.outcome();
    }
    due.add(new CallerOutcome(refusal.caller(), outcome));
  }

  /** Records that an update is durable. */
  void commit(LogItem.PlacedTransaction update) {
    due.add(new CallerOutcome(update.caller(), new CommitOutcome.Committed()));
  }

  /** Records that it is unknown whether an update is durable. */
  void abandon(LogItem.PlacedTransaction update, String why) {
    due.add(new CallerOutcome(update.caller(), new CommitOutcome.Broken(why)));
  }

  /**
   * Reports all outcomes to the owner, ordered by ticket. Sorting is needed because a refusal is
   * decided before earlier updates of the batch are durable.
   */
  void report() {
    if (!due.isEmpty()) {
      List<CallerOutcome> all = new ArrayList<>(due);
      all.sort(Comparator.comparingLong(outcome -> outcome.caller().ticket()));
      due.clear();
      answers.execute(() -> all.forEach(CallerOutcome::report));
    }
  }
}
