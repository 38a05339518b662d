package io.pando.disk.raw.pipeline;

import io.pando.store.CommitOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of transactions, in their order. Once a binding one was refused, or the store broke,
 * that becomes of all that follow. The thread that writes the log uses it; {@link #breakDown} is
 * for any.
 */
final class Verdicts {
  private final Answers answers;
  private final StoreWorker store;
  private final List<Verdict> due = new ArrayList<>();

  private record Verdict(LogItem.Caller caller, CommitOutcome outcome) {
    void tell() {
      caller.done().accept(outcome);
    }
  }

  /** A binding transaction was refused, so all are from now on. */
  private CommitOutcome.@Nullable NoSpace exhausted;

  /** Why no more transactions are taken, if that is so. */
  private volatile @Nullable String broken;

  Verdicts(Answers answers, StoreWorker store) {
    this.answers = answers;
    this.store = store;
  }

  /** No transaction is taken any more. From any thread. */
  void breakDown(String why) {
    broken = why;
  }

  boolean isBroken() {
    return broken != null;
  }

  /** Whether whatever comes is refused. */
  boolean refusesAll() {
    return broken != null || exhausted != null;
  }

  /** Refuses a transaction if all are refused. */
  boolean refuses(LogItem.Transacted transaction) {
    String why = broken;
    CommitOutcome outcome = why == null ? exhausted : new CommitOutcome.Broken(why);
    if (outcome == null) {
      return false;
    }
    due.add(new Verdict(transaction.caller(), outcome));
    store.add(new StoreItem.GiveBack(transaction.room()));
    return true;
  }

  /** There is no room for an update; its blocks go back. */
  void refuse(LogItem.Update update, CommitOutcome.NoSpace outcome) {
    if (update.binding() && exhausted == null) {
      exhausted = outcome;
    }
    due.add(new Verdict(update.caller(), outcome));
    store.add(new StoreItem.GiveBack(update.room()));
  }

  /** Something was refused before it got here. */
  void refuse(LogItem.Refusal refusal) {
    String why = broken;
    CommitOutcome outcome = why == null ? refusal.outcome() : new CommitOutcome.Broken(why);
    if (refusal.caller().binding() && exhausted == null) {
      exhausted = refusal.outcome();
    }
    due.add(new Verdict(refusal.caller(), outcome));
  }

  /** An update is durable. */
  void commit(LogItem.Update update) {
    due.add(new Verdict(update.caller(), new CommitOutcome.Committed()));
  }

  /** Nobody knows whether an update is durable. */
  void abandon(LogItem.Update update, String why) {
    due.add(new Verdict(update.caller(), new CommitOutcome.Broken(why)));
  }

  /**
   * Tells the owner all that was decided, in the order of the tickets: a refusal is decided before
   * what the batch took before it is durable.
   */
  void report() {
    if (!due.isEmpty()) {
      List<Verdict> all = new ArrayList<>(due);
      all.sort(Comparator.comparingLong(verdict -> verdict.caller().ticket()));
      due.clear();
      answers.tell(() -> all.forEach(Verdict::tell));
    }
  }
}
