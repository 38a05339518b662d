package io.pando.net;

import java.util.concurrent.CountDownLatch;

/** Waiting for what is sure to come, whoever interrupts. */
final class Waiting {
  private Waiting() {}

  static void until(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
