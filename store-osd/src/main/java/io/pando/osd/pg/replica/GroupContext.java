package io.pando.osd.pg.replica;

import io.pando.id.OsdId;
import io.pando.osd.pg.lease.Leases;

/**
 * What a group shares with the other groups of its shard.
 *
 * @param logs budget for the logs of all groups
 * @param leases between this OSD and others
 */
public record GroupContext(OsdId self, GroupConfig config, LogBudget logs, Leases leases) {}
