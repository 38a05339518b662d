package io.pando.mon.rules.erasure;

import io.pando.cluster.erasure.PoolCode;
import io.pando.crush.CrushEditException;
import io.pando.crush.CrushMap;
import io.pando.crush.FragmentRule;
import io.pando.crush.RuleReach;
import io.pando.crush.model.Rule;
import java.util.Optional;

/** The CRUSH rules that erasure-coded pools may have. */
public final class FragmentRules {
  private FragmentRules() {}

  /** The rule of a new pool, or the reason why there is none. */
  public sealed interface Made {
    /**
     * The rule, in a map.
     *
     * @param crush the present map with the rule
     */
    record Is(Rule rule, CrushMap crush) implements Made {}

    /** There is no such rule. The reason names the cause and the remedy. */
    record Not(String reason) implements Made {}
  }

  /** The rule that a choice describes; pools of one profile share it. */
  public static Made of(CrushMap crush, CodeChoice choice, String pool) {
    String profile = choice.name();
    String name = profile == null ? pool + "-erasure" : profile;
    FragmentRule described = choice.profile().rule();
    int size = choice.code().positions();
    try {
      Optional<Rule> known = crush.rule(name);
      if (known.isPresent() && !known.get().equals(described.in(crush, known.get().id(), name))) {
        return new Made.Not(
            ("CRUSH rule '%s' exists and is not the rule for pool '%s': remove it (crush rule rm %s),"
                    + " or name the rule to use (--rule)")
                .formatted(name, pool, name));
      }
      Optional<String> shortage = described.shortage(crush, size);
      if (shortage.isPresent()) {
        return new Made.Not(
            shortage.get()
                + ": add some, or choose another failure domain or a code with fewer fragments");
      }
      CrushMap with = known.isPresent() ? crush : described.addTo(crush, name);
      Rule rule = with.rule(name).orElseThrow();
      return objection(with, rule, choice.code())
          .<Made>map(Made.Not::new)
          .orElseGet(() -> new Made.Is(rule, with));
    } catch (CrushEditException e) {
      return new Made.Not("no CRUSH rule for pool '%s': %s".formatted(pool, e.problem()));
    }
  }

  /** Why a pool with a code cannot have a rule; empty if it can. */
  public static Optional<String> objection(CrushMap crush, Rule rule, PoolCode code) {
    Optional<String> kind = objectionToKind(rule);
    if (kind.isPresent()) {
      return kind;
    }
    int size = code.positions();
    int most = RuleReach.most(crush, rule, size);
    return most == size
        ? Optional.empty()
        : Optional.of(
            ("CRUSH rule '%s' finds places for %d fragments of an object, and %s has %d: add OSDs to"
                    + " its failure domains, or choose another rule")
                .formatted(rule.name(), most, code.parameters(), size));
  }

  /** Why a rule is not for erasure-coded pools; empty if it is. */
  public static Optional<String> objectionToKind(Rule rule) {
    if (rule.kind() != Rule.Kind.ERASURE) {
      return Optional.of(
          "CRUSH rule '%s' is not for erasure-coded pools: choose one of type erasure"
              .formatted(rule.name()));
    }
    return RuleReach.keepsPositions(rule)
        ? Optional.empty()
        : Optional.of(
            ("CRUSH rule '%s' has a firstn step, by which fragments would change positions when an"
                    + " OSD fails: choose a rule of indep steps")
                .formatted(rule.name()));
  }
}
