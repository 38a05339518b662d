package io.pando.osd.pg.harness;

import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Leases;

/** Leases that never run out, for tests that are not about them. */
public final class NoLeases implements Leases {
  @Override
  public long heldUntilNanos(OsdId from, long interval) {
    return NEVER;
  }

  @Override
  public long forgottenUntilNanos() {
    return NEVER;
  }

  @Override
  public long grantedUntilNanos(OsdId holder) {
    return NEVER;
  }
}
