package io.pando.mon.rules.erasure;

import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import java.util.List;
import java.util.Optional;

/** Which settings of a pool its erasure code forbids. */
public final class CodedSettings {
  /** Names by which operators may try to change a code. */
  private static final List<String> OF_CODE =
      List.of("erasure", "erasure_code_profile", "profile", "k", "m", "l", "stripe_unit");

  private CodedSettings() {}

  /** Why a setting cannot have a value because the pool has a code, or has none. */
  public static Optional<String> objection(PoolInfo pool, String key, String value) {
    if (OF_CODE.contains(key)) {
      return Optional.of(
          ("the erasure code of pool '%s' cannot change: make a new pool (pool create NAME --erasure"
                  + " PROFILE) and copy the objects")
              .formatted(pool.name()));
    }
    PoolCode code = pool.code();
    if (code == null) {
      return key.equals("fast_read") ? objectionToFastRead(pool) : Optional.empty();
    }
    return switch (key) {
      case "size" ->
          Optional.of(
              ("the size of pool '%s' is the number of fragments of %s and cannot change: make a new"
                      + " pool with another code (pool create NAME --erasure PROFILE) and copy the"
                      + " objects")
                  .formatted(pool.name(), code.parameters()));
      case "replication" ->
          value.equals(Replication.PRIMARY.label())
              ? Optional.empty()
              : Optional.of(
                  ("pool '%s' is erasure coded, and replication %s is for pools of replicas: its"
                          + " replication stays primary")
                      .formatted(pool.name(), value));
      default -> Optional.empty();
    };
  }

  private static Optional<String> objectionToFastRead(PoolInfo pool) {
    return Optional.of(
        ("fast_read is for erasure-coded pools: pool '%s' holds replicas, and its reads ask one copy"
                + " only; make an erasure-coded pool (pool create NAME --erasure PROFILE)")
            .formatted(pool.name()));
  }

  /** Why a pool with a code cannot have this min_size; empty if it can. */
  public static Optional<String> objectionToMinSize(String pool, PoolCode code, int minSize) {
    int least = code.alwaysDecodes();
    int most = code.positions();
    return minSize >= least && minSize <= most
        ? Optional.empty()
        : Optional.of(
            ("min_size of pool '%s' is %d: %s decodes with any %d of its %d fragments; choose %d to"
                    + " %d, usually %d")
                .formatted(
                    pool,
                    minSize,
                    code.parameters(),
                    least,
                    most,
                    least,
                    most,
                    code.usualMinSize()));
  }
}
