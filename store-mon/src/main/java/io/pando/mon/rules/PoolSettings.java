package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Compression;
import io.pando.cluster.Incremental;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.crush.model.Rule;
import io.pando.id.MemberList;
import io.pando.mon.rules.erasure.CodedSettings;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * Changes one setting of a pool: {@code groups}, {@code size}, {@code min_size}, {@code
 * crush_rule}, {@code nodelete}, {@code replication}, {@code compression}, {@code fast_read}.
 */
final class PoolSettings {
  private PoolSettings() {}

  /** The pool with the new setting, or the reason why it is refused. */
  private sealed interface Wanted {
    record Is(PoolInfo pool) implements Wanted {}

    record Not(String reason) implements Wanted {}
  }

  static Decision set(MonitorState state, Change.SetPool set, Terms terms) {
    ClusterMap map = state.map();
    Optional<PoolInfo> known = map.poolNamed(set.name());
    if (known.isEmpty()) {
      return PoolRules.missing(set.name());
    }
    PoolInfo pool = known.get();
    return switch (wanted(map, pool, set)) {
      case Wanted.Not(String reason) -> new Decision.Rejected(reason);
      case Wanted.Is(PoolInfo changed) -> {
        String note = String.format("set pool %s %s to %s", pool.name(), set.key(), set.value());
        yield changed.equals(pool)
            ? new Decision.Accepted(state, note)
            : new Decision.Accepted(state.advance(edits(map, changed), terms), note);
      }
    };
  }

  /** Ends overrides of acting sets that are longer than the pool's new size. */
  private static List<Incremental.Edit> edits(ClusterMap map, PoolInfo changed) {
    List<Incremental.Edit> edits = new ArrayList<>();
    edits.add(new Incremental.PutPool(changed));
    map.actingOverrides()
        .forEach((group, acting) -> {
          if (group.pool().equals(changed.id()) && acting.positions().size() > changed.size()) {
            edits.add(new Incremental.OverrideActing(group, MemberList.EMPTY));
          }
        });
    return edits;
  }

  private static Wanted wanted(ClusterMap map, PoolInfo pool, Change.SetPool set) {
    String value = set.value();
    Optional<String> byCode = CodedSettings.objection(pool, set.key(), value);
    if (byCode.isPresent()) {
      return new Wanted.Not(byCode.get());
    }
    return switch (set.key()) {
      case "size" -> number("size", value, size -> size(map, pool, size));
      case "min_size" -> number("min_size", value, minSize -> minSize(pool, minSize));
      case "crush_rule" -> rule(map, pool, value);
      case "nodelete" -> truth("nodelete", value, pool::withNoDelete);
      case "replication" ->
          known(
              Replication.labelled(value).map(pool::withReplication),
              "the replication of a pool is primary, chain or splay, not '" + value + "'");
      // Applies to objects written from now on.
      case "compression" ->
          known(
              Compression.labelled(value).map(pool::withCompression),
              "the compression of a pool is none, lz4 or zstd, not '" + value + "'");
      // Applies to reads that begin from now on.
      case "fast_read" -> truth("fast_read", value, pool::withFastRead);
      case "groups", "pg_num" -> number("group count", value, count -> groups(map, pool, count));
      case "pgp_num" ->
          new Wanted.Not(
              "the placement number follows the number of groups: set that (pool set %s groups N)"
                  .formatted(pool.name()));
      default ->
          new Wanted.Not(
              ("a pool has no setting '%s' (there are: groups, size, min_size, crush_rule, nodelete,"
                      + " replication, compression, fast_read)")
                  .formatted(set.key()));
    };
  }

  private static Wanted number(String what, String value, IntFunction<Wanted> then) {
    int number;
    try {
      number = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      return new Wanted.Not("the " + what + " of a pool is a number, not '" + value + "'");
    }
    return then.apply(number);
  }

  private static Wanted known(Optional<PoolInfo> changed, String otherwise) {
    return changed.<Wanted>map(Wanted.Is::new).orElseGet(() -> new Wanted.Not(otherwise));
  }

  private static Wanted unless(Optional<String> objection, Supplier<PoolInfo> changed) {
    return objection.<Wanted>map(Wanted.Not::new).orElseGet(() -> new Wanted.Is(changed.get()));
  }

  private static Wanted size(ClusterMap map, PoolInfo pool, int size) {
    Optional<String> objection = PoolRules.objection("size", size, PoolInfo.MAX_SIZE);
    if (objection.isPresent()) {
      return new Wanted.Not(objection.get());
    }
    PoolInfo changed = pool.withSizes(size, Math.min(pool.minSize(), size));
    return unless(
        map.crush()
            .rule(pool.rule())
            .flatMap(rule -> PoolRules.objectionToRuleSize(changed, rule))
            .or(() -> objectionToMore(map, changed, size > pool.size())),
        () -> changed);
  }

  private static Optional<String> objectionToMore(ClusterMap map, PoolInfo changed, boolean more) {
    return more ? PoolRules.objectionToLimits(map, changed) : Optional.empty();
  }

  private static Wanted minSize(PoolInfo pool, int minSize) {
    PoolCode code = pool.code();
    return unless(
        code == null
            ? PoolRules.objection("min_size", minSize, pool.size())
            : CodedSettings.objectionToMinSize(pool.name(), code, minSize),
        () -> pool.withSizes(pool.size(), minSize));
  }

  /**
   * Sets the requested number of groups; the groups follow step by step, see {@link GroupSteps}.
   */
  private static Wanted groups(ClusterMap map, PoolInfo pool, int target) {
    int roots = pool.groups().roots();
    Optional<String> objection = PoolRules.objection("group count", target, PoolInfo.MAX_GROUPS);
    if (objection.isPresent()) {
      return new Wanted.Not(objection.get());
    }
    if (target < roots) {
      return new Wanted.Not(
          String.format(
              "pool '%s' cannot have fewer than %d groups, since each shard of an OSD keeps the"
                  + " descendants of a group the pool was created with: take %d or more, or copy the objects to"
                  + " a new pool",
              pool.name(), roots, roots));
    }
    PoolInfo changed = pool.withGroups(pool.groups().toward(target));
    return unless(objectionToMore(map, changed, target > pool.groupCount()), () -> changed);
  }

  private static Wanted rule(ClusterMap map, PoolInfo pool, String name) {
    Optional<Rule> rule = PoolRules.rule(map, name);
    return unless(
        PoolRules.objectionToRule(map, name, rule, pool.code())
            .or(() -> PoolRules.objectionToRuleSize(pool, rule.orElseThrow())),
        () -> pool.withRule(rule.orElseThrow().id()));
  }

  private static Wanted truth(String what, String value, Function<Boolean, PoolInfo> then) {
    return switch (value) {
      case "true", "1", "on", "yes" -> new Wanted.Is(then.apply(true));
      case "false", "0", "off", "no" -> new Wanted.Is(then.apply(false));
      default -> new Wanted.Not(what + " is true or false, not '" + value + "'");
    };
  }
}
