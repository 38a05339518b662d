package io.pando.cli.daemon;

import io.pando.port.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Runs a function on an event loop, and waits for its result. */
final class OnLoop {
  private static final long PATIENCE_SECONDS = 30;

  private OnLoop() {}

  static <T> T get(EventLoop loop, Supplier<T> task) throws DaemonException {
    CompletableFuture<T> result = new CompletableFuture<>();
    loop.execute(() -> {
      try {
        result.complete(task.get());
      } catch (RuntimeException | Error failure) {
        result.completeExceptionally(failure);
        throw failure;
      }
    });
    return await(result, "an event loop");
  }

  /** Waits for a result, up to a limit. */
  static <T> T await(CompletableFuture<T> result, String what) throws DaemonException {
    try {
      return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new DaemonException("interrupted while waiting for " + what, interrupted);
    } catch (TimeoutException late) {
      throw new DaemonException(what + " did not answer for " + PATIENCE_SECONDS + " s", late);
    } catch (ExecutionException failed) {
      throw new DaemonException(what + " failed: " + failed.getCause(), failed);
    }
  }
}
