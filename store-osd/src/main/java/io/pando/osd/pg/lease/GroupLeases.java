package io.pando.osd.pg.lease;

import io.pando.group.LeasesLeft;
import io.pando.id.OsdId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one group on one OSD: its own while it leads the group, and those that former
 * primaries may still hold.
 *
 * <p>Its own lasts as long as the shortest promise of the other members of the group in this
 * interval. Who serves it alone needs nobody's, since nobody can take over without having heard it.
 */
public final class GroupLeases {
  private final OsdId self;
  private final Leases leases;
  private final FormerLeases former;

  /** Of a group of which nothing is known but what was forgotten by a restart. */
  public GroupLeases(OsdId self, Leases leases) {
    this.self = self;
    this.leases = leases;
    this.former = new FormerLeases(leases.forgottenUntilNanos());
  }

  /**
   * This group was made of another one, whose interval has ended with that.
   *
   * @param acting who served the other one, the primary first
   * @param members whose promises its primary needed
   */
  public void inherit(
      GroupLeases from, List<OsdId> acting, Collection<OsdId> members, long nowNanos) {
    former.learn(from.left(nowNanos), nowNanos);
    onIntervalEnded(acting, members);
  }

  /**
   * An interval has ended.
   *
   * @param acting who served in it, the primary first
   * @param members whose promises the primary needed
   */
  public void onIntervalEnded(List<OsdId> acting, Collection<OsdId> members) {
    if (!acting.isEmpty() && members.contains(self) && !acting.getFirst().equals(self)) {
      OsdId primary = acting.getFirst();
      former.note(primary, leases.grantedUntilNanos(primary));
    }
  }

  /**
   * Whether this OSD, which leads, may answer clients now.
   *
   * @param members whose promises it needs
   * @param interval first epoch of the present one
   */
  public boolean isLive(Collection<OsdId> members, long interval, long nowNanos) {
    return lacking(members, interval, nowNanos).isEmpty();
  }

  /** One whose promise is over or was never made. */
  public Optional<OsdId> lacking(Collection<OsdId> members, long interval, long nowNanos) {
    for (OsdId osd : members) {
      if (!osd.equals(self) && nowNanos >= leases.heldUntilNanos(osd, interval)) {
        return Optional.of(osd);
      }
    }
    return Optional.empty();
  }

  /** Another OSD told what it knows of former primaries. */
  public void learn(LeasesLeft left, long nowNanos) {
    former.learn(left, nowNanos);
  }

  /** What others are to be told of former primaries. */
  public LeasesLeft left(long nowNanos) {
    return former.left(nowNanos);
  }

  /**
   * For whom this OSD has to wait longest before it may lead. For nobody, if all who may have led
   * since the last activation have stopped: leases of the time before were over when that was
   * complete, whatever a member that started anew cannot know.
   *
   * @param leaders who may have led since then, this OSD perhaps among them; null: that is not
   *     known
   * @param heard in this interval: they know that they do not lead any more
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
