package io.pando.cli.command.admin;

import io.pando.cli.output.Json;
import io.pando.cluster.Pool;
import io.pando.cluster.PoolRemoval;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** How removed pools are shown. */
final class RemovedPools {
  private RemovedPools() {}

  /** For people: until when the pool can be restored, and how. */
  static String line(Pool pool) {
    return "pool %s '%s' keeps its data until %s (pool restore %s)"
        .formatted(pool.id(), pool.name(), until(pool), pool.name());
  }

  /** For programs. */
  static Map<String, ?> json(Pool pool) {
    return new Json()
        .put("pool_id", pool.id().value())
        .put("pool_name", pool.name())
        .put("restorable_until", until(pool))
        .map();
  }

  private static String until(Pool pool) {
    PoolRemoval removal = pool.removal();
    return removal == null
        ? ""
        : Instant.ofEpochMilli(removal.untilMillis()).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
