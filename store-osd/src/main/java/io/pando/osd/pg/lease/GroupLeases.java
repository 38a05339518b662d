package io.pando.osd.pg.lease;

import io.pando.group.RemainingLeases;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one group on one OSD: its own lease while it is primary, and the leases that former
 * primaries may still hold.
 *
 * <p>Its own lease lasts as long as the shortest promise of the other members of the group in this
 * interval. A primary that is the only member needs no promise, since no OSD can take over without
 * having heard it.
 */
public final class GroupLeases {
  private final OsdId self;
  private final Leases leases;
  private final FormerLeases former;

  /**
   * Creates the leases of a group of which nothing is known, except what a restart made this OSD
   * forget.
   */
  public GroupLeases(OsdId self, Leases leases) {
    this.self = self;
    this.leases = leases;
    this.former = new FormerLeases(leases.forgottenUntilNanos());
  }

  /**
   * This group results from splitting or merging another one, whose interval ended with that.
   *
   * @param acting acting set of the other group, the primary first
   * @param members OSDs whose promises the other group's primary needed
   */
  public void inherit(
      GroupLeases from, MemberList acting, Collection<OsdId> members, long nowNanos) {
    former.learn(from.left(nowNanos), nowNanos);
    onIntervalEnded(acting, members);
  }

  /**
   * An interval has ended.
   *
   * @param acting acting set of that interval, the primary first
   * @param members OSDs whose promises the primary needed
   */
  public void onIntervalEnded(MemberList acting, Collection<OsdId> members) {
    OsdId primary = acting.first();
    if (primary != null && members.contains(self) && !primary.equals(self)) {
      former.note(primary, leases.grantedUntilNanos(primary));
    }
  }

  /**
   * Whether this OSD, the primary, may answer clients now.
   *
   * @param members OSDs whose promises it needs
   * @param interval first epoch of the present interval
   */
  public boolean isLive(Collection<OsdId> members, long interval, long nowNanos) {
    return memberWithoutPromise(members, interval, nowNanos).isEmpty();
  }

  /** A member whose promise has ended or was never made; empty if there is none. */
  public Optional<OsdId> memberWithoutPromise(
      Collection<OsdId> members, long interval, long nowNanos) {
    for (OsdId osd : members) {
      if (!osd.equals(self) && nowNanos >= leases.heldUntilNanos(osd, interval)) {
        return Optional.of(osd);
      }
    }
    return Optional.empty();
  }

  /** Adds what another OSD knows of former primaries. */
  public void learn(RemainingLeases left, long nowNanos) {
    former.learn(left, nowNanos);
  }

  /** What this OSD tells others of former primaries. */
  public RemainingLeases left(long nowNanos) {
    return former.left(nowNanos);
  }

  /**
   * The former primary for which this OSD must wait longest before it may serve. Empty if all OSDs
   * that may have been primary since the last activation have stopped. Older leases had ended when
   * that activation was complete, so a restarted member does not need to know of them.
   *
   * @param leaders OSDs that may have been primary since then, perhaps including this one; null if
   *     that is not known
   * @param heard OSDs heard in this interval: they know that they are not primary any more
   */
  public Optional<FormerLeases.Wait> awaited(
      @Nullable Collection<OsdId> leaders, Collection<OsdId> heard, long nowNanos) {
    Predicate<OsdId> stopped = osd -> osd.equals(self) || heard.contains(osd);
    if (leaders != null && leaders.stream().allMatch(stopped)) {
      return Optional.empty();
    }
    return former.longest(stopped, nowNanos);
  }
}
