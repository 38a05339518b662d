package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.socket.DaemonQuestion;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code pando daemon NAME QUESTION}: asks a daemon of this machine. */
@Command(
    name = "daemon",
    description = {
      "ask a daemon that runs on this machine, over its local socket%n",
      "ops       operations of clients that an OSD has not answered",
      "slow-ops  the last operations that took more than 30 s",
      "perf      all counters, timers and gauges of the daemon",
      "config    the settings with which it runs",
      "version   its release"
    })
public final class DaemonCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(index = "0", paramLabel = "NAME", description = "the daemon, such as osd.0 or mon.1")
  private String daemon = "";

  @Parameters(
      index = "1",
      paramLabel = "QUESTION",
      description = "ops, slow-ops, perf, config or version")
  private String question = "";

  public DaemonCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (!daemon.matches("(osd|mon)\\.[0-9]{1,9}")) {
      throw UserError.usage("'" + daemon + "' is not a daemon; give osd.N or mon.N");
    }
    JsonNode answer;
    try {
      answer = DaemonQuestion.ask(context.config(), daemon, question);
    } catch (IOException failure) {
      throw UserError.failed(String.valueOf(failure.getMessage()));
    }
    if (context.json() || !answer.isArray()) {
      context.printJson(answer);
    } else if (answer.isEmpty()) {
      context.print("none");
    } else {
      answer.forEach(this::printOperation);
    }
    return ExitStatus.OK;
  }

  private void printOperation(JsonNode operation) {
    context.printf(
        "%s  %s of %s on '%s' in group %s, for %.3f s",
        operation.path("request").asString(),
        operation.path("what").asString(),
        operation.path("client").asString(),
        operation.path("object").asString(),
        operation.path("group").asString(),
        operation.path("age_s").asDouble());
    String steps =
        operation
            .path("steps")
            .valueStream()
            .map(step ->
                "%s after %.3f s"
                    .formatted(step.path("what").asString(), step.path("after_s").asDouble()))
            .collect(Collectors.joining(", "));
    if (!steps.isEmpty()) {
      context.printf("    %s", steps);
    }
    String waits = operation.path("waits_for").asString();
    if (!waits.isEmpty()) {
      context.printf("    waits for %s", waits);
    }
  }
}
