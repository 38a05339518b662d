package io.pando.mds.serve;

import io.pando.mds.caps.CapabilityLimits;
import io.pando.mds.purge.PurgeLimits;

/**
 * Limits of the service of a rank.
 *
 * @param capabilities of the capabilities of sessions
 * @param purge of the removal of inodes without a name
 * @param memory of rows and capabilities in memory
 */
public record ServiceLimits(CapabilityLimits capabilities, PurgeLimits purge, MemoryLimits memory) {
  /** The usual limits of all. */
  public static ServiceLimits usual() {
    return new ServiceLimits(CapabilityLimits.usual(), PurgeLimits.usual(), MemoryLimits.usual());
  }
}
