package io.pando.client.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes results of the event loop to callers: to the thread of a blocking caller, or to a future
 * that completes on the executor. So no stage that a caller adds to a future runs on the loop.
 */
public final class Completion {
  /** Time beyond its own deadline for which a call is waited for: the loop may be late. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final Executor executor;
  private final Exceptions exceptions;

  public Completion(Executor executor, Exceptions exceptions) {
    this.executor = executor;
    this.exceptions = exceptions;
  }

  /** Makes the exceptions that callers get. */
  public Exceptions exceptions() {
    return exceptions;
  }

  /**
   * Waits for a result from the loop and converts it.
   *
   * @param raw never fails; cancelled when the caller stops waiting
   * @param what a name for messages
   */
  public <R, T extends @Nullable Object> T await(
      CompletableFuture<R> raw, Function<R, T> reading, Duration limit, String what) {
    try {
      return reading.apply(raw.get(limit.plus(GRACE).toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      raw.cancel(false);
      Thread.currentThread().interrupt();
      throw exceptions.interrupted(
          what + ": the thread was interrupted while it waited; an update may have happened");
    } catch (TimeoutException e) {
      raw.cancel(false);
      throw exceptions.timeout(
          what
              + ": the client's event loop did not answer within "
              + limit.plus(GRACE)
              + "; is something blocking it?",
          true);
    } catch (ExecutionException e) {
      throw new IllegalStateException(what, e.getCause());
    }
  }

  /**
   * Waits for a result without a limit, and converts it: a lock may be free after hours.
   *
   * @param raw never fails; cancelled when the caller is interrupted
   * @param what a name for messages
   */
  public <R, T extends @Nullable Object> T await(
      CompletableFuture<R> raw, Function<R, T> reading, String what) {
    try {
      return reading.apply(raw.get());
    } catch (InterruptedException e) {
      raw.cancel(false);
      Thread.currentThread().interrupt();
      throw exceptions.interrupted(
          what + ": the thread was interrupted while it waited; an update may have happened");
    } catch (ExecutionException e) {
      throw new IllegalStateException(what, e.getCause());
    }
  }

  /**
   * Waits even if the thread is interrupted, and then sets its interrupt flag again: for closing,
   * which often follows an interrupt.
   *
   * @param raw never fails
   */
  public <R, T extends @Nullable Object> T awaitInAnyCase(
      CompletableFuture<R> raw, Function<R, T> reading, String what) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return reading.apply(raw.get(GRACE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (TimeoutException e) {
      throw exceptions.timeout(
          what + ": the client's event loop did not answer within " + GRACE, false);
    } catch (ExecutionException e) {
      throw new IllegalStateException(what, e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A future for the caller. Cancelling it cancels {@code raw}. */
  public <R, T extends @Nullable Object> CompletableFuture<T> hand(
      CompletableFuture<R> raw, Function<R, T> reading) {
    CompletableFuture<T> handed = new CompletableFuture<>();
    var _ = raw.thenAccept(value -> execute(() -> settle(handed, value, reading)));
    var _ =
        handed.whenComplete((_, _) -> {
          if (handed.isCancelled()) {
            raw.cancel(false);
          }
        });
    return handed;
  }

  /** Runs a blocking function on the executor. */
  public <T> CompletableFuture<T> run(Supplier<T> blocking) {
    CompletableFuture<T> handed = new CompletableFuture<>();
    execute(() -> settle(handed, blocking, Supplier::get));
    return handed;
  }

  private void execute(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      // The owner has shut its executor down; the caller must still get the result.
      task.run();
    }
  }

  private static <R, T extends @Nullable Object> void settle(
      CompletableFuture<T> handed, R value, Function<R, T> reading) {
    try {
      handed.complete(reading.apply(value));
    } catch (RuntimeException | AssertionError failure) {
      handed.completeExceptionally(failure);
    }
  }
}
