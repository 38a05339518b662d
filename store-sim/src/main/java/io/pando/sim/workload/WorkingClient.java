package io.pando.sim.workload;

import io.pando.port.EventLoop;
import io.pando.random.Random64;
import io.pando.sim.check.CallOutcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A working client, with pauses, until it is told to stop: one operation after the other, or
 * several in flight. Runs on one event loop.
 */
public final class WorkingClient {
  private final Supplier<CompletableFuture<RecordedPool>> pool;
  private final EventLoop loop;
  private final Job job;
  private final Random64 random;
  private final Script script;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long operations;
  private long told;

  /** Operations in flight that another one will follow. */
  private int going;

  /**
   * Job of a worker.
   *
   * @param number number of the worker, unique in the history
   * @param largestBytes largest size of most writes; large objects are several times larger
   * @param listOneIn one operation in this many lists the pool instead; 0: none
   */
  public record Job(
      int number, WorkKind kind, ObjectChoice names, int largestBytes, int listOneIn, Pace pace) {
    /** The same job on other objects. */
    public Job on(ObjectChoice others) {
      return new Job(number, kind, others, largestBytes, listOneIn, pace);
    }

    /** A job of another kind on the same objects. */
    public Job like(WorkKind other) {
      return new Job(number, other, names, largestBytes, listOneIn, pace);
    }

    /** The same job with writes of at most {@code bytes} bytes. */
    public Job upTo(int bytes) {
      return new Job(number, kind, names, bytes, listOneIn, pace);
    }

    /** The same job with at most {@code operations} operations in flight. */
    public Job withWindow(int operations) {
      Pace other = new Pace(pace.longestPauseNanos(), operations);
      return new Job(number, kind, names, largestBytes, listOneIn, other);
    }
  }

  /**
   * Pace of a worker.
   *
   * @param longestPauseNanos longest pause between two operations
   * @param window most operations in flight, at least 1
   */
  public record Pace(long longestPauseNanos, int window) {}

  /**
   * Creates a worker that does not run yet.
   *
   * @param generations shared by all workers on the same objects
   */
  public WorkingClient(
      RecordedPool pool, EventLoop loop, Job job, Generations generations, Random64 random) {
    this(() -> CompletableFuture.completedFuture(pool), loop, job, generations, random);
  }

  /**
   * Creates a worker that does not run yet.
   *
   * @param pool gives the pool for each operation
   * @param generations shared by all workers on the same objects
   */
  public WorkingClient(
      Supplier<CompletableFuture<RecordedPool>> pool,
      EventLoop loop,
      Job job,
      Generations generations,
      Random64 random) {
    this.pool = pool;
    this.loop = loop;
    this.job = job;
    this.random = random;
    this.script =
        new Script(
            job.kind(),
            job.names(),
            generations,
            new Contents(job.number(), job.largestBytes()),
            random);
  }

  /** Works until {@code goOn} is false; completes with the last operation. */
  public CompletableFuture<Void> run(BooleanSupplier goOn) {
    going = job.pace().window();
    for (int i = 0; i < job.pace().window(); i++) {
      loop.execute(() -> next(goOn));
    }
    return done;
  }

  /** Number of operations begun. */
  public long operations() {
    return operations;
  }

  /** Number of operations with a known outcome. */
  public long told() {
    return told;
  }

  private void next(BooleanSupplier goOn) {
    if (!goOn.getAsBoolean()) {
      going--;
      if (going == 0) {
        done.complete(null);
      }
      return;
    }
    operations++;
    var _ =
        pool.get()
            .thenCompose(this::act)
            .whenComplete((_, failure) -> {
              if (failure != null) {
                done.completeExceptionally(failure);
              } else {
                loop.schedule(random.between(0, job.pace().longestPauseNanos()), () -> next(goOn));
              }
            });
  }

  private CompletableFuture<?> act(RecordedPool session) {
    if (job.listOneIn() > 0 && random.oneIn(job.listOneIn())) {
      return session.list(1 + random.nextInt(30)).thenAccept(whole -> told += whole ? 1 : 0);
    }
    VectorRequest request = script.next();
    return session
        .operate(request.object(), request.ops())
        .thenAccept(ending -> {
          told += ending instanceof CallOutcome.Unknown ? 0 : 1;
          script.onEnded(request, ending);
        });
  }
}
