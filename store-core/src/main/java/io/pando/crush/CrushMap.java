package io.pando.crush;

import io.pando.crush.choose.MappingPlan;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.Device;
import io.pando.crush.model.InvalidCrushMapException;
import io.pando.crush.model.Rule;
import io.pando.crush.model.Tunables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A CRUSH map: the hierarchy of devices, and the rules that choose devices for placement groups.
 *
 * <p>Immutable and safe for use by several threads. Derived data for mapping (straw lengths, trees
 * of weights, shadow trees of device classes) are computed when the map is built. Two maps are
 * equal if their definitions are equal. Collections come in a fixed order: devices, types and rules
 * by rising id, buckets from -1 downwards.
 */
public final class CrushMap {
  private final Tunables tunables;
  private final List<String> classes;
  private final SortedMap<Integer, Device> devices;
  private final SortedMap<Integer, BucketType> types;
  private final SortedMap<Integer, Bucket> buckets;
  private final SortedMap<Integer, Rule> rules;
  private final SortedMap<String, Integer> ids;
  private final MappingPlan plan;

  CrushMap(Builder parts) {
    this.tunables = parts.tunables;
    this.classes = classesIn(parts);
    this.devices = Collections.unmodifiableSortedMap(new TreeMap<>(parts.devices));
    this.types = Collections.unmodifiableSortedMap(new TreeMap<>(parts.types));
    TreeMap<Integer, Bucket> descending = new TreeMap<>(Collections.reverseOrder());
    descending.putAll(parts.buckets);
    this.rules = Collections.unmodifiableSortedMap(new TreeMap<>(parts.rules));
    this.ids = CrushMapCheck.check(parts);
    ShadowTrees shadows = ShadowTrees.grow(descending, this.devices, this.classes);
    this.buckets = Collections.unmodifiableSortedMap(descending);
    List<Bucket> all = new ArrayList<>(this.buckets.values());
    shadows.buckets().forEach(all::add);
    this.plan =
        new MappingPlan(
            tunables, all, rules.values(), (item, type) -> shadowOf(shadows, item, type));
  }

  private int shadowOf(ShadowTrees shadows, int item, String deviceClass) {
    return bucket(item)
        .flatMap(bucket -> shadows.of(bucket, deviceClass))
        .orElseThrow(() -> new InvalidCrushMapException("no shadow of " + nameOf(item)))
        .id();
  }

  static List<String> classesIn(Builder parts) {
    LinkedHashSet<String> classes = new LinkedHashSet<>();
    for (Device device : parts.devices.values()) {
      String deviceClass = device.deviceClass();
      if (deviceClass != null) {
        classes.add(deviceClass);
      }
    }
    TreeSet<String> withoutDevice = new TreeSet<>();
    parts.buckets.values().forEach(bucket -> withoutDevice.addAll(bucket.shadowIds().keySet()));
    classes.addAll(withoutDevice);
    return List.copyOf(classes);
  }

  /** A builder without types, devices, buckets and rules, with optimal tunables. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder that starts from this map. */
  public Builder toBuilder() {
    Builder builder = new Builder().tunables(tunables);
    devices.values().forEach(builder::device);
    types.values().forEach(builder::type);
    buckets.values().forEach(builder::bucket);
    rules.values().forEach(builder::rule);
    return builder;
  }

  public Tunables tunables() {
    return tunables;
  }

  /**
   * The device classes, in the order of the first device of each; then, by name, classes that have
   * a shadow tree but no device.
   */
  public List<String> classes() {
    return classes;
  }

  public Collection<Device> devices() {
    return devices.values();
  }

  public Collection<BucketType> types() {
    return types.values();
  }

  public Collection<Bucket> buckets() {
    return buckets.values();
  }

  public Collection<Rule> rules() {
    return rules.values();
  }

  public Optional<Device> device(int id) {
    return Optional.ofNullable(devices.get(id));
  }

  public Optional<Bucket> bucket(int id) {
    return Optional.ofNullable(buckets.get(id));
  }

  public Optional<Bucket> bucket(String name) {
    return idOf(name).flatMap(this::bucket);
  }

  public Optional<BucketType> type(int id) {
    return Optional.ofNullable(types.get(id));
  }

  public Optional<BucketType> type(String name) {
    return types.values().stream().filter(type -> type.name().equals(name)).findFirst();
  }

  public Optional<Rule> rule(int id) {
    return Optional.ofNullable(rules.get(id));
  }

  public Optional<Rule> rule(String name) {
    return rules.values().stream().filter(rule -> rule.name().equals(name)).findFirst();
  }

  /** The id of the device or bucket with this name. */
  public Optional<Integer> idOf(String name) {
    return Optional.ofNullable(ids.get(name));
  }

  /** The name of a device or bucket; a name made from the id if there is none. */
  public String nameOf(int id) {
    if (id >= 0) {
      return device(id).map(Device::name).orElse("device" + id);
    }
    return bucket(id).map(Bucket::name).orElse("bucket" + (-1L - id));
  }

  /** The buckets that hold an item; usually one or none. */
  public List<Bucket> parentsOf(int id) {
    List<Bucket> parents = new ArrayList<>();
    for (Bucket bucket : buckets.values()) {
      if (bucket.indexOf(id) >= 0) {
        parents.add(bucket);
      }
    }
    return parents;
  }

  /** The buckets that are in no other bucket. */
  public List<Bucket> roots() {
    return rootsAmong(buckets.values());
  }

  static List<Bucket> rootsAmong(Collection<Bucket> buckets) {
    TreeSet<Integer> held = new TreeSet<>();
    for (Bucket bucket : buckets) {
      bucket.items().forEach(item -> held.add(item.id()));
    }
    return buckets.stream().filter(bucket -> !held.contains(bucket.id())).toList();
  }

  MappingPlan plan() {
    return plan;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CrushMap that
        && tunables.equals(that.tunables)
        && classes.equals(that.classes)
        && devices.equals(that.devices)
        && types.equals(that.types)
        && buckets.equals(that.buckets)
        && rules.equals(that.rules);
  }

  @Override
  public int hashCode() {
    return Objects.hash(tunables, classes, devices, types, buckets, rules);
  }

  @Override
  public String toString() {
    return "CRUSH map with %d devices, %d buckets and %d rules"
        .formatted(devices.size(), buckets.size(), rules.size());
  }

  /**
   * Collects the parts of a map, in any order. A part replaces one with the same id. Not safe for
   * use by several threads.
   */
  public static final class Builder {
    Tunables tunables = Tunables.optimal();
    final TreeMap<Integer, Device> devices = new TreeMap<>();
    final TreeMap<Integer, BucketType> types = new TreeMap<>();
    final TreeMap<Integer, Bucket> buckets = new TreeMap<>(Collections.reverseOrder());
    final TreeMap<Integer, Rule> rules = new TreeMap<>();

    private Builder() {}

    public Builder tunables(Tunables tunables) {
      this.tunables = tunables;
      return this;
    }

    public Builder device(Device device) {
      devices.put(device.id(), device);
      return this;
    }

    public Builder type(BucketType type) {
      types.put(type.id(), type);
      return this;
    }

    public Builder bucket(Bucket bucket) {
      buckets.put(bucket.id(), bucket);
      return this;
    }

    public Builder rule(Rule rule) {
      rules.put(rule.id(), rule);
      return this;
    }

    Builder removeDevice(int id) {
      devices.remove(id);
      return this;
    }

    Builder removeBucket(int id) {
      buckets.remove(id);
      return this;
    }

    Builder removeRule(int id) {
      rules.remove(id);
      return this;
    }

    /**
     * The map.
     *
     * @throws InvalidCrushMapException if the parts contradict one another
     */
    public CrushMap build() {
      return new CrushMap(this);
    }
  }
}
