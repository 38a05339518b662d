package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.SessionChoice;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.output.Table;
import io.pando.cli.text.PeriodText;
import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.fence.Fence;
import io.pando.cluster.fence.Fences;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pando fence …}. */
@Command(name = "fence", description = "the fence list: sessions of clients that OSDs refuse")
public record FenceCommands(CommandContext context) {
  private static final String SESSION =
      "number of the session, as N or client.N ('daemon osd.0 ops' shows clients)";

  @Command(
      name = "add",
      description = {
        "have OSDs refuse all operations of a session",
        "Its client must open a new session. What it changed before stays."
      })
  int add(
      @Parameters(paramLabel = "SESSION", description = SESSION) String session,
      @Option(
              names = "--for",
              paramLabel = "DURATION",
              description = "how long: 90s, 15m, 12h, 7d (default: monitor.fence_seconds, 1h)")
          @Nullable String duration,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              defaultValue = "",
              description = "why, for those who look at the list")
          String reason) {
    long lifeMillis = duration == null ? 0 : parse(duration).toMillis();
    return context.change(new Change.AddFence(SessionChoice.parse(session), lifeMillis, reason));
  }

  private static Duration parse(String text) {
    return PeriodText.parse(text)
        .filter(time -> !time.isZero())
        .orElseThrow(() ->
            UserError.usage(
                "DURATION is a period such as 90s, 15m, 12h or 7d, not '" + text + "'"));
  }

  @Command(name = "ls", description = "list the fenced sessions, until when, and why")
  int ls() {
    return context.connected(cluster -> {
      ClusterMap map = cluster.admin().map();
      context.print(() -> json(map), () -> print(map));
    });
  }

  private void print(ClusterMap map) {
    Table table = new Table().left("SESSION", "UNTIL", "REASON");
    map.fences()
        .bySession()
        .forEach(
            (session, fence) -> table.row(Fences.nameOf(session), until(fence), fence.reason()));
    table.print(context.console().out());
  }

  /** The JSON form of the fence list. */
  static List<Json> json(ClusterMap map) {
    List<Json> all = new ArrayList<>();
    map.fences()
        .bySession()
        .forEach((session, fence) ->
            all.add(
                new Json()
                    .put("session", Fences.nameOf(session))
                    .put("until", until(fence))
                    .put("reason", fence.reason())));
    return all;
  }

  /** When a fence ends, in seconds. */
  static String until(Fence fence) {
    return Instant.ofEpochMilli(fence.untilMillis()).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  @Command(
      name = "rm",
      description = {
        "end the fence of a session before its time",
        "Only if what the session may still do harms nothing. Its client stays closed if it "
            + "learned of the fence."
      })
  int rm(@Parameters(paramLabel = "SESSION", description = SESSION) String session) {
    return context.change(new Change.RemoveFence(SessionChoice.parse(session)));
  }
}
