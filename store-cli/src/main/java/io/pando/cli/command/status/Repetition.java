package io.pando.cli.command.status;

import io.pando.cli.command.CommandContext;
import io.pando.client.PandoException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the cluster again and again, until the process is interrupted. Monitors that do not
 * answer for a while do not end it.
 *
 * @param count number of looks; 0 for no limit
 */
record Repetition(CommandContext context, Duration pause, int count) {
  /** Looks at once, and after each pause. */
  void run(Runnable look) throws InterruptedException {
    Semaphore end = new Semaphore(0);
    int done = 0;
    do {
      try {
        look.run();
      } catch (PandoException.Unavailable | PandoException.Timeout away) {
        context.console().err().println("pando: " + away.getMessage() + "; still trying");
      }
      done++;
    } while (done != count && !end.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS));
  }
}
