package io.pando.report;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedSet;

/**
 * An object whose copies differ, as a scrub found them.
 *
 * @param version that it should have, {@link Version#ZERO} if it should not be there
 * @param provable whether it is known which copies are good, so that it can be repaired
 * @param bad copies that are not as they should be, or as the others are
 */
public record InconsistentObject(
    ObjectId object, Version version, boolean provable, List<BadCopy> bad) {
  public InconsistentObject {
    bad = List.copyOf(bad);
  }

  /**
   * A copy that is not as it should be.
   *
   * @param detail for people
   */
  public record BadCopy(OsdId osd, SortedSet<CopyFault> faults, String detail) {}
}
