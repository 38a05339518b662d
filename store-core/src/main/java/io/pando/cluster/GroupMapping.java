package io.pando.cluster;

import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.List;
import java.util.Optional;

/**
 * The up set and the acting set of a placement group by one map.
 *
 * @param up up set: the OSDs that CRUSH chooses, as far as they are up; may be shorter than the
 *     pool's size, or empty
 * @param acting acting set: the OSDs that serve the group; the first is the primary
 */
public record GroupMapping(PgId group, List<OsdId> up, List<OsdId> acting) {
  public GroupMapping {
    up = List.copyOf(up);
    acting = List.copyOf(acting);
  }

  /** The primary; empty if the acting set is empty. */
  public Optional<OsdId> primary() {
    return acting.isEmpty() ? Optional.empty() : Optional.of(acting.getFirst());
  }
}
