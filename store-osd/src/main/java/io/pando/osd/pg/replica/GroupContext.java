package io.pando.osd.pg.replica;

import io.pando.erasure.kernel.PlainKernel;
import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Leases;
import io.pando.osd.pg.log.LogBudget;
import io.pando.osd.pg.redundancy.ErasureCodes;

/**
 * What a group shares with the other groups of its shard.
 *
 * @param logs budget for the logs of all groups
 * @param leases between this OSD and others
 * @param codes the erasure codes of pools
 */
public record GroupContext(
    OsdId self, GroupConfig config, LogBudget logs, Leases leases, ErasureCodes codes) {
  /** A shard whose codes are computed in plain Java. */
  public GroupContext(OsdId self, GroupConfig config, LogBudget logs, Leases leases) {
    this(self, config, logs, leases, new ErasureCodes(PlainKernel::new));
  }
}
