package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.client.Cluster;
import io.pando.cluster.PoolInfo;
import io.pando.group.ScrubKind;
import io.pando.id.PgId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code pando repair}: compares the replicas of clean groups by their hash trees, and repairs
 * them.
 */
@Command(
    name = "repair",
    description = "compare replicas by their hash trees, and repair what differs",
    footer = {
      "",
      "Compares the hash trees of all members of each placement group: one message to",
      "each member if the trees are equal, and more only for the parts that differ.",
      "There objects are listed and read, and copies that are provably bad are",
      "replaced. Clients keep working. A group that is not clean is compared when it is",
      "clean. OSDs do the same every osd.repair_every, and at once when a replica has",
      "diverged.",
      "",
      "Hash trees describe what OSDs wrote. Damage to what is stored is found by scrubs:",
      "see pando pg scrub and pando pg deep-scrub.",
      "",
      "Fails if copies still differ at the end."
    })
public final class GroupRepairCommand implements Callable<Integer> {
  private final CommandContext context;

  @Parameters(
      arity = "0..1",
      paramLabel = "POOL|PG",
      description = "a pool, or a group such as 1.2f (default: all pools)")
  private @Nullable String target;

  @Option(names = "--preview", description = "only report what differs, repair nothing")
  private boolean preview;

  public GroupRepairCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    try (Cluster cluster = context.connect()) {
      return new RepairSessions(
              context, cluster.admin(), preview ? ScrubKind.PREVIEW : ScrubKind.SESSION)
          .run(groups(cluster));
    }
  }

  private List<PgId> groups(Cluster cluster) {
    List<PgId> groups = new ArrayList<>();
    for (PoolInfo pool : cluster.admin().map().livePools()) {
      for (int seed = 0; seed < pool.groupCount(); seed++) {
        PgId group = new PgId(pool.id(), seed);
        if (target == null || target.equals(pool.name()) || target.equals(group.toString())) {
          groups.add(group);
        }
      }
    }
    if (groups.isEmpty() && target != null) {
      throw UserError.failed(
          "there is no pool and no placement group '%s': see pando pool ls and pando pg ls"
              .formatted(target));
    }
    return groups;
  }
}
