package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.cli.output.PrintableNames;
import io.pando.client.Admin;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import io.pando.report.group.GroupReport;
import io.pando.report.group.MissingObject;
import io.pando.report.group.MissingObject.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the loss of objects of a group, one after the other, and says which versions were lost. */
record LossOrder(CommandContext context, Admin admin, PgId group, ObjectOp.LossEnd end) {
  /** An object whose loss was ended. */
  private record Ended(String name, OpResult.LossEnded result) {}

  /**
   * Ends the losses.
   *
   * @param object name of the only object; null for all lost objects
   * @param sure whether the operator confirmed it; otherwise nothing is changed
   */
  int give(@Nullable String object, boolean sure) {
    List<MissingObject> lost = lost(object);
    if (lost.isEmpty()) {
      throw UserError.failed(objection(object));
    }
    if (!sure) {
      preview(lost);
      throw UserError.failed(
          "%d lost objects of pg %s would be %s. To confirm, add --yes-i-really-mean-it"
              .formatted(lost.size(), group, removes() ? "removed" : "set back"));
    }
    List<Ended> ended = new ArrayList<>();
    // A report names only some of many objects, so the next one names others.
    for (List<MissingObject> some = lost; !some.isEmpty(); some = lost(object)) {
      for (MissingObject each : some) {
        Ended one = new Ended(each.object().name(), admin.endLoss(group, each.object(), end));
        ended.add(one);
        if (!context.json()) {
          context.print(line(one.name(), one.result().lost(), one.result().kept()));
        }
      }
    }
    if (context.json()) {
      context.printJson(
          new Json()
              .put("pgid", group.toString())
              .put("ended", ended.stream().map(LossOrder::json).toList()));
    }
    return ExitStatus.OK;
  }

  private boolean removes() {
    return end == ObjectOp.LossEnd.DELETE;
  }

  private List<MissingObject> missing() {
    GroupReport report = admin.queryGroup(group);
    return report.replicas().missingObjects();
  }

  private List<MissingObject> lost(@Nullable String object) {
    return missing().stream()
        .filter(missing -> missing.state() == State.LOST)
        .filter(missing -> object == null || missing.object().name().equals(object))
        .toList();
  }

  private String objection(@Nullable String object) {
    List<MissingObject> others =
        missing().stream()
            .filter(missing -> object == null || missing.object().name().equals(object))
            .filter(missing -> missing.state() != State.RECOVERABLE)
            .toList();
    if (others.isEmpty()) {
      return "pg %s has no lost object%s".formatted(group, object == null ? "" : " of that name");
    }
    return "no object is lost: " + String.join("; ", others.stream().map(LossOrder::why).toList());
  }

  private static String why(MissingObject missing) {
    String name = PrintableNames.name(missing.object().name());
    return missing.state() == State.NO_ROOM
        ? name + " waits for space on a device"
        : "%s may be on %s: start what is down, or declare it lost (osd lost N)"
            .formatted(name, missing.search().awaited());
  }

  private void preview(List<MissingObject> lost) {
    if (!context.json()) {
      lost.forEach(each ->
          context.print(
              line(
                  each.object().name(),
                  each.version(),
                  removes() ? Version.ZERO : each.search().older())));
    }
  }

  private static String line(String name, Version lost, Version kept) {
    return "%s: version %s is lost, %s"
        .formatted(
            PrintableNames.name(name),
            lost,
            kept.equals(Version.ZERO) ? "the object is removed" : "it goes back to " + kept);
  }

  private static Json json(Ended ended) {
    return new Json()
        .put("object", ended.name())
        .put("lost", ended.result().lost().toString())
        .put("kept", ended.result().kept().toString());
  }
}
