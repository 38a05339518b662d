package io.pando.crush.text;

import io.pando.crush.CrushMap;
import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.CrushLimits;
import io.pando.crush.model.CrushWeight;
import io.pando.crush.text.CrushScanner.Word;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads one bucket of a map's text. */
final class BucketParser {
  private final CrushScanner in;
  private final CrushMap.Builder map;
  private final CrushNames names;

  private Optional<Integer> id = Optional.empty();
  private BucketAlgorithm algorithm = BucketAlgorithm.STRAW2;
  private boolean algorithmGiven;
  private final Map<String, Integer> shadowIds = new LinkedHashMap<>();
  private final List<PlacedItem> items = new ArrayList<>();
  private long weight;

  /** An item as written in the text; an item without a position gets the first free one. */
  private record PlacedItem(Bucket.Item item, Word at, Optional<Integer> position) {}

  BucketParser(CrushScanner in, CrushMap.Builder map, CrushNames names) {
    this.in = in;
    this.map = map;
    this.names = names;
  }

  void bucket() throws CrushSyntaxException {
    int type =
        names
            .typeOf(in.peek().text())
            .orElseThrow(
                () -> in.unexpected("'tunable', 'device', 'type', 'rule' or a type of buckets"));
    if (type == 0) {
      throw in.peek().problem("type 0 is that of devices; a bucket must be of another");
    }
    in.take();
    Word nameAt = in.peek();
    String name = in.name("a bucket's name");
    in.expect("{");
    while (!in.skip("}")) {
      line(name);
    }
    if (!algorithmGiven) {
      throw nameAt.problem("bucket " + name + " has no 'alg'");
    }
    int bucketId = id.isPresent() ? id.get() : names.freeBucketId();
    names.define(nameAt, bucketId, nameAt, name);
    Bucket bucket = new Bucket(bucketId, name, type, algorithm, inOrder(), shadowIds);
    names.bucketDefined(bucket);
    if (names.height(bucketId) > CrushLimits.MAX_DEPTH) {
      throw nameAt.problem(
          "bucket " + name + " has more than " + CrushLimits.MAX_DEPTH + " levels below it");
    }
    map.bucket(bucket);
  }

  private void line(String bucketName) throws CrushSyntaxException {
    switch (in.peek().text()) {
      case "id" -> id(bucketName);
      case "alg" -> algorithm();
      case "hash" -> hash();
      case "item" -> item(bucketName);
      default -> throw in.unexpected("'id', 'alg', 'hash', 'item' or '}'");
    }
  }

  private void id(String bucketName) throws CrushSyntaxException {
    in.take();
    Word at = in.peek();
    int number = in.number("a bucket's id", -CrushLimits.MAX_BUCKETS, -1);
    if (in.skip("class")) {
      String deviceClass = in.name("a device class");
      names.useId(at, number);
      names.classKnown(deviceClass);
      if (shadowIds.put(deviceClass, number) != null) {
        throw at.problem("bucket " + bucketName + " has two ids for class " + deviceClass);
      }
    } else if (id.isPresent()) {
      throw at.problem("bucket " + bucketName + " has two ids");
    } else {
      id = Optional.of(number);
    }
  }

  private void algorithm() throws CrushSyntaxException {
    in.take();
    algorithm =
        BucketAlgorithm.ofText(in.peek().text())
            .orElseThrow(() -> in.unexpected("'uniform', 'list', 'tree', 'straw' or 'straw2'"));
    algorithmGiven = true;
    in.take();
  }

  private void hash() throws CrushSyntaxException {
    in.take();
    if (!in.skip("0") && !in.skip("rjenkins1")) {
      throw in.unexpected("'0' or 'rjenkins1'");
    }
  }

  private void item(String bucketName) throws CrushSyntaxException {
    in.take();
    Word at = in.peek();
    String name = in.name("an item's name");
    int itemId =
        names
            .idOf(name)
            .orElseThrow(() ->
                at.problem(
                    "item '"
                        + name
                        + "' in bucket "
                        + bucketName
                        + " is not defined; define it before the bucket"));
    Optional<Integer> given = Optional.empty();
    Optional<Integer> position = Optional.empty();
    if (in.skip("weight")) {
      given = Optional.of(in.weight());
    }
    if (in.skip("pos")) {
      position = Optional.of(in.number("a position", 0, Integer.MAX_VALUE));
    }
    int itemWeight = given.isPresent() ? given.get() : (int) names.weightOf(itemId);
    checkItem(at, bucketName, new Bucket.Item(itemId, itemWeight));
    items.add(new PlacedItem(new Bucket.Item(itemId, itemWeight), at, position));
  }

  private void checkItem(Word at, String bucketName, Bucket.Item item) throws CrushSyntaxException {
    for (PlacedItem other : items) {
      if (other.item.id() == item.id()) {
        throw at.problem("item '" + at.text() + "' is already in bucket " + bucketName);
      }
      if (algorithm == BucketAlgorithm.UNIFORM && other.item.weight() != item.weight()) {
        throw at.problem(
            "the items of a uniform bucket must weigh the same, but '"
                + at.text()
                + "' weighs "
                + CrushWeight.format(item.weight())
                + " and another "
                + CrushWeight.format(other.item.weight()));
      }
    }
    weight += Integer.toUnsignedLong(item.weight());
    if (weight > CrushLimits.MAX_WEIGHT) {
      throw at.problem(
          "the items of bucket "
              + bucketName
              + " weigh more than 65535 together; lower their weights");
    }
  }

  /** The items, ordered by position. */
  private List<Bucket.Item> inOrder() throws CrushSyntaxException {
    TreeMap<Integer, Bucket.Item> ordered = new TreeMap<>();
    for (PlacedItem placed : items) {
      if (placed.position.isPresent() && ordered.put(placed.position.get(), placed.item) != null) {
        throw placed.at.problem("position " + placed.position.get() + " is already taken");
      }
      if (placed.position.isPresent() && placed.position.get() >= items.size()) {
        throw placed.at.problem(
            "position "
                + placed.position.get()
                + " leaves a gap; number the items from 0 to "
                + (items.size() - 1));
      }
    }
    int free = 0;
    for (PlacedItem placed : items) {
      if (placed.position.isEmpty()) {
        while (ordered.containsKey(free)) {
          free++;
        }
        ordered.put(free, placed.item);
      }
    }
    return List.copyOf(ordered.values());
  }
}
