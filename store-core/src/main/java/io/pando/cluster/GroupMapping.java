package io.pando.cluster;

import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.Optional;

/**
 * The up set and the acting set of a placement group by one map.
 *
 * @param up up set: the OSDs that CRUSH chooses, as far as they are up; may be shorter than the
 *     pool's size, or empty
 * @param acting acting set: the OSDs that serve the group; the first is the primary
 */
public record GroupMapping(PgId group, MemberList up, MemberList acting) {
  /** The primary; empty if the acting set is empty. */
  public Optional<OsdId> primary() {
    return Optional.ofNullable(acting.first());
  }

  /** Whether the OSD is in the up set or in the acting set. */
  public boolean contains(OsdId osd) {
    return acting.contains(osd) || up.contains(osd);
  }
}
