package io.pando.net;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for an event that is sure to come, also through interrupts. */
final class UninterruptibleWait {
  private static final int PATIENCE_SECONDS = 30;

  private UninterruptibleWait() {}

  /** Whether the event came; it does not if a loop hangs or has died. */
  static boolean until(CountDownLatch latch) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
