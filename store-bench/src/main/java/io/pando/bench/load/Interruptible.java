package io.pando.bench.load;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Work that cleans up when the process is told to end (Ctrl-C, SIGTERM): its thread is interrupted,
 * and the process ends when the work is closed, or after {@value #PATIENCE_SECONDS} s.
 */
final class Interruptible implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook;

  private Interruptible(Thread worker, PrintStream err) {
    this.hook =
        new Thread(
            () -> {
              err.println("pando: interrupted; the objects of the benchmark are being removed");
              err.flush();
              worker.interrupt();
              awaitClosed(err);
            },
            "interrupt");
  }

  /** Begins work on this thread. */
  static Interruptible begin(PrintStream err) {
    Interruptible work = new Interruptible(Thread.currentThread(), err);
    Runtime.getRuntime().addShutdownHook(work.hook);
    return work;
  }

  private void awaitClosed(PrintStream err) {
    try {
      if (!closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        err.println(
            "pando: not all could be removed in time; remove the rest with: "
                + "pando bench cleanup");
        err.flush();
      }
    } catch (InterruptedException twice) {
      Thread.currentThread().interrupt();
    }
  }

  /** The work has ended and has cleaned up. */
  @Override
  public void close() {
    closed.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      // The process ends already: the hook has run or is running.
    }
  }
}
