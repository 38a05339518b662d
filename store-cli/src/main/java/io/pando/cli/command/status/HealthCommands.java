package io.pando.cli.command.status;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.text.PeriodText;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.report.Health;
import io.pando.report.HealthCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando health …}: the cluster's problems, and mutes. */
public final class HealthCommands {
  private HealthCommands() {}

  /** The command with its subcommands. */
  public static CommandLine commands(CommandContext context) {
    return new CommandLine(new Summary(context))
        .addSubcommand(new Detail(context))
        .addSubcommand(new Mute(context))
        .addSubcommand(new Unmute(context));
  }

  @Command(name = "health", description = "show the cluster's problems, if any")
  private record Summary(CommandContext context) implements Callable<Integer> {
    @Override
    public Integer call() {
      return context.connected(cluster -> {
        Health health = cluster.admin().status().health();
        context.print(() -> StatusView.health(health), () -> context.print(line(health)));
      });
    }
  }

  @Command(
      name = "detail",
      description = "show each problem with a line for each item, and what to do")
  private record Detail(CommandContext context) implements Callable<Integer> {
    @Override
    public Integer call() {
      return context.connected(cluster -> {
        Health health = cluster.admin().status().health();
        context.print(() -> StatusView.health(health), () -> print(health));
      });
    }

    private void print(Health health) {
      context.print(line(health));
      health.checks().forEach(check -> print(health, check));
      health.mutes().stream()
          .filter(mute -> health.checks().stream().noneMatch(it -> it.code().equals(mute.code())))
          .forEach(mute -> context.print("(muted for later) " + StatusView.mute(mute)));
    }

    private void print(Health health, Health.Check check) {
      String level = check.severity() == Health.Severity.ERROR ? "ERR" : "WRN";
      String muted = health.muteOf(check).isPresent() ? "(muted) " : "";
      context.printf("%s[%s] %s: %s", muted, level, check.code(), check.summary());
      check.details().forEach(line -> context.print("    " + line));
      HealthCode.named(check.code())
          .ifPresent(code ->
              context.printf("    -> %s; see docs/health.md#%s", code.remedy(), code.anchor()));
    }
  }

  private static String line(Health health) {
    List<String> parts =
        new ArrayList<>(health.unmuted().stream().map(Health.Check::summary).toList());
    String muted = StatusView.mutes(health);
    String summaries = String.join("; ", parts);
    return health.word()
        + (summaries.isEmpty() ? "" : " " + summaries)
        + (muted.isEmpty() ? "" : " (" + muted + ")");
  }

  @Command(
      name = "mute",
      description = {
        "keep a problem from counting for the cluster's health",
        "The mute ends by itself when its time is over, when the problem gets worse, and when it "
            + "clears."
      })
  private static final class Mute implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(index = "0", paramLabel = "CODE", description = "code of the check: OSD_DOWN, ...")
    private @Nullable HealthCode code;

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "TTL",
        description = "time after which the mute ends: 90s, 15m, 12h, 7d (default: none)")
    private @Nullable String life;

    @Option(
        names = "--sticky",
        description = "stay muted when the problem gets worse or clears, until TTL or unmute")
    private boolean sticky;

    Mute(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      Duration until = life == null ? Duration.ZERO : parse(life);
      return context.connected(cluster -> accept(cluster, until));
    }

    private void accept(Cluster cluster, Duration until) {
      ChangeOutcome.Accepted accepted =
          cluster.admin().muteHealth(String.valueOf(code), until, sticky);
      context.print(
          () -> new Json().put("epoch", accepted.epoch()).put("note", accepted.note()),
          () -> context.print(accepted.note()));
    }

    private static Duration parse(String text) {
      return PeriodText.parse(text)
          .filter(time -> !time.isZero())
          .orElseThrow(() ->
              UserError.usage("TTL is a period such as 90s, 15m, 12h or 7d, not '" + text + "'"));
    }
  }

  @Command(name = "unmute", description = "let a muted problem count again")
  private static final class Unmute implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(index = "0", paramLabel = "CODE", description = "code of the check")
    private @Nullable HealthCode code;

    Unmute(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      return context.change(new Change.UnmuteHealth(String.valueOf(code)));
    }
  }
}
