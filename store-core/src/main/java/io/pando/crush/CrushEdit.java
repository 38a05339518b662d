package io.pando.crush;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.model.Device;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of maps. Each is a pure function from one map to another, or throws {@link
 * CrushEditException}. The weights of ancestors are adjusted; everything else stays as it is, so
 * that no data moves without need.
 */
public final class CrushEdit {
  private static final String ROOT = "default";
  private static final String FIRST_RULE = "replicated_rule";
  private static final int RULE_MIN_SIZE = 1;
  private static final int RULE_MAX_SIZE = 10;
  private static final List<String> TYPES =
      List.of(
          "osd",
          "host",
          "chassis",
          "rack",
          "row",
          "pdu",
          "pod",
          "room",
          "datacenter",
          "zone",
          "region",
          "root");

  private CrushEdit() {}

  /**
   * The map of a new cluster: the usual types, an empty root {@code default}, and the rule {@code
   * replicated_rule} with id 0, which spreads replicas over hosts.
   */
  public static CrushMap initial() {
    CrushMap.Builder map = CrushMap.builder();
    IntStream.range(0, TYPES.size()).forEach(i -> map.type(new BucketType(i, TYPES.get(i))));
    map.bucket(
        new Bucket(
            -1,
            ROOT,
            TYPES.size() - 1,
            BucketAlgorithm.STRAW2,
            List.of(),
            Collections.emptySortedMap()));
    map.rule(replicatedRule(0, FIRST_RULE, new RuleStep.Take(-1, null), TYPES.indexOf("host")));
    return map.build();
  }

  /**
   * Puts an item at a location. Creates missing buckets, and the device {@code osd.N} if it does
   * not exist. An item that is elsewhere is moved; an item that is already there stays.
   *
   * @param weight weight of a device, 16.16 fixed point; null keeps the weight, or means 1 for a
   *     new device
   */
  public static CrushMap place(
      CrushMap map, String item, @Nullable Integer weight, List<CrushLocation> location)
      throws CrushEditException {
    Optional<Integer> known = map.idOf(item);
    int id = known.isPresent() ? known.get() : newDeviceId(item);
    if (id < 0 && weight != null) {
      throw new CrushEditException(
          item + " is a bucket, whose weight is the sum of what it holds; leave the weight out");
    }
    CrushDraft draft = new CrushDraft(map);
    if (known.isEmpty()) {
      draft.parts().device(new Device(id, item, null));
    }
    if (!draft.isAt(id, location)) {
      int kept = draft.weightOf(id).orElse(usualWeight(map, id));
      draft.detach(id);
      draft.attach(id, weight == null ? kept : weight, location);
    } else if (weight != null) {
      draft.reweight(id, weight);
    }
    return draft.finish();
  }

  /** Adds an empty bucket that is in no other bucket. */
  public static CrushMap addBucket(CrushMap map, String name, String type)
      throws CrushEditException {
    if (map.idOf(name).isPresent()) {
      throw new CrushEditException(name + " exists already; choose another name, or move it");
    }
    CrushDraft draft = new CrushDraft(map);
    draft.addBucket(name, draft.bucketType(type), List.of());
    return draft.finish();
  }

  /**
   * Sets the weight of a device.
   *
   * @param weight unsigned 16.16 fixed point
   */
  public static CrushMap reweight(CrushMap map, String item, int weight) throws CrushEditException {
    int id = idOf(map, item);
    if (id < 0) {
      throw new CrushEditException(
          item + " is a bucket, whose weight is the sum of what it holds; reweight its devices");
    }
    if (map.parentsOf(id).isEmpty()) {
      throw new CrushEditException(item + " is in no bucket; place it first");
    }
    CrushDraft draft = new CrushDraft(map);
    draft.reweight(id, weight);
    return draft.finish();
  }

  /** Removes a device or an empty bucket. No rule may take it. */
  public static CrushMap remove(CrushMap map, String item) throws CrushEditException {
    int id = idOf(map, item);
    Optional<Bucket> bucket = map.bucket(id);
    if (bucket.isPresent() && !bucket.get().items().isEmpty()) {
      throw new CrushEditException(
          item
              + " is not empty; move or remove "
              + map.nameOf(bucket.get().items().getFirst().id())
              + " and what else it holds first");
    }
    for (Rule rule : map.rules()) {
      if (rule.steps().stream()
          .anyMatch(step -> step instanceof RuleStep.Take take && take.item() == id)) {
        throw new CrushEditException(
            item + " is taken by rule " + rule.name() + "; remove the rule first");
      }
    }
    CrushDraft draft = new CrushDraft(map);
    draft.detach(id);
    draft.parts().removeDevice(id).removeBucket(id);
    return draft.finish();
  }

  /**
   * Sets the class of a device.
   *
   * @param deviceClass the new class; null clears it
   */
  public static CrushMap setDeviceClass(CrushMap map, String device, @Nullable String deviceClass)
      throws CrushEditException {
    int id = idOf(map, device);
    if (id < 0) {
      throw new CrushEditException(device + " is a bucket; only devices have a class");
    }
    CrushDraft draft = new CrushDraft(map);
    draft.parts().device(new Device(id, device, deviceClass));
    return draft.finish();
  }

  /**
   * Adds a rule for replicated pools, with the first free id.
   *
   * @param root name of the bucket below which devices are chosen
   * @param failureDomain bucket type of which no two replicas may share a bucket; the type of
   *     devices if replicas only need different devices
   * @param deviceClass class of the devices; null for any class
   */
  public static CrushMap createReplicatedRule(
      CrushMap map, String name, String root, String failureDomain, @Nullable String deviceClass)
      throws CrushEditException {
    if (map.rule(name).isPresent()) {
      throw new CrushEditException("rule " + name + " exists already; choose another name");
    }
    int rootId = idOf(map, root);
    BucketType type = type(map, failureDomain);
    requireClass(map, deviceClass);
    int id = freeRuleId(map);
    CrushDraft draft = new CrushDraft(map);
    draft.parts().rule(replicatedRule(id, name, new RuleStep.Take(rootId, deviceClass), type.id()));
    return draft.finish();
  }

  static BucketType type(CrushMap map, String name) throws CrushEditException {
    return map.type(name)
        .orElseThrow(() ->
            new CrushEditException(
                "'"
                    + name
                    + "' is not a type; there are "
                    + String.join(", ", map.types().stream().map(BucketType::name).toList())));
  }

  static void requireClass(CrushMap map, @Nullable String deviceClass) throws CrushEditException {
    if (deviceClass != null && !map.classes().contains(deviceClass)) {
      throw new CrushEditException(
          "no device is of class " + deviceClass + "; set the class of devices first");
    }
  }

  static int freeRuleId(CrushMap map) {
    TreeSet<Integer> used = new TreeSet<>();
    map.rules().forEach(rule -> used.add(rule.id()));
    int id = 0;
    while (used.contains(id)) {
      id++;
    }
    return id;
  }

  /** Removes a rule. The caller must make sure that no pool uses it. */
  public static CrushMap removeRule(CrushMap map, String name) throws CrushEditException {
    Rule rule =
        map.rule(name)
            .orElseThrow(() ->
                new CrushEditException(
                    "there is no rule "
                        + name
                        + "; there are "
                        + String.join(", ", map.rules().stream().map(Rule::name).toList())));
    CrushDraft draft = new CrushDraft(map);
    draft.parts().removeRule(rule.id());
    return draft.finish();
  }

  private static Rule replicatedRule(int id, String name, RuleStep.Take take, int type) {
    RuleStep choose = new RuleStep.Choose(RuleStep.Mode.FIRSTN, type != 0, 0, type);
    return new Rule(
        id,
        name,
        Rule.Kind.REPLICATED,
        RULE_MIN_SIZE,
        RULE_MAX_SIZE,
        List.of(take, choose, new RuleStep.Emit()));
  }

  static int idOf(CrushMap map, String item) throws CrushEditException {
    return map.idOf(item)
        .orElseThrow(
            () -> new CrushEditException(item + " is not in the map; place or add it first"));
  }

  private static int newDeviceId(String item) throws CrushEditException {
    if (!item.matches("osd\\.[0-9]{1,7}")) {
      throw new CrushEditException(
          item + " is neither in the map nor the name of an OSD; write osd.N, or add a bucket");
    }
    return Integer.parseInt(item.substring("osd.".length()));
  }

  private static int usualWeight(CrushMap map, int id) {
    return map.bucket(id).map(bucket -> (int) bucket.weight()).orElse(CrushWeight.ONE);
  }
}
