package io.pando.osd.pg.replica;

import io.pando.check.Invariant;
import io.pando.cluster.Compression;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Sink;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A group's transactions under way, and the actions that wait for them: no change is acknowledged
 * before it is durable. The store reports completions in order of submission, so a queue identifies
 * the transaction.
 */
public final class Journal {
  private static final class Submitted {
    final @Nullable Runnable refused;
    final List<Runnable> then = new ArrayList<>();

    Submitted(@Nullable Runnable refused) {
      this.refused = refused;
    }
  }

  private final Sink out;
  private final Supplier<Compression> compression;
  private final Deque<Submitted> underWay = new ArrayDeque<>();

  /**
   * Creates a journal with nothing under way.
   *
   * @param compression present compression setting of the group's pool
   */
  public Journal(Sink out, Supplier<Compression> compression) {
    this.out = out;
    this.compression = compression;
  }

  /** Submits a transaction that the group cannot continue without; a refusal stops the daemon. */
  public void persist(List<StoreOp> ops, Runnable then) {
    submit(ops, then, null);
  }

  /**
   * Submits a transaction that the store may refuse for lack of room; then {@code refused} runs
   * instead of {@code then}.
   */
  public void persistIfRoom(List<StoreOp> ops, Runnable then, Runnable refused) {
    submit(ops, then, refused);
  }

  /** Runs an action once everything submitted so far is durable; at once if it is. */
  public void whenDurable(Runnable then) {
    if (underWay.isEmpty()) {
      then.run();
    } else {
      underWay.getLast().then.add(then);
    }
  }

  /** Whether nothing is under way. */
  public boolean isIdle() {
    return underWay.isEmpty();
  }

  /** Handles the end of the oldest transaction. */
  public void onPersisted(CommitOutcome outcome) {
    Submitted first = underWay.pollFirst();
    if (first == null) {
      throw Invariant.unreachable("a transaction ended that was never submitted");
    }
    switch (outcome) {
      case CommitOutcome.Committed _ -> first.then.forEach(Runnable::run);
      case CommitOutcome.Broken broken -> out.emit(new Effect.Stop("store: " + broken.what()));
      case CommitOutcome.NoSpace full -> onRefused(first, full);
    }
  }

  private void onRefused(Submitted refused, CommitOutcome.NoSpace full) {
    if (refused.refused == null) {
      out.emit(
          new Effect.Stop(
              "store is full: an update needs %d bytes, %d are free; add space or remove data on other devices"
                  .formatted(full.neededBytes(), full.freeBytes())));
      return;
    }
    refused.refused.run();
    // Actions that waited for everything submitted before do not depend on the refused transaction.
    refused.then.stream().skip(1).forEach(Runnable::run);
  }

  private void submit(List<StoreOp> ops, Runnable then, @Nullable Runnable refused) {
    Submitted submitted = new Submitted(refused);
    submitted.then.add(then);
    underWay.addLast(submitted);
    out.emit(new Effect.Persist(new Transaction(ops, refused == null, compression.get())));
  }
}
