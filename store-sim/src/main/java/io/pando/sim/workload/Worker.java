package io.pando.sim.workload;

import io.pando.port.EventLoop;
import io.pando.random.Random64;
import io.pando.sim.check.Ending;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * A client at work, with pauses, until it is told to stop: one operation after the other, or
 * several under way at a time. Lives on one event loop.
 */
public final class Worker {
  private final RecordedPool pool;
  private final EventLoop loop;
  private final Job job;
  private final Random64 random;
  private final Script script;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long operations;
  private long told;

  /** Of the operations under way at a time, those that another one follows. */
  private int going;

  /**
   * What a worker is to do.
   *
   * @param number that no other worker of the history has
   * @param largestBytes of most writes; large objects are several times larger
   * @param longestPauseNanos between two operations
   * @param listOneIn once in so many, it lists the pool instead; 0: never
   * @param window operations under way at a time, at least 1
   */
  public record Job(
      int number,
      Kind kind,
      Names names,
      int largestBytes,
      long longestPauseNanos,
      int listOneIn,
      int window) {
    /** The same on other objects. */
    public Job on(Names others) {
      return new Job(number, kind, others, largestBytes, longestPauseNanos, listOneIn, window);
    }

    /** The same job with writes of at most {@code bytes} bytes. */
    public Job upTo(int bytes) {
      return new Job(number, kind, names, bytes, longestPauseNanos, listOneIn, window);
    }

    /** The same job with at most {@code operations} operations under way at a time. */
    public Job withWindow(int operations) {
      return new Job(number, kind, names, largestBytes, longestPauseNanos, listOneIn, operations);
    }
  }

  /**
   * A worker at rest.
   *
   * @param generations shared by all who work on the same objects
   */
  public Worker(
      RecordedPool pool, EventLoop loop, Job job, Generations generations, Random64 random) {
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

  /** Works as long as it is to go on; done when the last operation is. */
  public CompletableFuture<Void> run(BooleanSupplier goOn) {
    going = job.window();
    for (int i = 0; i < job.window(); i++) {
      loop.execute(() -> next(goOn));
    }
    return done;
  }

  /** Operations it has begun. */
  public long operations() {
    return operations;
  }

  /** Operations of which it was told how they ended. */
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
        act()
            .whenComplete((_, failure) -> {
              if (failure != null) {
                done.completeExceptionally(failure);
              } else {
                loop.schedule(random.between(0, job.longestPauseNanos()), () -> next(goOn));
              }
            });
  }

  private CompletableFuture<?> act() {
    if (job.listOneIn() > 0 && random.oneIn(job.listOneIn())) {
      return pool.list(1 + random.nextInt(30)).thenAccept(whole -> told += whole ? 1 : 0);
    }
    Request request = script.next();
    return pool.operate(request.object(), request.ops())
        .thenAccept(ending -> {
          told += ending instanceof Ending.Unknown ? 0 : 1;
          script.onEnded(request, ending);
        });
  }
}
