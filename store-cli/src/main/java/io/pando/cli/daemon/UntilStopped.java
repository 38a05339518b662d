package io.pando.cli.daemon;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** Keeps a process running until it is told to stop (SIGTERM, Ctrl-C), and then stops cleanly. */
public final class UntilStopped {
  private UntilStopped() {}

  /** What is to be done when it stops. */
  public interface Stop {
    /** Stops; a failure is reported. */
    void run() throws DaemonException, IOException;
  }

  /** Has {@code stop} run when the process is told to end, which it then does with status 0. */
  public static void whenStopped(PrintStream err, Stop stop) {
    Thread hook =
        new Thread(
            () -> {
              int status = 0;
              try {
                stop.run();
              } catch (DaemonException | IOException failure) {
                err.println("pando: " + failure.getMessage());
                status = 1;
              }
              err.flush();
              Runtime.getRuntime().halt(status);
            },
            "stop");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Waits for that; never returns. */
  public static void await() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
