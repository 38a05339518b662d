package io.pando.bench.study;

import io.pando.bench.study.plan.ResultFile;
import io.pando.bench.study.plan.StudyCase;
import io.pando.bench.study.plan.StudyPlan;
import io.pando.bench.study.plan.StudyResult;
import io.pando.bench.study.report.StudyReport;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.config.OsdSettings;
import io.pando.cli.daemon.DaemonException;
import io.pando.cli.daemon.ErasureKernel;
import io.pando.client.PandoException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The study from its options to its report. */
final class StudyRun {
  private static final double LEAST_SCALE = 0.001;
  private static final double MOST_SCALE = 100;

  private final CommandContext context;
  private final StudyOptions options;
  private int failures;

  StudyRun(CommandContext context, StudyOptions options) {
    this.context = context;
    this.options = options;
  }

  int run() throws IOException, InterruptedException {
    if (!(options.scale >= LEAST_SCALE && options.scale <= MOST_SCALE)) {
      throw UserError.usage(
          "--scale must be %s to %s, is %s".formatted(LEAST_SCALE, MOST_SCALE, options.scale));
    }
    StudyPlan whole = StudyPlan.of(options.scale, fastKernel());
    StudyPlan plan = whole.select(options.cases);
    if (plan.cases().isEmpty()) {
      throw UserError.usage(
          "no case has a name like '%s'; --list shows the names".formatted(options.cases));
    }
    List<PeerCommand> peers = options.peers.stream().map(PeerCommand::parse).toList();
    if (options.list) {
      plan.cases().forEach(at -> context.print(context.json() ? ResultFile.line(at) : at.name()));
      return ExitStatus.OK;
    }
    Path out = options.out;
    if (out == null) {
      throw UserError.usage("--study needs a directory for its results: --out DIR");
    }
    Path page = options.page;
    if (page != null && !Files.isRegularFile(page)) {
      throw UserError.usage("--page %s: there is no such file".formatted(page));
    }
    ResultFile file = new ResultFile(out.resolve(ResultFile.NAME));
    if (options.reportOnly) {
      if (!Files.exists(file.path())) {
        throw UserError.usage(
            "there is no %s; run the study without --report-only first".formatted(file.path()));
      }
    } else {
      Files.createDirectories(out);
      measure(plan, peers, file);
    }
    report(whole, file, out, page);
    return failures == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  /**
   * The fastest kernel besides the plain one; OSDs can be started with the module of the second.
   */
  private static String fastKernel() {
    OsdSettings.Kernel isal = OsdSettings.Kernel.ISAL;
    return (ErasureKernel.isAvailable(isal) ? isal : OsdSettings.Kernel.VECTOR).label();
  }

  private void measure(StudyPlan plan, List<PeerCommand> peers, ResultFile file)
      throws IOException, InterruptedException {
    List<StudyResult> done = file.read();
    int number = 0;
    for (StudyCase at : plan.cases()) {
      String title = "case %d of %d, %s".formatted(++number, plan.cases().size(), at.name());
      if (isDone(done, StudyResult.PANDO, at)) {
        say(title + ": has a result");
      } else {
        attempt(title, file, () -> measureHere(title, at));
      }
      for (PeerCommand peer : peers) {
        if (at.group().equals(StudyPlan.PAPER) && !isDone(done, peer.name(), at)) {
          String whose = title + ", " + peer.name();
          say(whose + ": runs " + peer.command());
          attempt(whose, file, () -> peer.run(at));
        }
      }
    }
    if (failures > 0) {
      say(failures + " cases failed; the same command runs them again");
    }
  }

  private static boolean isDone(List<StudyResult> results, String system, StudyCase at) {
    return results.stream()
        .anyMatch(result -> result.system().equals(system) && result.at().equals(at));
  }

  private interface Measurement {
    StudyResult run() throws DaemonException, IOException, InterruptedException;
  }

  /** A case that fails does not end the study. */
  private void attempt(String title, ResultFile file, Measurement measurement)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    StudyResult result;
    try {
      result = measurement.run();
    } catch (UserError | PandoException | DaemonException failed) {
      failures++;
      say(title + " failed: " + failed.getMessage());
      return;
    }
    file.append(result);
    say(title + ": " + summary(result) + after(began));
    if (context.json()) {
      context.print(ResultFile.line(result));
    }
  }

  private StudyResult measureHere(String title, StudyCase at)
      throws DaemonException, IOException, InterruptedException {
    long began = System.nanoTime();
    StudyTrial.Site site = new StudyTrial.Site(null, context.console().err());
    return StudyTrial.run(at, site, what -> say(title + ": " + what + after(began)));
  }

  private static String summary(StudyResult result) {
    return result.wholeSeconds().isPresent()
        ? String.format(Locale.ROOT, "clean after %.1f s", result.wholeSeconds().getAsDouble())
        : "done";
  }

  private static String after(long beganNanos) {
    return String.format(Locale.ROOT, " (%.0f s)", (System.nanoTime() - beganNanos) / 1e9);
  }

  private void report(StudyPlan plan, ResultFile file, Path out, @Nullable Path page)
      throws IOException {
    StudyReport report = StudyReport.of(plan, file.read());
    report.write(out);
    if (page != null) {
      report.writeInto(page, out);
    }
    say("tables and plots are in " + out);
  }

  private void say(String what) {
    context.console().err().println("pando: " + what);
  }
}
