package io.pando.cli.command;

import io.pando.client.Cluster;
import io.pando.client.Pool;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option that selects a command's pool. */
public final class PoolChoice {
  @Option(
      names = {"-p", "--pool"},
      paramLabel = "POOL",
      description = "the pool (default: the only pool)")
  private @Nullable String name;

  /** Opens the pool. */
  public Pool open(Cluster cluster) {
    if (name != null) {
      return cluster.pool(name);
    }
    List<String> pools = cluster.pools();
    if (pools.isEmpty()) {
      throw UserError.failed("there is no pool yet. Create one with: pando pool create NAME");
    }
    if (pools.size() > 1) {
      throw UserError.usage(
          "there are several pools: choose one with -p POOL of " + String.join(", ", pools));
    }
    return cluster.pool(pools.getFirst());
  }
}
