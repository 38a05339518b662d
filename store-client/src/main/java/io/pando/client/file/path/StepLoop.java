package io.pando.client.file.path;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs asynchronous steps one after the other. Steps that end at once, as those that a cache
 * answers, are taken in a loop: thousands of them need no deep stack.
 */
final class StepLoop {
  private final Supplier<@Nullable CompletableFuture<?>> steps;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  private StepLoop(Supplier<@Nullable CompletableFuture<?>> steps) {
    this.steps = steps;
  }

  /**
   * Runs steps until there is none, or one fails.
   *
   * @param steps begins the next step; null if there is none. Called by one thread at a time. What
   *     it throws ends the loop
   */
  static CompletableFuture<@Nullable Void> run(Supplier<@Nullable CompletableFuture<?>> steps) {
    StepLoop loop = new StepLoop(steps);
    loop.run();
    return loop.ended;
  }

  private void run() {
    try {
      while (true) {
        CompletableFuture<?> step = steps.get();
        if (step == null) {
          ended.complete(null);
          return;
        }
        if (!step.isDone()) {
          var _ = step.whenComplete((_, failure) -> resume(failure));
          return;
        }
        if (step.isCompletedExceptionally()) {
          ended.completeExceptionally(step.exceptionNow());
          return;
        }
      }
    } catch (RuntimeException | AssertionError failure) {
      ended.completeExceptionally(failure);
    }
  }

  private void resume(@Nullable Throwable failure) {
    if (failure == null) {
      run();
    } else {
      ended.completeExceptionally(failure);
    }
  }
}
