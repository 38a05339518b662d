package io.pando.crush;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.CrushLimits;
import io.pando.crush.model.Device;
import io.pando.crush.model.InvalidCrushMapException;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks the conditions on which mapping relies: names and ids are unique and in range, all
 * references resolve, no bucket contains itself, no sum of weights overflows.
 */
final class CrushMapCheck {

  private final CrushMap.Builder parts;
  private final TreeMap<String, Integer> ids = new TreeMap<>();
  private final TreeMap<Integer, Integer> heights = new TreeMap<>();

  private CrushMapCheck(CrushMap.Builder parts) {
    this.parts = parts;
  }

  /** Checks the parts; returns the ids of devices and buckets by name. */
  static SortedMap<String, Integer> check(CrushMap.Builder parts) {
    CrushMapCheck check = new CrushMapCheck(parts);
    check.types();
    parts.devices.values().forEach(check::device);
    parts.buckets.values().forEach(check::bucket);
    check.shadowIds();
    parts.buckets.keySet().forEach(check::height);
    check.rules();
    return check.ids;
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new InvalidCrushMapException(message);
    }
  }

  private static void requireName(String name, String of) {
    require(
        CrushLimits.isName(name),
        "'" + name + "' cannot name " + of + "; use letters, digits, '-', '_' and '.'");
  }

  private void types() {
    Set<String> names = new TreeSet<>();
    for (BucketType type : parts.types.values()) {
      requireName(type.name(), "a type");
      require(
          type.id() >= 0 && type.id() <= CrushLimits.MAX_TYPE,
          "type "
              + type.name()
              + " has id "
              + type.id()
              + "; it must be 0 to "
              + CrushLimits.MAX_TYPE);
      require(names.add(type.name()), "type " + type.name() + " is defined twice");
    }
  }

  private void device(Device device) {
    named(device.name(), device.id());
    require(
        device.id() >= 0 && device.id() < CrushLimits.MAX_DEVICES,
        "device "
            + device.name()
            + " has id "
            + device.id()
            + "; it must be 0 to "
            + (CrushLimits.MAX_DEVICES - 1));
    String deviceClass = device.deviceClass();
    if (deviceClass != null) {
      requireName(deviceClass, "a device class");
    }
  }

  private void named(String name, int id) {
    requireName(name, "a device or bucket");
    require(ids.put(name, id) == null, "two items have the name " + name);
  }

  private void bucket(Bucket bucket) {
    String name = bucket.name();
    named(name, bucket.id());
    requireBucketId(bucket.id(), name);
    require(
        bucket.type() != 0 && parts.types.containsKey(bucket.type()),
        "bucket " + name + " is of type " + bucket.type() + ", which is not a type of buckets");
    require(
        bucket.weight() <= CrushLimits.MAX_WEIGHT,
        "the items of bucket " + name + " weigh more than 65535 together; lower their weights");
    Set<Integer> held = new TreeSet<>();
    for (Bucket.Item item : bucket.items()) {
      require(held.add(item.id()), "bucket " + name + " holds item " + item.id() + " twice");
      require(
          item.id() >= 0
              ? parts.devices.containsKey(item.id())
              : parts.buckets.containsKey(item.id()),
          "bucket " + name + " holds item " + item.id() + ", which does not exist");
    }
    if (bucket.algorithm() == BucketAlgorithm.UNIFORM) {
      require(
          bucket.items().stream().mapToInt(Bucket.Item::weight).distinct().count() <= 1,
          "the items of bucket " + name + " differ in weight, but it is uniform");
    }
  }

  private static void requireBucketId(int id, String name) {
    require(
        id < 0 && id >= -CrushLimits.MAX_BUCKETS,
        "bucket " + name + " has id " + id + "; it must be -1 to " + -CrushLimits.MAX_BUCKETS);
  }

  private void shadowIds() {
    TreeSet<Integer> used = new TreeSet<>(parts.buckets.keySet());
    for (Bucket bucket : parts.buckets.values()) {
      for (Map.Entry<String, Integer> shadow : bucket.shadowIds().entrySet()) {
        requireName(shadow.getKey(), "a device class");
        requireBucketId(shadow.getValue(), bucket.name());
        require(
            used.add(shadow.getValue()),
            "id "
                + shadow.getValue()
                + " is used twice; once by bucket "
                + bucket.name()
                + " class "
                + shadow.getKey());
      }
    }
  }

  /** Height of a bucket's subtree; recorded as 0 while it is being computed. */
  private int height(int id) {
    Integer known = heights.get(id);
    Bucket bucket = parts.buckets.get(id);
    if (known != null || bucket == null) {
      require(known == null || known > 0, "bucket " + name(id) + " contains itself");
      return known == null ? 0 : known;
    }
    heights.put(id, 0);
    int height = 1;
    for (Bucket.Item item : bucket.items()) {
      height = Math.max(height, 1 + height(item.id()));
    }
    require(
        height <= CrushLimits.MAX_DEPTH,
        "bucket " + bucket.name() + " has more than " + CrushLimits.MAX_DEPTH + " levels below it");
    heights.put(id, height);
    return height;
  }

  private String name(int id) {
    Bucket bucket = parts.buckets.get(id);
    return bucket == null ? Integer.toString(id) : bucket.name();
  }

  private void rules() {
    Set<String> names = new TreeSet<>();
    for (Rule rule : parts.rules.values()) {
      requireName(rule.name(), "a rule");
      require(names.add(rule.name()), "rule " + rule.name() + " is defined twice");
      require(
          rule.id() >= 0 && rule.id() < CrushLimits.MAX_RULES,
          "rule "
              + rule.name()
              + " has id "
              + rule.id()
              + "; it must be 0 to "
              + (CrushLimits.MAX_RULES - 1));
      require(
          rule.minSize() >= 0 && rule.maxSize() >= 0,
          "rule " + rule.name() + " has a negative min_size or max_size");
      rule.steps().forEach(step -> step(rule, step));
    }
  }

  private void step(Rule rule, RuleStep step) {
    switch (step) {
      case RuleStep.Take take -> take(rule, take);
      case RuleStep.Choose choose ->
          require(
              parts.types.containsKey(choose.type()),
              "rule " + rule.name() + " chooses type " + choose.type() + ", which does not exist");
      case RuleStep.SetTo set ->
          require(
              set.value() >= 0,
              "rule " + rule.name() + " sets " + set.setting().text() + " to a negative number");
      case RuleStep.Emit() -> {}
    }
  }

  private void take(Rule rule, RuleStep.Take take) {
    String deviceClass = take.deviceClass();
    require(
        parts.buckets.containsKey(take.item())
            || (parts.devices.containsKey(take.item()) && deviceClass == null),
        "rule " + rule.name() + " takes item " + take.item() + ", which does not exist");
    require(
        deviceClass == null || knownClasses().contains(deviceClass),
        "rule " + rule.name() + " takes class " + deviceClass + ", but no device is of that class");
  }

  private List<String> knownClasses() {
    return CrushMap.classesIn(parts);
  }
}
