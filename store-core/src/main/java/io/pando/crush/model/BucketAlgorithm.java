package io.pando.crush.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How a bucket chooses among its items. The algorithms differ in the cost of a choice and in how
 * much data moves when the bucket changes. Use straw2 unless an old map requires another one.
 */
public enum BucketAlgorithm {
  /** Equal weights, constant time; any change of size moves nearly everything. */
  UNIFORM,
  /** Linear; moves little when items are added at the end. */
  LIST,
  /** Logarithmic, by a tree of weights. */
  TREE,
  /** Linear; every item draws a straw. A change of one weight may move data of other items. */
  STRAW,
  /** Linear; as straw, but a change of one weight moves data only to or from that item. */
  STRAW2;

  /** The name in the text form. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The algorithm with this name. */
  public static Optional<BucketAlgorithm> ofText(String text) {
    return Arrays.stream(values()).filter(each -> each.text().equals(text)).findFirst();
  }
}
