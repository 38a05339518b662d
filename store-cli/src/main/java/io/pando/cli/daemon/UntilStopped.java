package io.pando.cli.daemon;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;

/** Keeps a process running until it is told to stop (SIGTERM, Ctrl-C), and then stops cleanly. */
public final class UntilStopped {
  private UntilStopped() {}

  /** Action at the stop of the process. */
  public interface Stop {
    /** Stops; a failure is reported. */
    void run() throws DaemonException, IOException;
  }

  /** End of the process after it has stopped: status 0 unless there was a failure. */
  public static final class Ending {
    private volatile boolean failed;

    private Ending() {}

    /** Records a failure for which the process is about to end: its status is 1. */
    public void failed() {
      failed = true;
    }
  }

  /** Runs {@code stop} when the process ends or is told to. */
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

  /** Waits for the end of the process; never returns. */
  public static void await() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
