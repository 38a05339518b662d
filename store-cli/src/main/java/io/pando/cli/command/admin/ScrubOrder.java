package io.pando.cli.command.admin;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.output.PrintableNames;
import io.pando.cli.output.ProgressLine;
import io.pando.client.Admin;
import io.pando.client.PandoException;
import io.pando.group.ScrubKind;
import io.pando.id.PgId;
import io.pando.report.group.CopyFault;
import io.pando.report.group.GroupRecovery;
import io.pando.report.group.GroupReport;
import io.pando.report.group.GroupScrub;
import io.pando.report.group.InconsistentObject;
import java.time.Duration;
import java.util.stream.Collectors;

/** Requests a scrub of a group, and optionally waits for its end. */
record ScrubOrder(CommandContext context, Admin admin, PgId group, ScrubKind kind) {
  private static final Duration PATIENCE = Duration.ofDays(7);

  /**
   * Requests the scrub. The exit status of a scrub that was waited for tells whether copies still
   * differ.
   */
  int give(boolean wait) {
    long number = admin.scrub(group, kind);
    if (!wait) {
      tellOrdered();
      return ExitStatus.OK;
    }
    GroupScrub end = await(number);
    long left = end.record().found().inconsistent();
    if (context.json()) {
      context.printJson(
          json("over")
              .put("objects_differing", end.lastFound())
              .put("objects_left", left)
              .put("objects", end.inconsistent().stream().map(ScrubOrder::line).toList()));
    } else {
      context.printf(
          "pg %s: %s finished, %d inconsistent objects found, %d left",
          group, words(), end.lastFound(), left);
      end.inconsistent().forEach(object -> context.print("  " + line(object)));
    }
    return left == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private void tellOrdered() {
    context.print(
        () -> json("ordered"),
        () ->
            context.printf(
                "pg %s: %s requested; pg query %s shows its progress", group, words(), group));
  }

  private Json json(String state) {
    return new Json().put("pgid", group.toString()).put("kind", words()).put("state", state);
  }

  private String words() {
    return switch (kind) {
      case NONE, LIGHT -> "scrub";
      case PREVIEW -> "comparison";
      case SESSION -> "repair session";
      case DEEP -> "deep scrub";
      case REPAIR -> "repair";
    };
  }

  private GroupScrub await(long number) {
    ProgressLine progress = new ProgressLine(context.console());
    try {
      if (!BoundedWait.until(PATIENCE, () -> isOver(number, progress))) {
        throw UserError.failed("pg " + group + ": the " + words() + " has not finished yet");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw UserError.failed("interrupted; the " + words() + " of pg " + group + " continues");
    } finally {
      progress.clear();
    }
    return admin.queryGroup(group).scrub();
  }

  /**
   * Whether the scrub and the repair of its findings have ended; repairs may end after the scrub.
   */
  private boolean isOver(long number, ProgressLine progress) {
    GroupReport report;
    try {
      report = admin.queryGroup(group);
    } catch (PandoException.Timeout | PandoException.Unavailable notNow) {
      progress.show("pg " + group + " does not answer: " + notNow.getMessage());
      return false;
    }
    GroupScrub scrub = report.scrub();
    String waits = scrub.waitsFor().isEmpty() ? "" : ", waits for " + scrub.waitsFor();
    progress.show(
        "pg %s: %s %d.%d%%%s"
            .formatted(
                group, words(), scrub.doneThousandths() / 10, scrub.doneThousandths() % 10, waits));
    boolean lacks = report.replicas().missing().values().stream().anyMatch(missing -> missing > 0);
    if (lacks && isAllLost(report)) {
      throw UserError.failed(endOfWait(report, number));
    }
    return scrub.record().finished() >= number && !lacks;
  }

  private String endOfWait(GroupReport report, long number) {
    String scrub =
        report.scrub().record().finished() < number
            ? words() + " begins once the group is clean"
            : words() + " has finished";
    return ("pg %s has %d lost objects, and the %s: overwrite or remove them, or end their loss"
            + " with 'pando pg lost'; 'pando pg query %s' lists them")
        .formatted(group, report.stats().lost(), scrub, group);
  }

  /** Whether recovery has done all that it can: objects are left that no OSD can send. */
  private static boolean isAllLost(GroupReport report) {
    GroupRecovery recovery = report.replicas().recovery();
    return report.stats().lost() > 0 && recovery.underWay() == 0 && recovery.waiting() == 0;
  }

  /** An object, its bad copies, and the errors of each. */
  static String line(InconsistentObject object) {
    String copies = object.bad().stream().map(ScrubOrder::words).collect(Collectors.joining(", "));
    String good = object.provable() ? "" : ", it cannot be determined which copy is good";
    String name = PrintableNames.name(object.object().name());
    return name + " at " + object.version() + ": " + copies + good;
  }

  private static String words(InconsistentObject.BadCopy copy) {
    String faults = copy.faults().stream().map(CopyFault::label).collect(Collectors.joining("+"));
    return "%s %s (%s)".formatted(copy.member(), faults, copy.detail());
  }
}
