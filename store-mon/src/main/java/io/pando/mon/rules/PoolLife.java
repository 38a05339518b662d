package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.PoolRemoval;
import io.pando.cluster.files.FileSystem;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Removal and restoration of pools.
 *
 * <pre>
 *   in use ──remove──▶ removed ──grace over, or purge──▶ gone: OSDs delete its data
 *     ▲                   │
 *     └─────restore───────┘
 * </pre>
 *
 * <p>A removed pool stays in the map, so that its groups are placed, peered and recovered as
 * before: its data follows every change of the map, and is complete when the pool is restored.
 */
final class PoolLife {
  private PoolLife() {}

  static Decision remove(MonitorState state, Change.DeletePool delete, Terms terms) {
    if (!delete.name().equals(delete.confirmation())) {
      return new Decision.Rejected(
          ("pool '%s' is not removed: removing it destroys all its objects, so give its name a second"
                  + " time to confirm")
              .formatted(delete.name()));
    }
    Optional<PoolInfo> pool = state.map().poolNamed(delete.name());
    if (pool.isEmpty()) {
      return new Decision.Accepted(state, "pool '" + delete.name() + "' does not exist");
    }
    if (pool.get().options().noDelete()) {
      return new Decision.Rejected(
          "pool '%s' is protected by nodelete (clear it: pool set %s nodelete false)"
              .formatted(delete.name(), delete.name()));
    }
    Optional<FileSystem> user = state.map().files().using(pool.get().id());
    if (user.isPresent()) {
      return new Decision.Rejected(
          "pool '%s' is in use by %s: remove that first (fs rm %s %s)"
              .formatted(delete.name(), user.get(), user.get().name(), user.get().name()));
    }
    long graceMillis = terms.settings().pools().removedPoolGraceMillis();
    if (graceMillis == 0) {
      return gone(state, List.of(pool.get()), terms, "pool '" + delete.name() + "' removed");
    }
    long untilMillis = terms.nowMillis() + graceMillis;
    PoolInfo removed = pool.get().withRemoval(new PoolRemoval(terms.nowMillis(), untilMillis));
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.PutPool(removed)), terms),
        String.format(
            "pool '%s' removed; its data are kept until %s, until then it can be restored (pool"
                + " restore %s) or deleted for good (pool rm %s %s --now)",
            delete.name(), time(untilMillis), delete.name(), delete.name(), delete.name()));
  }

  static Decision restore(MonitorState state, Change.RestorePool restore, Terms terms) {
    ClusterMap map = state.map();
    Optional<PoolInfo> removed =
        map.removedPools().stream()
            .filter(pool -> pool.name().equals(restore.name()))
            .max(Comparator.comparingLong(PoolLife::sinceMillis).thenComparing(PoolInfo::id));
    boolean taken = map.poolNamed(restore.newName()).isPresent();
    if (removed.isEmpty()) {
      return taken
          ? new Decision.Accepted(state, "pool '" + restore.newName() + "' is in use")
          : new Decision.Rejected(
              "no removed pool is called '%s' (pool ls --removed shows those that can be restored)"
                  .formatted(restore.name()));
    }
    if (taken) {
      return new Decision.Rejected(
          String.format(
              "another pool is called '%s' by now: restore pool %s under another name (pool restore"
                  + " %s --as NEW)",
              restore.newName(), removed.get().id(), restore.name()));
    }
    Optional<String> objection = PoolRules.objectionToName(restore.newName());
    if (objection.isPresent()) {
      return new Decision.Rejected(objection.get());
    }
    PoolInfo again = removed.get().withRemoval(null).withName(restore.newName());
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.PutPool(again)), terms),
        "pool '" + restore.newName() + "' is restored");
  }

  static Decision purge(MonitorState state, Change.PurgePool purge, Terms terms) {
    PoolInfo pool = state.map().pools().get(purge.pool());
    if (pool == null) {
      return new Decision.Accepted(state, "there is no pool " + purge.pool());
    }
    if (!pool.isRemoved()) {
      return new Decision.Rejected(
          String.format(
              "pool %s, '%s', is in use: remove it first (pool rm %s %s)",
              pool.id(), pool.name(), pool.name(), pool.name()));
    }
    return gone(state, List.of(pool), terms, "data of pool '" + pool.name() + "' are deleted");
  }

  /** Time has passed: deletes the removed pools whose grace is over. */
  static Decision expire(Decision ticked, Terms terms) {
    if (!(ticked instanceof Decision.Accepted(MonitorState state, String note))) {
      return ticked;
    }
    List<PoolInfo> over =
        state.map().removedPools().stream()
            .filter(pool -> untilMillis(pool) <= terms.nowMillis())
            .toList();
    return over.isEmpty()
        ? ticked
        : gone(state, over, terms, note + "data of " + over.size() + " removed pools are deleted");
  }

  private static Decision gone(MonitorState state, List<PoolInfo> pools, Terms terms, String note) {
    List<Incremental.RemovePool> edits =
        pools.stream().map(pool -> new Incremental.RemovePool(pool.id())).toList();
    return new Decision.Accepted(state.advance(edits, terms), note);
  }

  private static long sinceMillis(PoolInfo pool) {
    PoolRemoval removal = pool.removal();
    return removal == null ? 0 : removal.sinceMillis();
  }

  private static long untilMillis(PoolInfo pool) {
    PoolRemoval removal = pool.removal();
    return removal == null ? Long.MAX_VALUE : removal.untilMillis();
  }

  private static Instant time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS);
  }
}
