package io.pando.cli.command.pool;

import io.pando.cli.output.Json;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.PoolRemoval;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Output of removed pools. */
public final class RemovedPools {
  private RemovedPools() {}

  /** A line for people: the end of the grace, and the command that restores the pool. */
  public static String line(PoolInfo pool) {
    return "pool %s '%s' keeps its data until %s (pool restore %s)"
        .formatted(pool.id(), pool.name(), until(pool), pool.name());
  }

  /** The JSON form. */
  public static Json json(PoolInfo pool) {
    return new Json()
        .put("pool_id", pool.id().value())
        .put("pool_name", pool.name())
        .put("restorable_until", until(pool));
  }

  private static String until(PoolInfo pool) {
    PoolRemoval removal = pool.removal();
    return removal == null
        ? ""
        : Instant.ofEpochMilli(removal.untilMillis()).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
