package io.pando.report.group;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedSet;

/**
 * An object whose copies differ, as found by a scrub.
 *
 * @param version version that the object should have, {@link Version#ZERO} if it should not exist
 * @param provable whether it is known which copies are good, so that the object can be repaired
 * @param bad copies that are wrong or differ from the others
 */
public record InconsistentObject(
    ObjectId object, Version version, boolean provable, List<BadCopy> bad) {
  public InconsistentObject {
    bad = List.copyOf(bad);
  }

  /**
   * A copy that is wrong or differs from the others.
   *
   * @param member that has it, or should have it; fragments differ by their positions
   * @param detail description for people
   */
  public record BadCopy(MemberId member, SortedSet<CopyFault> faults, String detail) {
    /** The OSD of the member. */
    public OsdId osd() {
      return member.osd();
    }
  }
}
