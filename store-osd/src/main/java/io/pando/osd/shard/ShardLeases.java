package io.pando.osd.shard;

import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.HeldLeases;
import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.lease.PingReply;
import java.util.List;

/**
 * The leases between this OSD and others, as one shard knows them. Every map comes with all leases
 * that the daemon granted before it took that map. This includes every pong of an older epoch,
 * since from then on the daemon's pongs carry the new epoch.
 */
final class ShardLeases implements Leases {
  private final HeldLeases held;
  private Granted granted = Granted.NOTHING;

  ShardLeases(LeaseTerm term) {
    this.held = new HeldLeases(term);
  }

  /** Sets the granted leases, before the groups process a newer map. */
  void onMap(Granted before) {
    granted = before;
  }

  /** Notes that all groups have processed the map of this epoch. */
  void onTold(long epoch) {
    held.advance(epoch);
  }

  /** Records pongs, by which other OSDs grant leases. */
  void onPongs(List<PingReply> pongs, long nowNanos) {
    pongs.forEach(held::onPong);
    held.forgetBefore(nowNanos);
  }

  @Override
  public long heldUntilNanos(OsdId from, long interval) {
    return held.untilNanos(from, interval);
  }

  @Override
  public long forgottenUntilNanos() {
    return granted.unknownUntilNanos();
  }

  /**
   * Nanoseconds for which leases granted by an earlier incarnation of the daemon may still last.
   */
  long forgottenNanos(long nowNanos) {
    long until = granted.unknownUntilNanos();
    return until > nowNanos ? until - nowNanos : 0;
  }

  @Override
  public long grantedUntilNanos(OsdId holder) {
    return granted.until(holder);
  }
}
