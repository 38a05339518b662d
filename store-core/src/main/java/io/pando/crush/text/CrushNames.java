package io.pando.crush.text;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.text.CrushScanner.Word;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The names that a text has defined so far. */
final class CrushNames {
  private final TreeMap<String, Integer> ids = new TreeMap<>();
  private final TreeMap<String, Integer> types = new TreeMap<>();
  private final TreeSet<Integer> usedIds = new TreeSet<>();
  private final TreeSet<Integer> usedTypes = new TreeSet<>();
  private final TreeSet<String> classes = new TreeSet<>();
  private final TreeMap<Integer, Bucket> buckets = new TreeMap<>();
  private final TreeMap<Integer, Integer> heights = new TreeMap<>();
  private final TreeSet<Integer> reservedIds = new TreeSet<>();

  /** Reserves the ids written in the text, so that buckets without an id do not get them. */
  void reserveIds(List<Integer> idsInText) {
    reservedIds.addAll(idsInText);
  }

  int freeBucketId() {
    int id = -1;
    while (reservedIds.contains(id)) {
      id--;
    }
    reservedIds.add(id);
    return id;
  }

  void define(Word idAt, int id, Word nameAt, String name) throws CrushSyntaxException {
    useId(idAt, id);
    if (ids.putIfAbsent(name, id) != null) {
      throw nameAt.problem("another device or bucket has the name " + name);
    }
  }

  void useId(Word at, int id) throws CrushSyntaxException {
    if (!usedIds.add(id)) {
      throw at.problem("another " + (id < 0 ? "bucket" : "device") + " has id " + id);
    }
  }

  void defineType(Word idAt, int id, Word nameAt, String name) throws CrushSyntaxException {
    if (!usedTypes.add(id)) {
      throw idAt.problem("another type has id " + id);
    }
    if (types.putIfAbsent(name, id) != null) {
      throw nameAt.problem("another type has the name " + name);
    }
  }

  void bucketDefined(Bucket bucket) {
    buckets.put(bucket.id(), bucket);
    int below = bucket.items().stream().mapToInt(item -> height(item.id())).max().orElse(0);
    heights.put(bucket.id(), below + 1);
  }

  /** Height of an item in levels of buckets; 0 for a device. */
  int height(int id) {
    return heights.getOrDefault(id, 0);
  }

  void classKnown(String deviceClass) {
    classes.add(deviceClass);
  }

  boolean isClass(String name) {
    return classes.contains(name);
  }

  Optional<Integer> idOf(String name) {
    return Optional.ofNullable(ids.get(name));
  }

  Optional<Integer> typeOf(String name) {
    return Optional.ofNullable(types.get(name));
  }

  /** The sum of the weights in a bucket; 1.0 for a device. */
  long weightOf(int id) {
    Bucket bucket = buckets.get(id);
    return bucket == null ? CrushWeight.ONE : bucket.weight();
  }
}
