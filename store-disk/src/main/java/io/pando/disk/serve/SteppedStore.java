package io.pando.disk.serve;

import io.pando.disk.account.Account;
import io.pando.port.EventLoop;
import io.pando.report.StorePerformance;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * A store without a thread: the caller takes its steps one after another, at times of its choice.
 * It uses the same {@link CommitLoop} as {@link ThreadedStore}. Tests and the simulator use it.
 * Single-threaded. Answers reach the owner's loop through {@link EventLoop#execute}.
 */
public class SteppedStore extends QueryStore {
  private final Account account;
  private final CommitLoop loop;
  private final Runnable onWork;
  private final ArrayDeque<Request> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean lookWanted;

  /**
   * Serves a volume. The volume is never closed: its resources belong to the caller.
   *
   * @param onWork called when an idle store gets work: {@link #step} must be called from now on
   *     until {@link #isIdle}
   */
  protected SteppedStore(
      Volume volume,
      BatchLimits limits,
      EventLoop owner,
      ThreadedStore.Watch watch,
      Runnable onWork) {
    this.account = watch.account();
    this.onWork = onWork;
    this.loop = new CommitLoop(volume, limits, watch.description(), owner::execute);
  }

  /** Phase of the next step. */
  public final CommitPhase phase() {
    return loop.phase();
  }

  /**
   * Recommended delay of the next step in nanoseconds, because the medium had no space and the step
   * is a retry; 0 for no delay.
   */
  public final long pauseNanos() {
    return loop.pauseNanos();
  }

  /** Whether there is currently no next step. */
  public final boolean isIdle() {
    return !busy;
  }

  /**
   * Takes the next step. Serving all waiting requests that fit into a batch is one step; a commit
   * is three.
   */
  public final void step() {
    if (loop.phase() == CommitPhase.SERVE) {
      boolean more = true;
      while (more && !waiting.isEmpty() && !loop.isWaiting()) {
        more = serve(waiting.remove());
      }
      loop.endBatch();
    } else {
      loop.step();
    }
    busy =
        loop.phase() != CommitPhase.SERVE
            || loop.hasApplied()
            || loop.isWaiting()
            || !waiting.isEmpty();
  }

  private boolean serve(Request request) {
    if (request instanceof Request.Look) {
      lookWanted = false;
    }
    return loop.serve(request);
  }

  @Override
  public final Usage usage() {
    return loop.usage();
  }

  @Override
  public final void refreshUsage() {
    if (!lookWanted) {
      lookWanted = true;
      add(new Request.Look());
    }
  }

  @Override
  public final StorePerformance performance() {
    return account.performance();
  }

  @Override
  public final void submit(Transaction transaction, Consumer<CommitOutcome> done) {
    add(new Request.Submit(transaction, done));
  }

  @Override
  protected final Account account() {
    return account;
  }

  @Override
  protected final <T> void ask(Query<T> query, boolean settled, Consumer<T> done) {
    add(new Request.Ask<>(query, settled, done));
  }

  private void add(Request request) {
    waiting.add(request);
    if (!busy) {
      busy = true;
      onWork.run();
    }
  }
}
