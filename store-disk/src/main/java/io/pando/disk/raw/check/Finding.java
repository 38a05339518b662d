package io.pando.disk.raw.check;

import java.util.List;

/**
 * Something that is wrong with an object.
 *
 * @param mark whether the object is to be marked as damaged as a whole
 * @param remedies what is to be done besides, and before
 */
record Finding(Fault.Kind kind, String what, boolean mark, List<Remedy> remedies) {
  static Finding of(Fault.Kind kind, String what, Remedy... remedies) {
    return new Finding(kind, what, false, List.of(remedies));
  }

  /** One after which nothing of the object can be trusted. */
  static Finding damage(Fault.Kind kind, String what, Remedy... remedies) {
    return new Finding(kind, what, true, List.of(remedies));
  }
}
