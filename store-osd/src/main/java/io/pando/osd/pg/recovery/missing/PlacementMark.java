package io.pando.osd.pg.recovery.missing;

import io.pando.id.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A mark of progress in placement order.
 *
 * @param upTo the mark covers this object and all before it; null: all objects
 */
public record PlacementMark(@Nullable ObjectId upTo) {
  /** The mark behind every object. */
  public static final PlacementMark END = new PlacementMark(null);

  /** The lesser of two marks. */
  public static PlacementMark least(PlacementMark one, PlacementMark other) {
    return other.isBefore(one) ? other : one;
  }

  public boolean covers(ObjectId object) {
    return upTo == null || object.compareTo(upTo) <= 0;
  }

  /** Whether this mark lies before the other. */
  public boolean isBefore(PlacementMark other) {
    return upTo != null && !(other.upTo != null && upTo.compareTo(other.upTo) >= 0);
  }
}
