package io.pando.bench.sim;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.LogSetup;
import io.pando.cli.output.ProgressLine;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pando soak}. */
@Command(
    name = "soak",
    description = {
      "simulate the kept seeds of every profile, then fresh seeds",
      "",
      "Takes longer than the tests: run it before a change is called done, and put its last lines",
      "into the note of the change. The exit status is 1 if a promise was broken."
    })
public final class SoakCommand implements Callable<Integer> {
  private static final int MOST_JOBS = 256;

  /**
   * Fresh seeds begin at this multiple of the current minute, so that soaks do not repeat each
   * other's seeds.
   */
  private static final long SEEDS_PER_MINUTE = 1_000;

  private final CommandContext context;

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      description = "kept seeds of every profile; N stands for 1..N (default: 1..200)")
  private String seeds = "1..200";

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description =
          "time for fresh seeds, half of it for swarm; 0: none (default: ${DEFAULT-VALUE})")
  private double minutes = 20;

  @Option(
      names = "--fresh-from",
      paramLabel = "SEED",
      description = "the first fresh seed (default: by the clock)")
  private @Nullable Long freshFrom;

  @Option(
      names = "--profiles",
      paramLabel = "P",
      split = ",",
      description = "${COMPLETION-CANDIDATES}, separated by commas (default: all)")
  private List<Profile> profiles = List.of(Profile.values());

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "seeds at a time, each on one thread (default: one for each processor)")
  private int jobs = Math.min(MOST_JOBS, Runtime.getRuntime().availableProcessors());

  public SoakCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException, ExecutionException {
    Soak.Order order = order();
    Path home = Path.of(System.getProperty("pando.home", "."));
    SoakSummary summary = new SoakSummary(SourceCommit.at(home), ProbeReport::of);
    ProgressLine progress = new ProgressLine(context.console());
    Soak soak =
        new Soak(
            order,
            SoakCommand::cpuNanos,
            (campaign, outcome) -> onOutcome(campaign, outcome, progress),
            summary::add);
    Thread onInterrupt =
        new Thread(() -> {
          soak.stop().ifPresent(summary::add);
          summary.cutOff();
          progress.clear();
          print(summary);
        });
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try (LogSetup.Silence _ = LogSetup.silence()) {
      soak.run();
    } finally {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    }
    progress.clear();
    print(summary);
    return summary.isGood() ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private Soak.Order order() {
    SeedRange kept =
        SeedRange.parse(seeds)
            .orElseThrow(
                () -> UserError.usage("--seeds takes a range such as 1..200, not '" + seeds + "'"));
    UserError.checkRange("--jobs", jobs, 1, MOST_JOBS);
    if (!(minutes >= 0 && minutes <= TimeUnit.DAYS.toMinutes(30))) {
      throw UserError.usage("--minutes must be 0 to 43200, a month, is " + minutes);
    }
    if (freshFrom != null && freshFrom < 1) {
      throw UserError.usage("--fresh-from must be at least 1, is " + freshFrom);
    }
    return new Soak.Order(profiles, kept, firstFresh(kept), (long) (minutes * 60e9), jobs);
  }

  private long firstFresh(SeedRange kept) {
    if (freshFrom != null) {
      return freshFrom;
    }
    long minute = TimeUnit.MILLISECONDS.toMinutes(System.currentTimeMillis());
    return Math.max(kept.last() + 1, minute * SEEDS_PER_MINUTE);
  }

  /** Processor time of this process. */
  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  private void onOutcome(Campaign campaign, RunOutcome outcome, ProgressLine progress) {
    SimReport report = new SimReport(context, campaign, false);
    if (!outcome.violations().isEmpty()) {
      synchronized (this) {
        progress.clear();
        report.failure(outcome);
      }
    }
    progress.show(campaign.order().profile().label() + ": " + report.progress());
  }

  private void print(SoakSummary summary) {
    context.print(summary::json, () -> summary.lines().forEach(context::print));
    context.console().out().flush();
  }
}
