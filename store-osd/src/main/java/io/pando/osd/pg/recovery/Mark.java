package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * How far, in placement order.
 *
 * @param upTo this object and all before it; null: all there are
 */
record Mark(@Nullable ObjectId upTo) {
  /** Behind every object. */
  static final Mark END = new Mark(null);

  /** The one that lies before the other. */
  static Mark least(Mark one, Mark other) {
    return other.isBefore(one) ? other : one;
  }

  boolean covers(ObjectId object) {
    return upTo == null || object.compareTo(upTo) <= 0;
  }

  /** Whether this one lies before the other. */
  boolean isBefore(Mark other) {
    return upTo != null && !(other.upTo != null && upTo.compareTo(other.upTo) >= 0);
  }
}
