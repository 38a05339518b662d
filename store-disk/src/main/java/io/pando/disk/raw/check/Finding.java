package io.pando.disk.raw.check;

import java.util.List;

/**
 * A fault of an object.
 *
 * @param mark whether the whole object is to be marked as damaged
 * @param remedies further steps, to be done before that
 */
record Finding(StoreFault.Kind kind, String what, boolean mark, List<Remedy> remedies) {
  static Finding of(StoreFault.Kind kind, String what, Remedy... remedies) {
    return new Finding(kind, what, false, List.of(remedies));
  }

  /** A fault after which nothing of the object can be trusted. */
  static Finding damage(StoreFault.Kind kind, String what, Remedy... remedies) {
    return new Finding(kind, what, true, List.of(remedies));
  }
}
