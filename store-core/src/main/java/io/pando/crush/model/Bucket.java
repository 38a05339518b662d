package io.pando.crush.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An inner node of the hierarchy.
 *
 * @param id negative
 * @param name name, unique among devices and buckets
 * @param type id of a {@link BucketType}, not 0
 * @param items items, in the order on which choices depend
 * @param shadowIds for each device class, the id of this bucket's copy in the shadow tree of that
 *     class; building a map assigns missing ids
 */
public record Bucket(
    int id,
    String name,
    int type,
    BucketAlgorithm algorithm,
    List<Item> items,
    Map<String, Integer> shadowIds) {

  /**
   * A device or bucket within a bucket.
   *
   * @param id id of the device (0 or more) or bucket (negative)
   * @param weight unsigned 16.16 fixed point; need not be the sum of the weights below
   */
  public record Item(int id, int weight) {}

  public Bucket {
    items = List.copyOf(items);
    shadowIds = Collections.unmodifiableMap(new LinkedHashMap<>(shadowIds));
  }

  /** The sum of the items' weights: 16.16 fixed point. */
  public long weight() {
    long sum = 0;
    for (Item item : items) {
      sum += Integer.toUnsignedLong(item.weight);
    }
    return sum;
  }

  /** The position of an item, or -1. */
  public int indexOf(int itemId) {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i).id == itemId) {
        return i;
      }
    }
    return -1;
  }

  public Bucket withItems(List<Item> changed) {
    return new Bucket(id, name, type, algorithm, changed, shadowIds);
  }

  public Bucket withShadowIds(Map<String, Integer> changed) {
    return new Bucket(id, name, type, algorithm, items, changed);
  }
}
