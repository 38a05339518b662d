package io.pando.osd.pg.lease;

import io.pando.group.GroupInfo;
import io.pando.id.OsdId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The leases of one group on one OSD: its own while it leads the group, and those that former
 * primaries may still hold.
 *
 * <p>Its own lasts as long as the shortest promise of those who serve the group with it in this
 * interval. Who serves it alone needs nobody's, since nobody can take over without having heard it.
 */
public final class GroupLeases {
  private final OsdId self;
  private final Leases leases;
  private final FormerLeases former = new FormerLeases();

  /**
   * Of a group that was stored, or was made from another.
   *
   * @param history as far as it is known; what was promised in its intervals was forgotten with
   *     them, so it is taken to be as much as it can be
   */
  public GroupLeases(OsdId self, Leases leases, GroupInfo.History history) {
    this.self = self;
    this.leases = leases;
    history.intervals().forEach(interval -> onIntervalEnded(interval.acting()));
  }

  /**
   * This group was made of another one, whose interval has ended with that.
   *
   * @param acting who served the other one, the primary first
   */
  public void inherit(GroupLeases from, List<OsdId> acting, long nowNanos) {
    former.learn(from.remainingNanos(nowNanos), nowNanos);
    onIntervalEnded(acting);
  }

  /** An interval has ended in which these served, the primary first. */
  public void onIntervalEnded(List<OsdId> acting) {
    if (acting.contains(self) && !acting.getFirst().equals(self)) {
      OsdId primary = acting.getFirst();
      former.note(primary, leases.grantedUntilNanos(primary));
    }
  }

  /**
   * Whether this OSD, which leads, may answer clients now.
   *
   * @param acting who serves the group
   * @param interval first epoch of the present one
   */
  public boolean isLive(List<OsdId> acting, long interval, long nowNanos) {
    return lacking(acting, interval, nowNanos).isEmpty();
  }

  /** One whose promise is over or was never made. */
  public Optional<OsdId> lacking(List<OsdId> acting, long interval, long nowNanos) {
    for (OsdId osd : acting) {
      if (!osd.equals(self) && nowNanos >= leases.heldUntilNanos(osd, interval)) {
        return Optional.of(osd);
      }
    }
    return Optional.empty();
  }

  /** Another OSD told what it knows of former primaries, as durations from now. */
  public void learn(SortedMap<OsdId, Long> remainingNanos, long nowNanos) {
    former.learn(remainingNanos, nowNanos);
  }

  /** What others are to be told of former primaries: durations from now. */
  public SortedMap<OsdId, Long> remainingNanos(long nowNanos) {
    return former.remainingNanos(nowNanos);
  }

  /**
   * For whom this OSD has to wait longest before it may lead.
   *
   * @param heard in this interval: they know that they do not lead any more
   */
  public Optional<FormerLeases.Wait> awaited(Collection<OsdId> heard, long nowNanos) {
    return former.longest(osd -> osd.equals(self) || heard.contains(osd), nowNanos);
  }
}
