package io.pando.bench.sim;

import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Json;
import io.pando.sim.mutant.Hunt;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints for each planted bug whether it was detected, by which seed, and by which check.
 * Thread-safe.
 */
final class MutantReport {
  private static final int WIDEST_ACCOUNT = 160;

  private final CommandContext context;
  private final List<Hunt.Result> results = new ArrayList<>();

  MutantReport(CommandContext context) {
    this.context = context;
  }

  synchronized void add(Hunt.Result result) {
    results.add(result);
    if (!context.json()) {
      print(result);
      context.console().out().flush();
    }
  }

  private void print(Hunt.Result result) {
    String name = result.mutant().name();
    double seconds = result.effort().elapsedNanos() / 1e9;
    int tried = result.effort().tried();
    if (result.caught()) {
      context.printf(
          "%-36s seed %d, %d tried, %.1f s: %s",
          name, result.seed(), tried, seconds, shortened(result.how()));
    } else {
      context.printf(
          "%-36s NOT NOTICED, %d tried, %.1f s; its code ran %d times: %s",
          name, tried, seconds, result.effort().reached(), result.mutant().mistake());
    }
  }

  private static String shortened(String how) {
    String line = how.lines().map(String::strip).limit(2).reduce((a, b) -> a + " " + b).orElse("");
    return line.length() <= WIDEST_ACCOUNT ? line : line.substring(0, WIDEST_ACCOUNT) + "…";
  }

  /** Prints the summary; returns whether every bug was detected. */
  synchronized boolean summary() {
    long caught = results.stream().filter(Hunt.Result::caught).count();
    if (context.json()) {
      context.printJson(
          new Json()
              .put("planted", results.size())
              .put("noticed", caught)
              .put("mutants", results.stream().map(MutantReport::json).toList()));
    } else {
      long unreached = results.stream().filter(result -> result.effort().reached() == 0).count();
      context.printf(
          "%d of %d planted bugs were noticed; no seed reaches %d",
          caught, results.size(), unreached);
    }
    return caught == results.size();
  }

  private static Object json(Hunt.Result result) {
    return new Json()
        .put("name", result.mutant().name())
        .put("mistake", result.mutant().mistake())
        .put("profile", result.mutant().profile())
        .put("noticed", result.caught())
        .put("seed", result.seed())
        .put("tried", result.effort().tried())
        .put("reached", result.effort().reached())
        .put("seconds", result.effort().elapsedNanos() / 1e9)
        .put("account", result.how());
  }
}
