package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupCounts;
import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.crush.CrushMap;
import io.pando.crush.model.Rule;
import io.pando.id.PoolId;
import io.pando.mon.config.MonitorRules;
import io.pando.mon.rules.erasure.CodeChoice;
import io.pando.mon.rules.erasure.CodedSettings;
import io.pando.mon.rules.erasure.FragmentRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Creates and renames pools. {@link PoolLife} removes and restores them, {@link PoolSettings}
 * changes their settings.
 */
final class PoolRules {
  /** Largest number of pools. */
  static final int MAX_POOLS = 1_000;

  /** Largest average number of placement group copies on an OSD. */
  static final int MAX_GROUPS_PER_OSD = 500;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

  private PoolRules() {}

  static Decision create(MonitorState state, Change.CreatePool create, Terms terms) {
    ClusterMap map = state.map();
    Optional<Rule> rule = rule(map, create.ruleName());
    Optional<String> objection =
        objectionToName(create.name())
            .or(() -> objectionToSizes(create, terms))
            .or(() -> objectionToRule(map, create.ruleName(), rule, null));
    if (objection.isPresent()) {
      return new Decision.Rejected(objection.get());
    }
    PoolInfo pool = pool(state, create, rule.orElseThrow(), terms);
    Optional<PoolInfo> existing = map.poolNamed(create.name());
    if (existing.isPresent()) {
      return again(state, existing.get(), isSame(existing.get(), pool));
    }
    Optional<String> tooMuch =
        objectionToRuleSize(pool, rule.orElseThrow()).or(() -> objectionToLimits(map, pool));
    return tooMuch.isPresent()
        ? new Decision.Rejected(tooMuch.get())
        : new Decision.Accepted(
            state
                .advance(List.of(new Incremental.PutPool(pool)), terms)
                .withNextPool(state.nextPool() + 1),
            "pool '" + pool.name() + "' created");
  }

  static Decision createErasure(MonitorState state, Change.CreateErasurePool create, Terms terms) {
    ClusterMap map = state.map();
    int groups = given(create.groupCount(), terms.settings().pools().poolGroups());
    Optional<CodeChoice> chosen = CodeChoice.of(map, create.erasure());
    if (chosen.isEmpty()) {
      return new Decision.Rejected(CodeChoice.unknown(map, create.erasure()));
    }
    CodeChoice choice = chosen.get();
    Optional<String> objection =
        objectionToName(create.name())
            .or(() -> objection("group count", groups, PoolInfo.MAX_GROUPS))
            .or(choice.profile()::refusal)
            .or(() ->
                CodedSettings.objectionToMinSize(
                    create.name(), choice.code(), choice.minSize(create.minSize())));
    if (objection.isPresent()) {
      return new Decision.Rejected(objection.get());
    }
    Optional<PoolInfo> existing = map.poolNamed(create.name());
    if (existing.isPresent()) {
      PoolInfo pool = existing.get();
      boolean same =
          choice.code().equals(pool.code())
              && Objects.equals(choice.name(), pool.profile())
              && choice.minSize(create.minSize()) == pool.minSize()
              && groups == pool.groups().target()
              && create.options().compression() == pool.options().compression()
              && create.options().fastRead() == pool.options().fastRead()
              && (create.ruleName() == null
                  || rule(map, create.ruleName()).filter(it -> it.id() == pool.rule()).isPresent());
      return again(state, pool, same);
    }
    return switch (ruleFor(map, create, choice)) {
      case FragmentRules.Made.Not(String reason) -> new Decision.Rejected(reason);
      case FragmentRules.Made.Is(Rule rule, CrushMap crush) -> {
        PoolInfo.Layout layout =
            new PoolInfo.Layout(
                choice.code().positions(),
                choice.minSize(create.minSize()),
                GroupCounts.fresh(groups),
                rule.id(),
                choice.code(),
                choice.name());
        yield withCode(state, create, layout, crush, terms);
      }
    };
  }

  private static Decision withCode(
      MonitorState state,
      Change.CreateErasurePool create,
      PoolInfo.Layout layout,
      CrushMap crush,
      Terms terms) {
    ClusterMap map = state.map();
    PoolInfo pool =
        new PoolInfo(
            new PoolId(state.nextPool()),
            create.name(),
            layout,
            map.epoch() + 1,
            new PoolInfo.Options(
                false,
                terms.entropy(),
                Replication.PRIMARY,
                create.options().compression(),
                PoolInfo.Quota.NONE,
                create.options().fastRead()));
    Optional<String> tooMuch = objectionToLimits(map, pool);
    if (tooMuch.isPresent()) {
      return new Decision.Rejected(tooMuch.get());
    }
    List<Incremental.Edit> edits = new ArrayList<>();
    if (!crush.equals(map.crush())) {
      edits.add(new Incremental.PutCrush(crush));
    }
    edits.add(new Incremental.PutPool(pool));
    return new Decision.Accepted(
        state.advance(edits, terms).withNextPool(state.nextPool() + 1),
        "pool '" + pool.name() + "' created");
  }

  private static FragmentRules.Made ruleFor(
      ClusterMap map, Change.CreateErasurePool create, CodeChoice choice) {
    String name = create.ruleName();
    if (name == null) {
      return FragmentRules.of(map.crush(), choice, create.name());
    }
    Optional<Rule> rule = rule(map, name);
    return objectionToRule(map, name, rule, choice.code())
        .or(() -> objectionToRuleSize(create.name(), choice.code().positions(), rule.orElseThrow()))
        .<FragmentRules.Made>map(FragmentRules.Made.Not::new)
        .orElseGet(() -> new FragmentRules.Made.Is(rule.orElseThrow(), map.crush()));
  }

  private static boolean isSame(PoolInfo existing, PoolInfo wanted) {
    return !existing.isErasureCoded()
        && existing.size() == wanted.size()
        && existing.minSize() == wanted.minSize()
        && existing.groups().target() == wanted.groupCount()
        && existing.rule() == wanted.rule()
        && existing.replication() == wanted.replication()
        && existing.options().compression() == wanted.options().compression();
  }

  private static Decision again(MonitorState state, PoolInfo existing, boolean same) {
    return same
        ? new Decision.Accepted(state, "pool '" + existing.name() + "' already exists")
        : new Decision.Rejected(
            String.format(
                "pool '%s' already exists with %s, min_size %d, %d groups, replication %s,"
                    + " compression %s%s: choose another name, or change it (pool set)",
                existing.name(),
                existing.code() == null
                    ? "size " + existing.size()
                    : "code " + existing.code().parameters(),
                existing.minSize(),
                existing.groupCount(),
                existing.replication().label(),
                existing.options().compression().label(),
                existing.options().fastRead() ? ", fast_read" : ""));
  }

  private static PoolInfo pool(
      MonitorState state, Change.CreatePool create, Rule rule, Terms terms) {
    MonitorRules.PoolDefaults defaults = terms.settings().pools();
    int size = given(create.sizes().size(), defaults.poolSize());
    return new PoolInfo(
        new PoolId(state.nextPool()),
        create.name(),
        new PoolInfo.Layout(
            size,
            given(create.sizes().minSize(), size - size / 2),
            GroupCounts.fresh(given(create.groupCount(), defaults.poolGroups())),
            rule.id()),
        state.map().epoch() + 1,
        new PoolInfo.Options(false, terms.entropy(), create.replication(), create.compression()));
  }

  /** The number that a requester gave; 0 stands for none. */
  private static int given(int number, int otherwise) {
    return number == 0 ? otherwise : number;
  }

  static Decision rename(MonitorState state, Change.RenamePool rename, Terms terms) {
    Optional<PoolInfo> from = state.map().poolNamed(rename.name());
    Optional<PoolInfo> to = state.map().poolNamed(rename.newName());
    String note = "pool '" + rename.name() + "' renamed to '" + rename.newName() + "'";
    if (from.isEmpty()) {
      return to.isPresent() ? new Decision.Accepted(state, note) : missing(rename.name());
    }
    if (rename.name().equals(rename.newName())) {
      return new Decision.Accepted(state, note);
    }
    Optional<String> objection = objectionToName(rename.newName());
    if (objection.isPresent() || to.isPresent()) {
      return new Decision.Rejected(
          objection.orElse("pool '" + rename.newName() + "' already exists: choose another name"));
    }
    PoolInfo renamed = from.get().withName(rename.newName());
    return new Decision.Accepted(
        state.advance(List.of(new Incremental.PutPool(renamed)), terms), note);
  }

  static Decision missing(String name) {
    return new Decision.Rejected("pool '" + name + "' does not exist (pool ls shows all)");
  }

  /** The rule of that name; without a name, the first rule for replicated pools. */
  static Optional<Rule> rule(ClusterMap map, @Nullable String name) {
    return name == null
        ? map.crush().rules().stream()
            .filter(rule -> rule.kind() == Rule.Kind.REPLICATED)
            .findFirst()
        : map.crush().rule(name);
  }

  /** Why the pool cannot have the rule that was named; empty if it can. */
  static Optional<String> objectionToRule(
      ClusterMap map, @Nullable String name, Optional<Rule> rule, @Nullable PoolCode code) {
    if (rule.isEmpty()) {
      String all = map.crush().rules().stream().map(Rule::name).collect(Collectors.joining(", "));
      String which = name == null ? "for replicated pools" : "'" + name + "'";
      return Optional.of(
          "there is no CRUSH rule %s (there are: %s)"
              .formatted(which, all.isEmpty() ? "none" : all));
    }
    if (code != null) {
      return FragmentRules.objection(map.crush(), rule.get(), code);
    }
    return rule.get().kind() == Rule.Kind.REPLICATED
        ? Optional.empty()
        : Optional.of(
            "CRUSH rule '%s' is not for replicated pools: choose one that is"
                .formatted(rule.get().name()));
  }

  static Optional<String> objectionToRuleSize(PoolInfo pool, Rule rule) {
    return objectionToRuleSize(pool.name(), pool.size(), rule);
  }

  private static Optional<String> objectionToRuleSize(String pool, int size, Rule rule) {
    return size >= rule.minSize() && size <= rule.maxSize()
        ? Optional.empty()
        : Optional.of(
            String.format(
                "CRUSH rule '%s' is for %d to %d %s, pool '%s' has %d: choose another rule",
                rule.name(),
                rule.minSize(),
                rule.maxSize(),
                rule.kind() == Rule.Kind.ERASURE ? "fragments" : "replicas",
                pool,
                size));
  }

  static Optional<String> objectionToLimits(ClusterMap map, PoolInfo pool) {
    if (map.pools().size() >= MAX_POOLS && !map.pools().containsKey(pool.id())) {
      return Optional.of(
          "there are " + MAX_POOLS + " pools already, no more are allowed" + removedOnes(map));
    }
    long copies = (long) pool.size() * mostGroups(pool);
    for (PoolInfo other : map.pools().values()) {
      copies += other.id().equals(pool.id()) ? 0 : (long) other.size() * mostGroups(other);
    }
    long in = map.osds().values().stream().filter(OsdInfo::in).count();
    long most = MAX_GROUPS_PER_OSD * Math.max(in, pool.size());
    return copies <= most
        ? Optional.empty()
        : Optional.of(
            String.format(
                "pool '%s' with %d groups of size %d would make %d copies of groups on %d OSDs in,"
                    + " more than %d per OSD: take fewer groups, or add OSDs%s",
                pool.name(),
                mostGroups(pool),
                pool.size(),
                copies,
                in,
                MAX_GROUPS_PER_OSD,
                removedOnes(map)));
  }

  /** Removed pools count while they can be restored. */
  private static String removedOnes(ClusterMap map) {
    int count = map.removedPools().size();
    return count == 0
        ? ""
        : String.format(
            " (%d of the pools are removed and can be restored; pool rm NAME NAME --now deletes the"
                + " data of one)",
            count);
  }

  /** Largest of the pool's present and requested numbers of groups. */
  private static int mostGroups(PoolInfo pool) {
    return Math.max(pool.groupCount(), pool.groups().target());
  }

  static Optional<String> objectionToName(String name) {
    return NAME.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            ("pool name '%s' must be 1 to 128 letters, digits, '_', '-' or '.', and begin with a"
                    + " letter, digit or '_'")
                .formatted(name));
  }

  private static Optional<String> objectionToSizes(Change.CreatePool create, Terms terms) {
    int size = given(create.sizes().size(), terms.settings().pools().poolSize());
    return objection("size", size, PoolInfo.MAX_SIZE)
        .or(() -> objection("min_size", given(create.sizes().minSize(), 1), size))
        .or(() -> objection("group count", given(create.groupCount(), 1), PoolInfo.MAX_GROUPS));
  }

  /** An objection unless the number is from 1 to {@code most}. */
  static Optional<String> objection(String what, int number, int most) {
    return number >= 1 && number <= most
        ? Optional.empty()
        : Optional.of("the " + what + " of a pool must be 1 to " + most + ", not " + number);
  }
}
