package io.pando.crush;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.Device;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Describes a rule that places the fragments of erasure-coded objects, with the steps that Ceph
 * gives such rules. The steps are {@code indep}: where a device fails, its position alone gets
 * another one or is a hole.
 *
 * @param root name of the bucket below which devices are chosen
 * @param deviceClass class of the devices; null for any class
 * @param failureDomain type of the buckets of which each holds at most one fragment; the type of
 *     devices if fragments only need different devices
 * @param locality groups of fragments that share a bucket; null for no groups
 */
public record FragmentRule(
    String root, @Nullable String deviceClass, String failureDomain, @Nullable Locality locality) {
  /** Most positions of a rule without groups; informative, as in all rules. */
  private static final int MAX_SIZE = 32;

  /** Tries of a position below one bucket, before the position gets another bucket. */
  private static final int LEAF_TRIES = 5;

  /** Tries of a position: many, since a position that fails is a hole. */
  private static final int TRIES = 100;

  /**
   * Groups of fragments.
   *
   * @param type type of the buckets of which each holds one group
   * @param groups number of groups
   * @param fragments number of fragments of a group
   */
  public record Locality(String type, int groups, int fragments) {}

  /**
   * Adds the rule to a map, with the first free id.
   *
   * @throws CrushEditException if there is a rule of this name, or the map lacks what the rule
   *     names
   */
  public CrushMap addTo(CrushMap map, String name) throws CrushEditException {
    if (map.rule(name).isPresent()) {
      throw new CrushEditException("rule " + name + " exists already; choose another name");
    }
    CrushDraft draft = new CrushDraft(map);
    draft.parts().rule(in(map, CrushEdit.freeRuleId(map), name));
    return draft.finish();
  }

  /**
   * The rule by the ids of a map.
   *
   * @throws CrushEditException if the map lacks what the rule names
   */
  public Rule in(CrushMap map, int id, String name) throws CrushEditException {
    RuleStep.Take take = new RuleStep.Take(CrushEdit.idOf(map, root), deviceClass);
    BucketType domain = CrushEdit.type(map, failureDomain);
    CrushEdit.requireClass(map, deviceClass);
    List<RuleStep> steps = new ArrayList<>();
    steps.add(new RuleStep.SetTo(RuleStep.Setting.CHOOSELEAF_TRIES, LEAF_TRIES));
    steps.add(new RuleStep.SetTo(RuleStep.Setting.CHOOSE_TRIES, TRIES));
    steps.add(take);
    Locality groups = locality;
    if (groups != null) {
      BucketType type = CrushEdit.type(map, groups.type);
      if (type.id() <= domain.id()) {
        throw new CrushEditException(
            "groups of fragments in a %s cannot be spread over each %s: choose a failure domain below %s"
                .formatted(type.name(), domain.name(), type.name()));
      }
      steps.add(new RuleStep.Choose(RuleStep.Mode.INDEP, false, groups.groups, type.id()));
    }
    int count = groups == null ? 0 : groups.fragments;
    steps.add(new RuleStep.Choose(RuleStep.Mode.INDEP, domain.id() != 0, count, domain.id()));
    steps.add(new RuleStep.Emit());
    int least = groups == null ? 1 : groups.groups * groups.fragments;
    int most = groups == null ? MAX_SIZE : least;
    return new Rule(id, name, Rule.Kind.ERASURE, least, most, steps);
  }

  /**
   * Why the map has too few failure domains for this number of fragments, with both numbers; empty
   * if there are enough. Counts buckets and devices with a weight in CRUSH, whether OSDs are up or
   * not.
   *
   * @throws CrushEditException if the map lacks what the rule names
   */
  public Optional<String> shortage(CrushMap map, int fragments) throws CrushEditException {
    int top = CrushEdit.idOf(map, root);
    int domain = CrushEdit.type(map, failureDomain).id();
    String where = " below " + root + (deviceClass == null ? "" : " of class " + deviceClass);
    Locality groups = locality;
    if (groups == null) {
      int found = inside(map, top, domain).size();
      return found >= fragments
          ? Optional.empty()
          : Optional.of(
              "%d fragments need %d failure domains of type %s, and there are %d%s"
                  .formatted(fragments, fragments, failureDomain, found, where));
    }
    int type = CrushEdit.type(map, groups.type).id();
    long found =
        inside(map, top, type).stream()
            .filter(bucket -> inside(map, bucket, domain).size() >= groups.fragments)
            .count();
    return found >= groups.groups
        ? Optional.empty()
        : Optional.of(
            ("%d groups of fragments need %d buckets of type %s with %d failure domains of type %s each,"
                    + " and there are %d%s")
                .formatted(
                    groups.groups,
                    groups.groups,
                    groups.type,
                    groups.fragments,
                    failureDomain,
                    found,
                    where));
  }

  /** The items of a type below a bucket that hold a device of the class, or are one. */
  private TreeSet<Integer> inside(CrushMap map, int top, int type) {
    TreeSet<Integer> found = new TreeSet<>();
    map.bucket(top)
        .ifPresent(bucket -> {
          for (Bucket.Item item : bucket.items()) {
            if (item.weight() == 0) {
              continue;
            }
            if (typeOf(map, item.id()) != type) {
              found.addAll(inside(map, item.id(), type));
            } else if (holdsDevice(map, item.id())) {
              found.add(item.id());
            }
          }
        });
    return found;
  }

  private static int typeOf(CrushMap map, int item) {
    return map.bucket(item).map(Bucket::type).orElse(0);
  }

  private boolean holdsDevice(CrushMap map, int item) {
    return item >= 0
        ? deviceClass == null
            || map.device(item).map(Device::deviceClass).filter(deviceClass::equals).isPresent()
        : !inside(map, item, 0).isEmpty();
  }
}
