package io.pando.crush;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.Device;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Shadow trees: for each device class, a copy of the whole hierarchy with only the devices of that
 * class. A rule that takes a class draws from the copy.
 *
 * <p>The copies' ids enter the draws, so they must not change once data is placed: a bucket keeps
 * the id that it already has for a class; other copies get the first free id, children before
 * parents.
 */
final class ShadowTrees {
  private final SortedMap<Integer, Bucket> buckets;
  private final SortedMap<Integer, Device> devices;
  private final TreeSet<Integer> usedIds = new TreeSet<>();
  private final TreeMap<Integer, Bucket> shadows = new TreeMap<>();
  private int nextId = -1;

  private ShadowTrees(SortedMap<Integer, Bucket> buckets, SortedMap<Integer, Device> devices) {
    this.buckets = buckets;
    this.devices = devices;
    usedIds.addAll(buckets.keySet());
    buckets.values().forEach(bucket -> usedIds.addAll(bucket.shadowIds().values()));
  }

  /**
   * Makes the copies, and completes the shadow ids of the originals.
   *
   * @param buckets existing buckets; changed in place
   */
  static ShadowTrees grow(
      SortedMap<Integer, Bucket> buckets,
      SortedMap<Integer, Device> devices,
      List<String> classes) {
    ShadowTrees trees = new ShadowTrees(buckets, devices);
    List<Bucket> roots = new ArrayList<>(CrushMap.rootsAmong(buckets.values()));
    for (Bucket root : roots.reversed()) {
      classes.forEach(deviceClass -> trees.copy(root.id(), deviceClass));
    }
    buckets.replaceAll((id, bucket) -> bucket.withShadowIds(inOrder(bucket, classes)));
    return trees;
  }

  /** The copies. */
  Iterable<Bucket> buckets() {
    return shadows.values();
  }

  /** The copy of a bucket for a class. */
  Optional<Bucket> of(Bucket original, String deviceClass) {
    return Optional.ofNullable(original.shadowIds().get(deviceClass)).map(shadows::get);
  }

  private static Map<String, Integer> inOrder(Bucket bucket, List<String> classes) {
    Map<String, Integer> ordered = new LinkedHashMap<>();
    for (String deviceClass : classes) {
      Integer id = bucket.shadowIds().get(deviceClass);
      if (id != null) {
        ordered.put(deviceClass, id);
      }
    }
    return ordered;
  }

  private Bucket copy(int id, String deviceClass) {
    Bucket original = original(id);
    Integer known = original.shadowIds().get(deviceClass);
    if (known != null && shadows.containsKey(known)) {
      return shadows.get(known);
    }
    List<Bucket.Item> items = new ArrayList<>();
    for (Bucket.Item item : original.items()) {
      if (item.id() < 0) {
        Bucket child = copy(item.id(), deviceClass);
        items.add(new Bucket.Item(child.id(), (int) child.weight()));
      } else if (isOfClass(item.id(), deviceClass)) {
        items.add(item);
      }
    }
    int shadowId = known == null ? freeId() : known;
    Bucket shadow =
        new Bucket(
            shadowId,
            original.name() + "~" + deviceClass,
            original.type(),
            original.algorithm(),
            items,
            Collections.emptySortedMap());
    shadows.put(shadowId, shadow);
    Map<String, Integer> shadowIds = new LinkedHashMap<>(original(id).shadowIds());
    shadowIds.put(deviceClass, shadowId);
    buckets.put(id, original.withShadowIds(shadowIds));
    return shadow;
  }

  private Bucket original(int id) {
    return Objects.requireNonNull(buckets.get(id));
  }

  private boolean isOfClass(int deviceId, String deviceClass) {
    return deviceClass.equals(Objects.requireNonNull(devices.get(deviceId)).deviceClass());
  }

  private int freeId() {
    while (usedIds.contains(nextId)) {
      nextId--;
    }
    usedIds.add(nextId);
    return nextId;
  }
}
