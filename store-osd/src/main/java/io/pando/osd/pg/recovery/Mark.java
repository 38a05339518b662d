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

  boolean covers(ObjectId object) {
    return upTo == null || object.compareTo(upTo) <= 0;
  }

  /** Whether this one lies before the other. */
  boolean isBefore(Mark other) {
    return upTo != null && !(other.upTo != null && upTo.compareTo(other.upTo) >= 0);
  }
}
