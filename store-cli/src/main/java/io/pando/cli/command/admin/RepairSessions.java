package io.pando.cli.command.admin;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.command.status.StatusView;
import io.pando.cli.output.Json;
import io.pando.cli.output.ProgressLine;
import io.pando.client.Admin;
import io.pando.client.PandoException;
import io.pando.group.ScrubKind;
import io.pando.id.PgId;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.SessionCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Requests repair sessions of some groups, waits for them, and prints the results. */
final class RepairSessions {
  private static final Duration PATIENCE = Duration.ofDays(7);

  private final CommandContext context;
  private final Admin admin;
  private final ScrubKind kind;
  private final SortedMap<PgId, Long> open = new TreeMap<>();
  private final SortedMap<PgId, GroupScrub> ended = new TreeMap<>();

  RepairSessions(CommandContext context, Admin admin, ScrubKind kind) {
    this.context = context;
    this.admin = admin;
    this.kind = kind;
  }

  /** Runs the sessions; the exit status tells whether copies still differ at the end. */
  int run(List<PgId> groups) {
    groups.forEach(group -> open.put(group, admin.scrub(group, kind)));
    await();
    long left = ended.values().stream().mapToLong(end -> end.record().found().inconsistent()).sum();
    context.print(() -> json(left), () -> print(left));
    return left == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private void await() {
    int all = open.size();
    ProgressLine progress = new ProgressLine(context.console());
    try {
      if (!BoundedWait.until(PATIENCE, () -> areOver(all, progress))) {
        throw UserError.failed("not finished: " + open.keySet());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw UserError.failed("interrupted; the sessions of " + open.size() + " groups continue");
    } finally {
      progress.clear();
    }
  }

  private boolean areOver(int all, ProgressLine progress) {
    for (Map.Entry<PgId, Long> each : new TreeMap<>(open).entrySet()) {
      PgId group = each.getKey();
      GroupReport report;
      try {
        report = admin.queryGroup(group);
      } catch (PandoException.Timeout | PandoException.Unavailable notNow) {
        progress.show("pg " + group + " does not answer: " + notNow.getMessage());
        return false;
      }
      GroupScrub scrub = report.scrub();
      boolean recovers =
          report.replicas().missing().values().stream().anyMatch(missing -> missing > 0);
      if (scrub.record().finished() < each.getValue() || recovers) {
        String waits = scrub.waitsFor().isEmpty() ? "" : " waits for " + scrub.waitsFor();
        progress.show("%d of %d groups; pg %s%s".formatted(ended.size(), all, group, waits));
        return false;
      }
      open.remove(group);
      ended.put(group, scrub);
    }
    return true;
  }

  private SessionCost cost() {
    return ended.values().stream()
        .map(GroupScrub::session)
        .reduce(SessionCost.NOTHING, SessionCost::plus);
  }

  private long found() {
    return ended.values().stream().mapToLong(GroupScrub::lastFound).sum();
  }

  private void print(long left) {
    differing().forEach(line -> context.print("pg " + line));
    SessionCost cost = cost();
    context.printf(
        "%s compared in %s, %s; %s differed, %s listed",
        StatusView.counted(ended.size(), "group"),
        StatusView.counted(cost.rounds(), "round"),
        StatusView.counted(cost.bytes(), "byte"),
        StatusView.counted(cost.parts(), "part"),
        StatusView.counted(cost.listed(), "object"));
    context.print(
        kind == ScrubKind.PREVIEW
            ? "objects that differ: " + found()
            : "objects that differed: %d, left: %d".formatted(found(), left));
  }

  private Json json(long left) {
    SessionCost cost = cost();
    return new Json()
        .put("groups", ended.size())
        .put("rounds", cost.rounds())
        .put("comparison_bytes", cost.bytes())
        .put("parts", cost.parts())
        .put("objects_listed", cost.listed())
        .put("objects_differing", found())
        .put("objects_left", left)
        .put("objects", differing());
  }

  private List<String> differing() {
    List<String> lines = new ArrayList<>();
    ended.forEach((group, end) ->
        end.inconsistent().forEach(object -> lines.add(group + ": " + ScrubOrder.line(object))));
    return lines;
  }
}
