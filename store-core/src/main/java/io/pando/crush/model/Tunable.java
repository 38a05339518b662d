package io.pando.crush.model;

import java.util.Locale;
import java.util.Optional;

/**
 * A parameter of all rules of a map. Each one switches the correction of a weakness of early CRUSH.
 * It is adjustable because the correction moves data.
 */
public enum Tunable {
  /** Retries within the same bucket after a collision, before a new descent. */
  CHOOSE_LOCAL_TRIES(2, 0),
  /** Retries within the same bucket by a permutation of its items. */
  CHOOSE_LOCAL_FALLBACK_TRIES(5, 0),
  /** Retries of a whole descent. */
  CHOOSE_TOTAL_TRIES(19, 50),
  /** 1: a leaf is searched once below a chosen bucket, then a new descent starts. */
  CHOOSELEAF_DESCEND_ONCE(0, 1),
  /** 0: the search for a leaf draws with r = 0; n: with the parent's r, shifted right by n - 1. */
  CHOOSELEAF_VARY_R(0, 1),
  /** 1: a leaf does not depend on the position of its replica. */
  CHOOSELEAF_STABLE(0, 1),
  /** Version of the computation of straw lengths; version 0 is wrong for equal or zero weights. */
  STRAW_CALC_VERSION(0, 1),
  /** A bit for each {@link BucketAlgorithm} that may be used for new buckets. */
  ALLOWED_BUCKET_ALGS(0b010110, 0b110110);

  private final int legacy;
  private final int optimal;

  Tunable(int legacy, int optimal) {
    this.legacy = legacy;
    this.optimal = optimal;
  }

  /** The value that a parameter has if a map's text omits it. */
  public int legacy() {
    return legacy;
  }

  int optimal() {
    return optimal;
  }

  /** The name in the text form. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The tunable with this name. */
  public static Optional<Tunable> ofText(String text) {
    for (Tunable tunable : values()) {
      if (tunable.text().equals(text)) {
        return Optional.of(tunable);
      }
    }
    return Optional.empty();
  }
}
