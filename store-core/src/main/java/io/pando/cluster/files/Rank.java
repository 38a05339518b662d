package io.pando.cluster.files;

import org.jspecify.annotations.Nullable;

/**
 * A rank of a file system: a share of its names and inodes, with a journal of its own.
 *
 * @param holder the daemon that has the rank; null if the state has no holder
 * @param follower the daemon that follows the journal and takes the rank first (Ceph:
 *     standby-replay); null if none does
 * @param sinceEpoch epoch of the map in which the state or the holder began
 * @param begun whether the rank was active before: then its journal exists, and a holder that finds
 *     none has found damage
 * @param damage what the last holder found, if the rank is damaged; otherwise empty
 */
public record Rank(
    RankState state,
    @Nullable MdsIncarnation holder,
    @Nullable MdsIncarnation follower,
    long sinceEpoch,
    boolean begun,
    String damage) {
  /** A rank that no daemon ever held. */
  public static Rank fresh(long epoch) {
    return new Rank(RankState.EMPTY, null, null, epoch, false, "");
  }

  /** The rank once a standby has taken it. */
  public Rank takenBy(MdsIncarnation daemon, long epoch) {
    return new Rank(
        RankState.REPLAY, daemon, daemon.equals(follower) ? null : follower, epoch, begun, "");
  }

  /** The rank after its holder has stepped to another state. */
  public Rank stepped(RankState next, long epoch) {
    boolean active = next == RankState.ACTIVE;
    return next.isHeld()
        ? new Rank(next, holder, follower, epoch, begun || active, "")
        : new Rank(next, null, null, epoch, begun, "");
  }

  /** The rank without a holder; its follower is the first to take it. */
  public Rank failed(long epoch) {
    return new Rank(RankState.FAILED, null, follower, epoch, begun, "");
  }

  /** The rank after its holder has found damage; its follower stands by again. */
  public Rank damaged(String what, long epoch) {
    return new Rank(RankState.DAMAGED, null, null, epoch, begun, what);
  }

  /** The rank with another follower, or none. */
  public Rank followedBy(@Nullable MdsIncarnation daemon) {
    return new Rank(state, holder, daemon, sinceEpoch, begun, damage);
  }

  /** Whether the rank waits for a standby. */
  public boolean isVacant() {
    return state == RankState.EMPTY || state == RankState.FAILED;
  }
}
