package io.pando.mon.rules;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Incremental;
import io.pando.cluster.PoolInfo;
import io.pando.crush.CrushEdit;
import io.pando.crush.CrushEditException;
import io.pando.crush.CrushLocation;
import io.pando.crush.CrushMap;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.Rule;
import io.pando.crush.text.CrushSyntaxException;
import io.pando.crush.text.CrushText;
import io.pando.id.OsdId;
import io.pando.mon.rules.erasure.FragmentRules;
import io.pando.mon.state.MonitorState;
import io.pando.mon.state.Terms;
import java.util.List;
import java.util.Optional;

/**
 * Edits of the CRUSH map. The CRUSH classes define the edits; this class checks the requirements of
 * the rest of the cluster map: CRUSH chooses only OSDs that exist, and rules that pools use are
 * kept.
 */
final class CrushRules {
  private CrushRules() {}

  private interface Edit {
    CrushMap of(CrushMap map) throws CrushEditException;
  }

  static Decision set(MonitorState state, Change.SetCrush set, Terms terms) {
    CrushMap parsed;
    try {
      parsed = CrushText.parse(set.text());
    } catch (CrushSyntaxException e) {
      return new Decision.Rejected("the CRUSH map cannot be read: " + e.getMessage());
    }
    return edit(state, terms, "set crush map", map -> parsed);
  }

  static Decision place(MonitorState state, Change.PlaceInCrush place, Terms terms) {
    return edit(
        state,
        terms,
        "placed " + place.item() + " at " + String.join(" ", place.location()),
        map ->
            CrushEdit.place(
                map, place.item(), place.weight(), CrushLocation.parse(place.location())));
  }

  static Decision reweight(MonitorState state, Change.ReweightInCrush reweight, Terms terms) {
    return edit(
        state,
        terms,
        String.format("reweighted %s to 0x%x in the CRUSH map", reweight.item(), reweight.weight()),
        map -> CrushEdit.reweight(map, reweight.item(), reweight.weight()));
  }

  static Decision remove(MonitorState state, Change.RemoveFromCrush remove, Terms terms) {
    if (state.map().crush().idOf(remove.item()).isEmpty()) {
      return new Decision.Accepted(state, remove.item() + " does not appear in the CRUSH map");
    }
    return edit(
        state,
        terms,
        "removed " + remove.item() + " from the CRUSH map",
        map -> CrushEdit.remove(map, remove.item()));
  }

  static Decision addBucket(MonitorState state, Change.AddBucket add, Terms terms) {
    CrushMap crush = state.map().crush();
    Optional<Bucket> known = crush.bucket(add.name());
    if (known.isPresent()
        && known.map(Bucket::type).equals(crush.type(add.type()).map(BucketType::id))) {
      return new Decision.Accepted(state, "bucket '" + add.name() + "' already exists");
    }
    return edit(
        state,
        terms,
        "added bucket " + add.name() + " of type " + add.type(),
        map -> CrushEdit.addBucket(map, add.name(), add.type()));
  }

  static Decision setClass(MonitorState state, Change.SetDeviceClass set, Terms terms) {
    String deviceClass = set.deviceClass().isEmpty() ? null : set.deviceClass();
    return edit(
        state,
        terms,
        "set class of " + set.osds() + " to '" + set.deviceClass() + "'",
        map -> {
          CrushMap now = map;
          for (OsdId osd : set.osds()) {
            now = CrushEdit.setDeviceClass(now, osd.toString(), deviceClass);
          }
          return now;
        });
  }

  static Decision createRule(MonitorState state, Change.CreateRule create, Terms terms) {
    Optional<Rule> known = state.map().crush().rule(create.name());
    if (known.isEmpty()) {
      return edit(state, terms, "rule " + create.name() + " created", map -> withRule(map, create));
    }
    return edit(
        state,
        terms,
        "rule " + create.name() + " already exists",
        map -> {
          CrushMap replaced = withRule(CrushEdit.removeRule(map, create.name()), create);
          boolean same =
              replaced.rule(create.name()).map(Rule::steps).equals(known.map(Rule::steps));
          // Creating an equal rule again changes nothing; CRUSH refuses a different rule of the
          // same name.
          return same ? map : withRule(map, create);
        });
  }

  static Decision removeRule(MonitorState state, Change.RemoveRule remove, Terms terms) {
    ClusterMap map = state.map();
    Optional<Rule> rule = map.crush().rule(remove.name());
    if (rule.isEmpty()) {
      return new Decision.Accepted(
          state, "there is no rule " + remove.name() + " (crush rule ls shows all)");
    }
    List<PoolInfo> users =
        map.pools().values().stream().filter(pool -> pool.rule() == rule.get().id()).toList();
    if (!users.isEmpty()) {
      return new Decision.Rejected(
          ("rule %s is in use by %s: give them another rule first (pool set NAME crush_rule RULE),"
                  + " or delete removed pools for good (pool rm NAME NAME --now)")
              .formatted(remove.name(), names(users)));
    }
    return edit(
        state,
        terms,
        "rule " + remove.name() + " removed",
        crush -> CrushEdit.removeRule(crush, remove.name()));
  }

  private static String names(List<PoolInfo> pools) {
    return String.join(
        ", ",
        pools.stream()
            .map(pool -> "pool '" + pool.name() + "'" + (pool.isRemoved() ? " (removed)" : ""))
            .toList());
  }

  private static CrushMap withRule(CrushMap map, Change.CreateRule create)
      throws CrushEditException {
    return CrushEdit.createReplicatedRule(
        map, create.name(), create.root(), create.failureDomain(), create.deviceClass());
  }

  /** The map without an OSD; empty if the OSD is not in the map. */
  static Optional<CrushMap> without(CrushMap map, OsdId osd) throws CrushEditException {
    return map.device(osd.value()).isEmpty()
        ? Optional.empty()
        : Optional.of(CrushEdit.remove(map, map.nameOf(osd.value())));
  }

  private static Decision edit(MonitorState state, Terms terms, String note, Edit edit) {
    ClusterMap map = state.map();
    CrushMap edited;
    try {
      edited = edit.of(map.crush());
    } catch (CrushEditException e) {
      return new Decision.Rejected(e.problem());
    }
    if (edited.equals(map.crush())) {
      return new Decision.Accepted(state, note);
    }
    Optional<String> objection = objection(map, edited);
    return objection.isPresent()
        ? new Decision.Rejected(objection.get())
        : new Decision.Accepted(
            state.advance(List.of(new Incremental.PutCrush(edited)), terms), note);
  }

  private static Optional<String> objection(ClusterMap map, CrushMap edited) {
    for (PoolInfo pool : map.pools().values()) {
      Optional<Rule> rule = edited.rule(pool.rule());
      boolean fits =
          rule.isPresent()
              && (pool.isErasureCoded()
                  ? FragmentRules.objectionToKind(rule.get()).isEmpty()
                  : rule.get().kind() == Rule.Kind.REPLICATED);
      if (!fits) {
        return Optional.of(
            ("pool '%s' uses the %s CRUSH rule %s, which the new map lacks: keep it, or set another"
                    + " rule first (pool set %s crush_rule NAME)")
                .formatted(
                    pool.name(),
                    pool.isErasureCoded() ? "erasure (indep)" : "replicated",
                    pool.rule(),
                    pool.name()));
      }
    }
    for (Bucket bucket : edited.buckets()) {
      for (Bucket.Item item : bucket.items()) {
        if (item.id() >= 0
            && (item.id() >= OsdRules.MAX_OSDS || !map.osds().containsKey(new OsdId(item.id())))) {
          return Optional.of(
              "osd.%s in bucket %s does not exist: create it first (osd create %s)"
                  .formatted(item.id(), bucket.name(), item.id()));
        }
      }
    }
    return Optional.empty();
  }
}
