package io.pando.bench.sim;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.LogSetup;
import io.pando.cli.output.ProgressLine;
import io.pando.sim.mutant.Mutants;
import io.pando.sim.mutant.RandomMutants;
import io.pando.sim.mutant.Sightings;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import io.pando.sim.run.TraceView;
import io.pando.sim.world.SimTrace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando sim}. */
@Command(
    name = "sim",
    description = {
      "run whole clusters in the simulator and check what Pando promises",
      "",
      "Each seed determines a cluster, its clients' work and all faults, and gives the",
      "same run every time. The exit status is 1 if a promise was broken."
    })
public final class SimCommand implements Callable<Integer> {
  private static final int LAST_MOMENTS = 60;
  private static final int MOST_JOBS = 256;
  private static final int MOST_MUTANT_SEEDS = 200;
  private static final String ALL_MUTANTS = "all";
  private static final String RANDOM_MUTANTS = "random";
  private static final int MOST_RANDOM_MUTANTS = 5_000;

  private final CommandContext context;

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      description = "seeds from A to B; N stands for 1..N (default: 1..100)")
  private @Nullable String seeds;

  @Option(names = "--seed", paramLabel = "N", description = "only this seed")
  private @Nullable Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "start no seed after this time; without --seeds, run fresh ones until then")
  private double minutes;

  @Option(
      names = "--profile",
      paramLabel = "P",
      description = "${COMPLETION-CANDIDATES} (default: default, or swarm with --minutes)")
  private @Nullable Profile profile;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "seeds at a time, each on one thread (default: 1)")
  private int jobs = 1;

  @Option(
      names = "--trace",
      paramLabel = "LINES",
      arity = "0..1",
      fallbackValue = "4000",
      description = {
        "print the last events of every run, not only of those that fail (default: 4000);",
        "without heartbeats, beacons, and queries to monitors"
      })
  private int traceLines;

  @Option(names = "--trace-all", description = "show heartbeats, beacons and queries, too")
  private boolean traceAll;

  @Option(
      names = "--trace-file",
      paramLabel = "FILE",
      description = "write all events of the run to a file; with --seed")
  private @Nullable Path traceFile;

  @Option(
      names = "--probes",
      description = "report how often seeds reached each probe, a mark in a rare branch")
  private boolean probes;

  @Option(names = "--verify", description = "run each seed twice, and compare the traces")
  private boolean verify;

  @Option(
      names = "--mutants",
      paramLabel = "NAME",
      arity = "0..1",
      fallbackValue = ALL_MUTANTS,
      description = {
        "plant bugs into the code, one at a time, and run seeds until one detects it (default:",
        "all bugs, seeds 1..200); the exit status is 1 if a bug is not detected.",
        "'random': random changes of the compiled code, against seeds of the profile swarm"
      })
  private @Nullable String mutants;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "random mutants to draw (default: ${DEFAULT-VALUE})")
  private int count = 100;

  @Option(
      names = "--mutation-seed",
      paramLabel = "S",
      description = "seed of the random mutants (default: ${DEFAULT-VALUE})")
  private long mutationSeed = 1;

  @Option(
      names = "--killed",
      paramLabel = "FILE",
      description = {
        "results of the unit tests for the same random mutants, as bench/mutants.sh makes them:",
        "mutants that tests killed are not simulated"
      })
  private @Nullable Path killed;

  @Option(
      names = "--shrink",
      description = {
        "look for a smaller run than that of --seed that breaks the same promise: fewer nodes,",
        "clients, faults and settings; and print its events"
      })
  private boolean shrink;

  @Option(
      names = "--shrink-runs",
      paramLabel = "N",
      description = "runs that --shrink may try (default: ${DEFAULT-VALUE})")
  private int shrinkRuns = 300;

  public SimCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    checkOptions();
    try (LogSetup.Silence _ = LogSetup.silence()) {
      if (shrink && seed != null) {
        return new ShrinkReport(context).run(seed, chosenProfile(), shrinkRuns);
      }
      return mutants == null ? campaign() : hunt(mutants);
    }
  }

  private int campaign() throws InterruptedException, ExecutionException {
    try (TraceFile file = traceFile == null ? null : TraceFile.create(traceFile)) {
      return campaign(file);
    }
  }

  private int campaign(@Nullable TraceFile file) throws InterruptedException, ExecutionException {
    Campaign campaign = new Campaign(order(file));
    SimReport report = new SimReport(context, campaign, probes);
    ProgressLine progress = new ProgressLine(context.console());
    Thread onInterrupt =
        new Thread(() -> {
          campaign.stop();
          progress.clear();
          report.summary();
          context.console().out().flush();
        });
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try {
      campaign.run(outcome -> onOutcome(outcome, report, progress));
    } finally {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    }
    progress.clear();
    report.summary();
    return campaign.sum().violations() == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private void onOutcome(RunOutcome outcome, SimReport report, ProgressLine progress) {
    if (traceLines > 0 || !outcome.violations().isEmpty()) {
      synchronized (this) {
        progress.clear();
        report.failure(outcome);
      }
    }
    progress.show(report.progress());
  }

  private int hunt(String name) throws InterruptedException, ExecutionException {
    if (name.equals(RANDOM_MUTANTS)) {
      return huntRandom();
    }
    List<Mutant> hunted =
        Mutants.all().stream()
            .filter(mutant -> name.equals(ALL_MUTANTS) || mutant.name().equals(name))
            .toList();
    if (hunted.isEmpty()) {
      throw UserError.usage("there is no mutant '%s'; there are %s".formatted(name, Mutants.all()));
    }
    MutantReport report = new MutantReport(context);
    int parallel = Math.min(jobs, hunted.size());
    new Hunts(hunted, Mutants.all(), range(MOST_MUTANT_SEEDS), parallel).run(report::add);
    return report.summary() ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private int huntRandom() throws InterruptedException, ExecutionException {
    List<Mutant> drawn = new ArrayList<>(RandomMutants.draw(count, mutationSeed));
    if (killed != null) {
      Set<String> names = KilledMutants.read(killed);
      drawn.removeIf(mutant -> names.contains(mutant.name()));
    }
    if (drawn.isEmpty()) {
      context.print("the unit tests killed all of these mutants: none is left for seeds");
      return ExitStatus.OK;
    }
    MutantReport report = new MutantReport(context);
    ProgressLine progress = new ProgressLine(context.console());
    Sightings sightings =
        new Hunts(drawn, drawn, range(MOST_MUTANT_SEEDS), jobs)
            .runWhereReached(
                seeds -> progress.show(seeds + " seeds run without mutants"),
                result -> {
                  progress.clear();
                  report.add(result);
                });
    progress.clear();
    List<Long> unsound = sightings.unsound();
    if (!unsound.isEmpty()) {
      context.print("not used, since they fail without mutants: seeds " + unsound);
    }
    return report.summary() ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private void checkOptions() {
    UserError.checkRange("--count", count, 1, MOST_RANDOM_MUTANTS);
    if (seed != null && seeds != null) {
      throw UserError.usage("--seed and --seeds exclude each other");
    }
    if (shrink && (seed == null || mutants != null || traceFile != null)) {
      throw UserError.usage("--shrink takes the run of one seed: give --seed, and no other work");
    }
    if (killed != null && !RANDOM_MUTANTS.equals(mutants)) {
      throw UserError.usage("--killed belongs to --mutants random");
    }
    if (shrinkRuns < 1) {
      throw UserError.usage("--shrink-runs must be positive, is " + shrinkRuns);
    }
    if (traceFile != null && (seed == null || mutants != null)) {
      throw UserError.usage("--trace-file takes the trace of one seed: give --seed, no --mutants");
    }
    UserError.checkRange("--jobs", jobs, 1, MOST_JOBS);
    if (minutes < 0 || minutes > TimeUnit.DAYS.toMinutes(30)) {
      throw UserError.usage("--minutes must be positive and at most a month, is " + minutes);
    }
  }

  private Campaign.Order order(@Nullable TraceFile file) {
    return new Campaign.Order(
        chosenProfile(),
        range(minutes > 0 ? Long.MAX_VALUE : 100),
        (long) (minutes * 60e9),
        jobs,
        verify,
        new TraceView(
            traceAll ? SimTrace.Part.ALL : SimTrace.Part.NOTABLE,
            Math.max(LAST_MOMENTS, traceLines),
            file));
  }

  private Profile chosenProfile() {
    Profile usual = minutes > 0 ? Profile.SWARM : Profile.DEFAULT;
    return profile == null ? usual : profile;
  }

  private SeedRange range(long usualLast) {
    if (seed != null) {
      return new SeedRange(seed, seed);
    }
    if (seeds == null) {
      return new SeedRange(1, usualLast);
    }
    return SeedRange.parse(seeds)
        .orElseThrow(
            () -> UserError.usage("--seeds takes a range such as 1..500, not '" + seeds + "'"));
  }
}
