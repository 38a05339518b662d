package io.pando.osd.pg.write;

import io.pando.id.Version;
import io.pando.store.StoreOp;
import java.util.List;

/**
 * The content of an older version of a lost object.
 *
 * @param version {@link Version#ZERO} if there is none
 * @param steps steps that replace the object by this content, without a version
 * @param problem why an older version that exists cannot be used, as text for people; otherwise
 *     empty
 */
public record OlderVersion(
    Version version, long sizeBytes, List<StoreOp.OnObject> steps, String problem) {
  /** There is no older version. */
  public static final OlderVersion NONE = new OlderVersion(Version.ZERO, 0, List.of(), "");

  public OlderVersion {
    steps = List.copyOf(steps);
  }

  /** An older version that exists and cannot be used. */
  public static OlderVersion unreadable(String problem) {
    return new OlderVersion(Version.ZERO, 0, List.of(), problem);
  }

  boolean exists() {
    return version.isAfter(Version.ZERO);
  }
}
