package io.pando.cli.command;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a condition by polling, up to a limit. */
public final class BoundedWait {
  private static final long LOOK_MILLIS = 200;

  private BoundedWait() {}

  /** Whether the condition held in time. */
  public static boolean until(Duration limit, BooleanSupplier condition)
      throws InterruptedException {
    return until(limit, LOOK_MILLIS, condition);
  }

  /** Whether the condition, asked every few milliseconds, held in time. */
  public static boolean until(Duration limit, long lookMillis, BooleanSupplier condition)
      throws InterruptedException {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    Semaphore never = new Semaphore(0);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadlineNanos
          || never.tryAcquire(lookMillis, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }
}
