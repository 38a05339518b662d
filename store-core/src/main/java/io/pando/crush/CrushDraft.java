package io.pando.crush;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.CrushLimits;
import io.pando.crush.model.InvalidCrushMapException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A map that is being changed. Along the path of each change, it keeps a bucket's weight in its
 * parents equal to the sum of the weights of the bucket's items.
 */
final class CrushDraft {
  private final CrushMap origin;
  private final CrushMap.Builder parts;
  private final TreeMap<Integer, Bucket> buckets;

  CrushDraft(CrushMap origin) {
    this.origin = origin;
    this.parts = origin.toBuilder();
    this.buckets = parts.buckets;
  }

  CrushMap finish() throws CrushEditException {
    try {
      return parts.build();
    } catch (InvalidCrushMapException e) {
      throw new CrushEditException(e.problem());
    }
  }

  CrushMap.Builder parts() {
    return parts;
  }

  /** Takes an item out of every bucket that holds it. */
  void detach(int itemId) {
    for (Bucket bucket : holding(itemId)) {
      List<Bucket.Item> items = new ArrayList<>(bucket.items());
      items.removeIf(item -> item.id() == itemId);
      replaceItems(bucket, items);
    }
  }

  /** Sets the weight of an item in every bucket that holds it. */
  void reweight(int itemId, int weight) {
    for (Bucket bucket : holding(itemId)) {
      List<Bucket.Item> items = new ArrayList<>(bucket.items());
      items.set(bucket.indexOf(itemId), new Bucket.Item(itemId, weight));
      replaceItems(bucket, items);
    }
  }

  /** The buckets that hold an item; each one is read only when the iteration reaches it. */
  private Iterable<Bucket> holding(int itemId) {
    List<Integer> ids =
        buckets.values().stream()
            .filter(bucket -> bucket.indexOf(itemId) >= 0)
            .map(Bucket::id)
            .toList();
    return () -> ids.stream().flatMap(id -> Stream.ofNullable(buckets.get(id))).iterator();
  }

  private void replaceItems(Bucket bucket, List<Bucket.Item> items) {
    Bucket changed = bucket.withItems(items);
    buckets.put(changed.id(), changed);
    reweight(changed.id(), (int) Math.min(changed.weight(), CrushLimits.MAX_WEIGHT));
  }

  /**
   * Puts an item into the lowest of these buckets. Creates the buckets below the first that exists.
   *
   * @param weight weight of the item
   */
  void attach(int itemId, int weight, List<CrushLocation> location) throws CrushEditException {
    int lowest = itemId;
    int lowestWeight = weight;
    for (Level level : levels(location)) {
      Optional<Bucket> existing = existing(level);
      if (existing.isPresent()) {
        Bucket bucket = existing.get();
        if (isWithin(bucket.id(), lowest)) {
          throw new CrushEditException(
              level.name + " is part of what is to be moved there; choose another location");
        }
        List<Bucket.Item> items = new ArrayList<>(bucket.items());
        items.add(new Bucket.Item(lowest, lowestWeight));
        replaceItems(bucket, items);
        return;
      }
      lowest = addBucket(level.name, level.type, List.of(new Bucket.Item(lowest, lowestWeight)));
    }
  }

  private boolean isWithin(int id, int container) {
    Bucket bucket = buckets.get(container);
    return id == container
        || (bucket != null && bucket.items().stream().anyMatch(item -> isWithin(id, item.id())));
  }

  /** A bucket of a location, with the type looked up. */
  private record Level(BucketType type, String name) {}

  private List<Level> levels(List<CrushLocation> location) throws CrushEditException {
    TreeMap<Integer, Level> levels = new TreeMap<>();
    for (CrushLocation place : location) {
      BucketType type = bucketType(place.type());
      if (levels.put(type.id(), new Level(type, place.name())) != null) {
        throw new CrushEditException("the location names two of type " + type.name());
      }
    }
    if (levels.isEmpty()) {
      throw new CrushEditException("a location is missing; write one such as host=a root=default");
    }
    return List.copyOf(levels.values());
  }

  BucketType bucketType(String name) throws CrushEditException {
    List<BucketType> types = origin.types().stream().filter(type -> type.id() > 0).toList();
    return types.stream()
        .filter(type -> type.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new CrushEditException(
                "'"
                    + name
                    + "' is not a type of buckets; there are "
                    + String.join(", ", types.stream().map(BucketType::name).toList())));
  }

  private Optional<Bucket> existing(Level level) throws CrushEditException {
    Optional<Bucket> bucket =
        buckets.values().stream().filter(known -> known.name().equals(level.name)).findFirst();
    if (bucket.isPresent() && bucket.get().type() != level.type.id()) {
      throw new CrushEditException(
          level.name
              + " is not a "
              + level.type.name()
              + " but a "
              + origin.type(bucket.get().type()).map(BucketType::name).orElse("bucket"));
    }
    return bucket;
  }

  int addBucket(String name, BucketType type, List<Bucket.Item> items) throws CrushEditException {
    if (!CrushLimits.isName(name)) {
      throw new CrushEditException(
          "'" + name + "' cannot name a bucket; use letters, digits, '-', '_' and '.'");
    }
    TreeSet<Integer> used = new TreeSet<>(buckets.keySet());
    buckets.values().forEach(bucket -> used.addAll(bucket.shadowIds().values()));
    int id = -1;
    while (used.contains(id)) {
      id--;
    }
    buckets.put(
        id,
        new Bucket(
            id, name, type.id(), BucketAlgorithm.STRAW2, items, Collections.emptySortedMap()));
    return id;
  }

  /** Whether an item is directly in the lowest bucket of a location. */
  boolean isAt(int itemId, List<CrushLocation> location) throws CrushEditException {
    Optional<Bucket> lowest = existing(levels(location).getFirst());
    return lowest.isPresent() && lowest.get().indexOf(itemId) >= 0;
  }

  /** The weight of an item in the first bucket that holds it. */
  Optional<Integer> weightOf(int itemId) {
    return buckets.values().stream()
        .filter(bucket -> bucket.indexOf(itemId) >= 0)
        .max(Comparator.comparingInt(Bucket::id))
        .map(bucket -> bucket.items().get(bucket.indexOf(itemId)).weight());
  }
}
