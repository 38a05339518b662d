package io.pando.crush.choose;

import io.pando.crush.model.Bucket;
import io.pando.crush.model.BucketAlgorithm;
import java.util.Collections;
import java.util.List;

/** A bucket in the form that mapping uses. */
final class BucketNode {
  /** Placeholder for an unused id. */
  static final BucketNode GAP =
      of(
          new Bucket(-1, "gap", 0, BucketAlgorithm.LIST, List.of(), Collections.emptySortedMap()),
          0);

  private final int id;
  private final int type;
  private final boolean uniform;
  private final int[] items;
  private final ItemChoice choice;

  private BucketNode(Bucket bucket, int[] items, ItemChoice choice) {
    this.id = bucket.id();
    this.type = bucket.type();
    this.uniform = bucket.algorithm() == BucketAlgorithm.UNIFORM;
    this.items = items;
    this.choice = choice;
  }

  static BucketNode of(Bucket bucket, int strawVersion) {
    int[] items = bucket.items().stream().mapToInt(Bucket.Item::id).toArray();
    long[] weights =
        bucket.items().stream().mapToLong(item -> Integer.toUnsignedLong(item.weight())).toArray();
    int id = bucket.id();
    ItemChoice choice =
        switch (bucket.algorithm()) {
          case UNIFORM -> new UniformChoice(id, items);
          case LIST -> new ListChoice(id, items, weights);
          case TREE -> new TreeChoice(id, items, weights);
          case STRAW -> new StrawChoice(items, StrawLengths.of(weights, strawVersion));
          case STRAW2 -> Straw2Choice.of(items, weights);
        };
    return new BucketNode(bucket, items, choice);
  }

  int id() {
    return id;
  }

  int type() {
    return type;
  }

  boolean isUniform() {
    return uniform;
  }

  int size() {
    return items.length;
  }

  int item(int index) {
    return items[index];
  }

  /** The item for input {@code x} in draw {@code r}; the bucket is not empty. */
  int choose(int x, int r, DrawMemory memory) {
    return choice.choose(x, r, memory);
  }
}
