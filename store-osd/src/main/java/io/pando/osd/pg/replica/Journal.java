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
 * A group's transactions under way, and the work that waits for them: no change is acknowledged
 * before it is durable. The store reports completions in order of submission, so a queue identifies
 * the transaction.
 *
 * <p>Transactions outlive an interval. Work that waits for them is dropped when its interval ends,
 * except work {@linkplain Awaiting#inAnyInterval in any interval}. {@link #toString} lists the
 * waiting work, oldest transaction first.
 */
public final class Journal {
  private static final class Submitted {
    final Awaiting then;
    final @Nullable Awaiting refused;

    /** Work that began to wait after the transaction was submitted; null if there is none. */
    @Nullable List<Awaiting> later;

    Submitted(Awaiting then, @Nullable Awaiting refused) {
      this.then = then;
      this.refused = refused;
    }

    void add(Awaiting work) {
      List<Awaiting> all = later == null ? new ArrayList<>() : later;
      all.add(work);
      later = all;
    }

    List<Awaiting> later() {
      return later == null ? List.of() : later;
    }
  }

  private final Sink out;
  private final Supplier<Compression> compression;
  private final Deque<Submitted> underWay = new ArrayDeque<>();
  private long ended;
  private long intervals;

  /**
   * Creates a journal with nothing under way.
   *
   * @param compression present compression setting of the group's pool
   */
  public Journal(Sink out, Supplier<Compression> compression) {
    this.out = out;
    this.compression = compression;
  }

  /** An interval has ended: the work that began to wait in it is dropped. */
  void onIntervalEnded() {
    intervals++;
  }

  /** Work of the present interval. */
  public Awaiting inInterval(String who, Object target, Runnable action) {
    return new Awaiting(who, target, action, intervals);
  }

  /** Submits a transaction that the group cannot continue without; a refusal stops the daemon. */
  public void persist(List<StoreOp> ops, Awaiting then) {
    submit(ops, then, null);
  }

  /** The same if nothing waits for the transaction. */
  public void persist(List<StoreOp> ops) {
    submit(ops, Awaiting.nothing(), null);
  }

  /**
   * Submits a transaction that the store may refuse for lack of room; then {@code refused} runs
   * instead of {@code then}.
   */
  public void persistIfRoom(List<StoreOp> ops, Awaiting then, Awaiting refused) {
    submit(ops, then, refused);
  }

  /** Does work once everything submitted so far is durable; at once if it is. */
  public void whenDurable(Awaiting work) {
    if (underWay.isEmpty()) {
      run(work);
    } else {
      underWay.getLast().add(work);
    }
  }

  /** The same for work that is dropped if the present interval ends before. */
  public void whenDurable(String who, Object target, Runnable action) {
    whenDurable(inInterval(who, target, action));
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
    ended++;
    switch (outcome) {
      case CommitOutcome.Committed _ -> {
        run(first.then);
        first.later().forEach(this::run);
      }
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
    run(refused.refused);
    // Work that waits for everything submitted before does not depend on the refused transaction.
    refused.later().forEach(this::run);
  }

  private void submit(List<StoreOp> ops, Awaiting then, @Nullable Awaiting refused) {
    underWay.addLast(new Submitted(then, refused));
    out.emit(new Effect.Persist(new Transaction(ops, refused == null, compression.get())));
  }

  /** Does the work, unless it was dropped with its interval. */
  void run(Awaiting work) {
    if (work.isDue(intervals)) {
      work.action().run();
    }
  }

  /** The transactions under way, by number, and the work that waits for each of them. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    long number = ended;
    for (Submitted it : underWay) {
      List<Awaiting> waiting = new ArrayList<>(it.later());
      waiting.addFirst(it.then);
      waiting.removeIf(work -> work.equals(Awaiting.nothing()) || !work.isDue(intervals));
      text.append(text.isEmpty() ? "" : "; ")
          .append("transaction ")
          .append(++number)
          .append(": ")
          .append(waiting.isEmpty() ? "nothing waits" : waiting);
    }
    return text.isEmpty() ? "no transaction is under way" : text.toString();
  }
}
