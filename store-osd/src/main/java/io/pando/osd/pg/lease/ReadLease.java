package io.pando.osd.pg.lease;

import io.pando.id.OsdId;
import java.util.Collection;
import java.util.List;

/**
 * The lease of one group at its primary: as long as the shortest promise of those who serve the
 * group with it in this interval. Who serves it alone needs nobody's, since nobody can take over
 * without having heard it.
 *
 * @param grantors who serves the group with the primary
 * @param interval first epoch of the present one
 */
public record ReadLease(Collection<OsdId> grantors, long interval) {
  public ReadLease {
    grantors = List.copyOf(grantors);
  }

  /** Until when clients may be answered; {@link Long#MAX_VALUE} if this OSD serves alone. */
  public long untilNanos(Leases leases) {
    return grantors.stream()
        .mapToLong(osd -> leases.heldUntilNanos(osd, interval))
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Whether clients may be answered now. */
  public boolean isLive(Leases leases, long nowNanos) {
    return nowNanos < untilNanos(leases);
  }

  /** Whose promise is over or was never made. */
  public List<OsdId> lacking(Leases leases, long nowNanos) {
    return grantors.stream()
        .filter(osd -> nowNanos >= leases.heldUntilNanos(osd, interval))
        .toList();
  }
}
