package io.pando.bench.sim;

import io.pando.cli.command.CommandContext;
import io.pando.cli.output.Json;
import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import io.pando.sim.run.RunTotals;
import java.util.Locale;

/**
 * Prints the results of a campaign.
 *
 * @param allProbes whether the summary has a line for each probe
 */
record SimReport(CommandContext context, Campaign campaign, boolean allProbes) {
  /** Prints a failed seed: its violations, the end of the trace, and the command to repeat it. */
  void failure(RunOutcome outcome) {
    if (context.json()) {
      return;
    }
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(outcome.seed()).append(": ").append(outcome.plan()).append('\n');
    for (String line : outcome.traced().last()) {
      text.append(line).append('\n');
    }
    for (Violation violation : outcome.violations()) {
      text.append("VIOLATION ").append(violation).append('\n');
    }
    text.append("again: ").append(again(outcome)).append('\n');
    context.print(text.toString());
  }

  static String again(RunOutcome outcome) {
    return "pando sim --seed %s --profile %s --trace 4000"
        .formatted(outcome.seed(), outcome.profile().label());
  }

  /** One line of progress. */
  String progress() {
    RunTotals.Sum sum = campaign.sum();
    String of = campaign.order().seeds().last() == Long.MAX_VALUE ? "" : " of " + all();
    return String.format(
        Locale.ROOT,
        "%d%s seeds, %.2f virtual hours, %d operations, %d violations, %.0f s",
        sum.seeds(),
        of,
        sum.extent().virtualSeconds() / 3600,
        sum.extent().operations(),
        sum.violations(),
        campaign.seconds());
  }

  private long all() {
    return campaign.order().seeds().last() - campaign.order().seeds().first() + 1;
  }

  /** Prints the summary. */
  void summary() {
    context.print(this::json, this::print);
  }

  private void print() {
    RunTotals.Sum sum = campaign.sum();
    double seconds = campaign.seconds();
    Profile profile = campaign.order().profile();
    line("profile", profile.label() + ": " + profile.sentence());
    line("seeds", sum.seeds() + " in " + rounded(seconds) + " s");
    line("virtual hours", String.format(Locale.ROOT, "%.2f", sum.extent().virtualSeconds() / 3600));
    line(
        "operations",
        sum.extent().operations() + ", " + sum.extent().told() + " of them with a known end");
    line("", rounded(sum.extent().operations() / seconds) + " /s");
    line("events", sum.extent().events() + ", " + rounded(sum.extent().events() / seconds) + " /s");
    sum.troubles().forEach((kind, count) -> line(kind.label(), Long.toString(count)));
    line("violations", sum.violations() + " in " + sum.failures().size() + " seeds");
    ProbeReport probes = ProbeReport.of(sum.probes());
    if (probes != null) {
      line("probes", probes.summary());
    }
    sum.failures().forEach(outcome -> line("again", again(outcome)));
    if (probes != null && allProbes) {
      probes.lines().forEach(context::print);
    }
  }

  private static String rounded(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private void line(String name, String value) {
    context.printf("%-14s %s", name, value);
  }

  private Json json() {
    RunTotals.Sum sum = campaign.sum();
    double seconds = campaign.seconds();
    Json troubles = new Json();
    sum.troubles().forEach((kind, count) -> troubles.put(kind.label(), count));

    ProbeReport probes = ProbeReport.of(sum.probes());
    return new Json()
        .put("profile", campaign.order().profile().label())
        .put("seeds", sum.seeds())
        .put("seconds", seconds)
        .put("virtual_hours", sum.extent().virtualSeconds() / 3600)
        .put("operations", sum.extent().operations())
        .put("operations_told", sum.extent().told())
        .put("operations_per_second", sum.extent().operations() / seconds)
        .put("events", sum.extent().events())
        .put("troubles", troubles)
        .put("probes", probes == null ? null : probes.json())
        .put("violations", sum.violations())
        .put("failures", sum.failures().stream().map(SimReport::json).toList());
  }

  private static Json json(RunOutcome outcome) {
    return new Json()
        .put("seed", outcome.seed())
        .put("plan", outcome.plan())
        .put("violations", outcome.violations().stream().map(SimReport::json).toList())
        .put("again", again(outcome));
  }

  private static Json json(Violation violation) {
    return new Json()
        .put("kind", violation.kind().name().toLowerCase(Locale.ROOT))
        .put("account", violation.account());
  }
}
