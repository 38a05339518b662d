package io.pando.bench.sim;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.output.Json;
import io.pando.cli.output.ProgressLine;
import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.Shrink;
import java.util.List;
import java.util.Optional;

/** Shrinks the run of a seed, and prints the events of the smallest run found. */
record ShrinkReport(CommandContext context) {
  private static final int MOST_ACCOUNT_LINES = 16;

  /** Shrinks the run; exit status 1 if the seed breaks a promise, as without shrinking. */
  int run(long seed, Profile profile, int mostRuns) {
    ProgressLine progress = new ProgressLine(context.console());
    Optional<Shrink.Result> shrunk =
        Shrink.of(seed, profile, mostRuns, plan -> progress.show("smaller: " + plan));
    progress.clear();
    if (shrunk.isEmpty()) {
      context.print(
          () -> new Json().put("violations", List.of()),
          () -> context.printf("seed %d of %s breaks no promise", seed, profile.label()));
      return ExitStatus.OK;
    }
    context.print(() -> json(shrunk.get()), () -> print(shrunk.get()));
    return ExitStatus.FAILED;
  }

  private void print(Shrink.Result result) {
    context.print("the smallest of " + result.runs() + " runs: " + result.outcome().plan());
    result.story().forEach(context::print);
    for (Violation violation : result.outcome().violations()) {
      List<String> lines = ("VIOLATION " + violation).lines().toList();
      lines.stream().limit(MOST_ACCOUNT_LINES).forEach(context::print);
    }
  }

  private static Json json(Shrink.Result result) {
    return new Json()
        .put("runs", result.runs())
        .put("plan", result.outcome().plan())
        .put("story", result.story())
        .put(
            "violations", result.outcome().violations().stream().map(Violation::toString).toList());
  }
}
