package io.pando.cli.command.admin;

import io.pando.cli.command.CommandContext;
import io.pando.cli.command.UserError;
import io.pando.cli.config.ConfigException;
import io.pando.client.Cluster;
import io.pando.cluster.Pool;
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
      "In each placement group the trees of all members are compared: one question",
      "and one answer if all is equal, and more only where it is not. Objects there",
      "are listed, read and judged, and copies that are provably bad replaced.",
      "Clients go on. A group that is not clean waits until it is. OSDs do the same",
      "by themselves every osd.repair_every, and at once when they notice that a",
      "replica has diverged.",
      "",
      "The trees tell what the OSDs believe to hold. What happened behind their",
      "backs is found by scrubs: see pando pg scrub and pando pg deep-scrub.",
      "",
      "Fails if copies differ in the end."
    })
public final class RepairCommand implements Callable<Integer> {
  private final CommandContext surroundings;

  @Parameters(
      arity = "0..1",
      paramLabel = "POOL|PG",
      description = "a pool, or a group such as 1.2f; all pools if it is not said")
  private @Nullable String target;

  @Option(names = "--preview", description = "only tell what differs, repair nothing")
  private boolean preview;

  /** Creates the command for one run of the program. */
  public RepairCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws ConfigException {
    try (Cluster cluster = surroundings.connect()) {
      return new RepairSessions(
              surroundings, cluster.admin(), preview ? ScrubKind.PREVIEW : ScrubKind.SESSION)
          .run(groups(cluster));
    }
  }

  private List<PgId> groups(Cluster cluster) {
    List<PgId> groups = new ArrayList<>();
    for (Pool pool : cluster.admin().map().livePools()) {
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
