package io.pando.cli.command.admin;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.id.OsdId;
import io.pando.report.group.Removal;
import java.time.Duration;
import java.util.List;

/** Drains OSDs, and reports when an OSD can be removed. */
record OsdRemoval(CommandContext context) {
  private static final int MOST_REASONS = 10;

  /** Prints whether the OSD can be removed without loss of data, and if not, why. */
  int safeToDestroy(OsdId osd) {
    try (Cluster cluster = context.connect()) {
      Removal removal = judge(cluster, osd);
      if (context.json()) {
        context.printJson(
            new Json()
                .put("osd", osd.value())
                .put("safe", removal.isSafe())
                .put("mapped_pgs", removal.mapped().size())
                .put("unclean_pgs", removal.unclean().size()));
      } else if (removal.isSafe()) {
        context.print(osd + " is safe to destroy: no data is only on it");
      } else {
        context.print(osd + " is not safe to destroy:");
        removal.reasons(MOST_REASONS).forEach(reason -> context.print("    " + reason));
      }
      return removal.isSafe() ? ExitStatus.OK : ExitStatus.FAILED;
    }
  }

  /** Marks an OSD out, and prints the progress until no data is left only on this OSD. */
  int drain(OsdId osd, Duration patience) throws InterruptedException {
    try (Cluster cluster = context.connect()) {
      cluster.admin().change(new Change.MarkOut(List.of(osd)));
      say(osd + " is out: its data moves to other OSDs");
      Told told = new Told(cluster, osd);
      if (patience.isZero()) {
        printJson(osd, false);
        return ExitStatus.OK;
      }
      if (!BoundedWait.until(patience, told::isSafe)) {
        throw UserError.failed(
            ("its data has not moved within %s s; the move continues (check again: pando osd"
                    + " safe-to-destroy %s)")
                .formatted(patience.toSeconds(), osd.value()));
      }
      printJson(osd, true);
      say(
          "%s is empty: stop its daemon, then remove it (pando osd purge %s --yes-i-really-mean-it)"
              .formatted(osd, osd.value()));
      return ExitStatus.OK;
    }
  }

  /** Prints a line for people; the JSON output has only the result. */
  private void say(String line) {
    if (!context.json()) {
      context.print(line);
    }
  }

  private void printJson(OsdId osd, boolean empty) {
    if (context.json()) {
      context.printJson(new Json().put("osd", osd.value()).put("out", true).put("empty", empty));
    }
  }

  private static Removal judge(Cluster cluster, OsdId osd) {
    if (!cluster.admin().map().osds().containsKey(osd)) {
      throw UserError.failed(osd + " does not exist (pando osd tree shows all)");
    }
    return Removal.of(cluster.admin().map(), cluster.admin().groups(), osd);
  }

  /** Prints the progress whenever it changes. */
  private final class Told {
    private final Cluster cluster;
    private final OsdId osd;
    private String last = "";

    Told(Cluster cluster, OsdId osd) {
      this.cluster = cluster;
      this.osd = osd;
    }

    boolean isSafe() {
      Removal removal = judge(cluster, osd);
      String now =
          String.format(
              "%d pgs belong to it, %d others are not clean",
              removal.mapped().size(), removal.unclean().size());
      if (!now.equals(last) && !removal.isSafe()) {
        say("    " + now);
      }
      last = now;
      return removal.isSafe();
    }
  }
}
