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

  /** How the process ends once it has stopped: with status 0, unless something failed. */
  public static final class Ending {
    private volatile boolean failed;

    private Ending() {}

    /** Something failed, and the process is about to end for it: with status 1 then. */
    public void failed() {
      failed = true;
    }
  }

  /** Has {@code stop} run when the process ends, or is told to. */
  public static Ending whenStopped(PrintStream err, Stop stop) {
    Ending ending = new Ending();
    Thread hook =
        new Thread(
            () -> {
              int status = ending.failed ? 1 : 0;
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
    return ending;
  }

  /** Waits for that; never returns. */
  public static void await() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
