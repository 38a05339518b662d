package io.pando.report.group;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.SortedSet;

/**
 * An object that some replicas of a group lack, as its primary sees it.
 *
 * @param version version that they should have; 0'0 if they should have none
 * @param lackedBy replicas that lack the object, which may include the primary
 * @param askedInVain OSDs that were asked for the object and cannot supply it; empty while the
 *     object is not known to be unfound
 * @param damaged whether all copies that were found are damaged, or the object's loss was accepted.
 *     Then the object can be removed, or overwritten as a whole if the primary has its attributes
 */
public record MissingObject(
    ObjectId object,
    Version version,
    SortedSet<OsdId> lackedBy,
    SortedSet<OsdId> askedInVain,
    boolean damaged) {
  @Override
  public String toString() {
    String asked = askedInVain.isEmpty() ? "" : ", asked without success: " + askedInVain;
    String bytes = damaged ? ", no good bytes" : "";
    return object + " in " + version + " lacked by " + lackedBy + asked + bytes;
  }
}
