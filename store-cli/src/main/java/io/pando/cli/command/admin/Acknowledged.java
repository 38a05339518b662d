package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.config.ConfigException;
import io.pando.cli.output.Json;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;

/** Requests a change of the cluster map, and prints the outcome. */
final class Acknowledged {
  private Acknowledged() {}

  static int change(CommandContext surroundings, Change change) throws ConfigException {
    try (Cluster cluster = surroundings.connect()) {
      ChangeOutcome.Accepted accepted = cluster.admin().change(change);
      if (surroundings.json()) {
        surroundings.printJson(
            new Json().put("epoch", accepted.epoch()).put("note", accepted.note()).map());
      } else if (!accepted.note().isEmpty()) {
        surroundings.print(accepted.note());
      }
    }
    return ExitStatus.OK;
  }
}
