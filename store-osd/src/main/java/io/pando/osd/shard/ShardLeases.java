package io.pando.osd.shard;

import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Granted;
import io.pando.osd.pg.lease.HeldLeases;
import io.pando.osd.pg.lease.LeaseTerm;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.lease.Pong;
import java.util.List;

/**
 * The leases between this OSD and others as one shard knows them. With every map comes what the
 * daemon had promised before it took that map: every pong of an older epoch is in it, since from
 * then on the daemon's pongs have that map's.
 */
final class ShardLeases implements Leases {
  private final HeldLeases held;
  private Granted granted = Granted.NOTHING;

  ShardLeases(LeaseTerm term) {
    this.held = new HeldLeases(term);
  }

  /** Groups are about to be told a newer map. */
  void onMap(Granted before) {
    granted = before;
  }

  /** All groups were told the map of this epoch. */
  void onTold(long epoch) {
    held.advance(epoch);
  }

  /** Others answered. */
  void onPongs(List<Pong> pongs, long nowNanos) {
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

  /** For how long yet leases may last that were promised before this life of the daemon. */
  long forgottenNanos(long nowNanos) {
    long until = granted.unknownUntilNanos();
    return until > nowNanos ? until - nowNanos : 0;
  }

  @Override
  public long grantedUntilNanos(OsdId holder) {
    return granted.until(holder);
  }
}
