package io.pando.cluster;

import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.List;
import java.util.Optional;

/**
 * Where a placement group lives by one map.
 *
 * @param up where CRUSH wants it, as far as those OSDs are up; may be shorter than the pool's size,
 *     or empty
 * @param acting who serves it; the first is the primary
 */
public record GroupMapping(PgId group, List<OsdId> up, List<OsdId> acting) {
  public GroupMapping {
    up = List.copyOf(up);
    acting = List.copyOf(acting);
  }

  /** Who orders its updates; nobody if no OSD is up. */
  public Optional<OsdId> primary() {
    return acting.isEmpty() ? Optional.empty() : Optional.of(acting.getFirst());
  }
}
