package io.pando.cli.command.pool;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.ExitStatus;
import io.pando.cli.command.UserError;
import io.pando.cli.output.Json;
import io.pando.client.Admin;
import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.cluster.PoolInfo;
import java.util.List;
import java.util.Optional;

/** Removes a pool and deletes its data without a grace in which it could be restored. */
final class PoolPurge {
  private PoolPurge() {}

  /** Purges the pool in use with that name; if there is none, all removed pools with that name. */
  static int of(CommandContext context, String name, String confirmation) {
    try (Cluster cluster = context.connect()) {
      Admin admin = cluster.admin();
      Optional<PoolInfo> inUse = admin.map().poolNamed(name);
      List<PoolInfo> doomed =
          inUse
              .map(List::of)
              .orElseGet(() ->
                  admin.map().removedPools().stream()
                      .filter(pool -> pool.name().equals(name))
                      .toList());
      if (inUse.isPresent()) {
        admin.change(new Change.DeletePool(name, confirmation));
      } else if (!name.equals(confirmation)) {
        throw UserError.failed(
            "the data of pool '" + name + "' is not deleted: give its name twice to confirm");
      }
      // By number: if the command is executed twice, it cannot hit another pool.
      doomed.forEach(pool -> admin.change(new Change.PurgePool(pool.id())));
      String note =
          doomed.isEmpty()
              ? "pool '" + name + "' does not exist"
              : "pool '" + name + "' removed, its data is deleted";
      context.print(
          () -> new Json().put("epoch", admin.map().epoch()).put("note", note),
          () -> context.print(note));
    }
    return ExitStatus.OK;
  }
}
