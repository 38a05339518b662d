package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A mark of progress in placement order.
 *
 * @param upTo the mark covers this object and all before it; null: all objects
 */
record Mark(@Nullable ObjectId upTo) {
  /** The mark behind every object. */
  static final Mark END = new Mark(null);

  /** The lesser of two marks. */
  static Mark least(Mark one, Mark other) {
    return other.isBefore(one) ? other : one;
  }

  boolean covers(ObjectId object) {
    return upTo == null || object.compareTo(upTo) <= 0;
  }

  /** Whether this mark lies before the other. */
  boolean isBefore(Mark other) {
    return upTo != null && !(other.upTo != null && upTo.compareTo(other.upTo) >= 0);
  }
}
