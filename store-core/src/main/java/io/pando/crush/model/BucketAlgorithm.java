package io.pando.crush.model;

import java.util.Locale;
import java.util.Optional;

/**
 * How a bucket chooses among its items. The algorithms differ in the cost of a choice and in how
 * much data moves when the bucket changes. Use straw2 unless an old map requires another one.
 */
public enum BucketAlgorithm {
  /** Equal weights, constant time; any change of size moves nearly everything. */
  UNIFORM(1),
  /** Linear; moves little when items are added at the end. */
  LIST(2),
  /** Logarithmic, by a tree of weights. */
  TREE(3),
  /** Linear; every item draws a straw. A change of one weight may move data of other items. */
  STRAW(4),
  /** Linear; as straw, but a change of one weight moves data only to or from that item. */
  STRAW2(5);

  private final int code;

  BucketAlgorithm(int code) {
    this.code = code;
  }

  /** The number in stored maps and, as a bit, in {@link Tunable#ALLOWED_BUCKET_ALGS}. */
  public int code() {
    return code;
  }

  /** The name in the text form. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The algorithm with this number. */
  public static Optional<BucketAlgorithm> ofCode(int code) {
    for (BucketAlgorithm algorithm : values()) {
      if (algorithm.code == code) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }

  /** The algorithm with this name. */
  public static Optional<BucketAlgorithm> ofText(String text) {
    for (BucketAlgorithm algorithm : values()) {
      if (algorithm.text().equals(text)) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }
}
