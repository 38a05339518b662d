package io.pando.disk.serve;

import io.pando.disk.account.Account;
import io.pando.port.EventLoop;
import io.pando.report.StorePerformance;
import io.pando.store.CommitOutcome;
import io.pando.store.Transaction;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * A store without a thread: somebody else takes its steps, one after another, whenever time has
 * passed. It serves as {@link ThreadedStore} does, with the same {@link CommitLoop}. Tests and the
 * simulator use it. Single-threaded. What the owner's loop is told, it is told through {@link
 * EventLoop#execute}.
 */
public class SteppedStore extends QueryStore {
  private final Account account;
  private final CommitLoop loop;
  private final Runnable onWork;
  private final ArrayDeque<Request> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean lookWanted;

  /**
   * Serves a volume, which is never closed: what it is on belongs to the caller.
   *
   * @param onWork told when there is something to do where there was nothing: {@link #step} is
   *     wanted from now on until {@link #isIdle}
   */
  protected SteppedStore(
      Volume volume,
      BatchLimits limits,
      EventLoop owner,
      ThreadedStore.Watch watch,
      Runnable onWork) {
    this.account = watch.account();
    this.onWork = onWork;
    this.loop = new CommitLoop(volume, limits, watch.description(), new Driver(owner));
  }

  private record Driver(EventLoop owner) implements CommitLoop.Driver {
    @Override
    public void tell(Runnable answer) {
      owner.execute(answer);
    }

    @Override
    public void onAccounted(Request.Submit submit) {
      // Nobody watches how much is pending here.
    }
  }

  /** What the next step does. */
  public final CommitPhase phase() {
    return loop.phase();
  }

  /**
   * How long the next step had better wait, in nanoseconds: the medium had no room, and the step is
   * tried again. 0: not at all.
   */
  public final long pauseNanos() {
    return loop.pauseNanos();
  }

  /** Whether there is no next step, for now. */
  public final boolean isIdle() {
    return !busy;
  }

  /**
   * Takes the next step. Serving is one step for all that wait, as far as they fit a batch; a
   * commit is three.
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
  public final void look() {
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
