package io.pando.cli.command.demo;

import io.pando.cli.daemon.DaemonException;
import io.pando.cli.output.Console;
import java.io.IOException;
import java.util.Locale;

/** Prints each step and its duration. */
final class StepLog {
  private final Console console;
  private final int steps;
  private final long startNanos = System.nanoTime();
  private int step;

  StepLog(Console console, int steps) {
    this.console = console;
    this.steps = steps;
  }

  /** Action of a step; returns the text to print about it. */
  interface Action {
    String run() throws DaemonException, IOException, InterruptedException;
  }

  /** Runs a step. */
  void step(String what, Action action) throws DaemonException, IOException, InterruptedException {
    step++;
    console.out().printf(Locale.ROOT, "[%d/%d] %s%n", step, steps, what);
    console.out().flush();
    long beganNanos = System.nanoTime();
    String outcome = action.run();
    double seconds = (System.nanoTime() - beganNanos) / 1e9;
    for (String line : outcome.lines().toList()) {
      console.out().println("      " + line);
    }
    console.out().printf(Locale.ROOT, "      -- %.2f s%n", seconds);
    console.out().flush();
  }

  /** Seconds since the first step. */
  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
