package io.pando.format;

import io.pando.id.ClusterId;
import io.pando.id.OsdId;

/**
 * What a store is, and whose.
 *
 * @param shard of the daemon
 * @param capacityBlocks room for data, in blocks of 4 KiB
 * @param stripeBytes how objects are divided; 0: they are not
 * @param logPath where the log is, relative to the store's directory unless absolute; empty: there
 *     is none
 */
public record StoreSuperblock(
    ClusterId cluster, OsdId osd, int shard, long capacityBlocks, int stripeBytes, String logPath) {
  public StoreSuperblock {
    if (shard < 0 || capacityBlocks < 1 || stripeBytes < 0) {
      throw new IllegalArgumentException(
          "shard %d, %d blocks, stripes of %d bytes".formatted(shard, capacityBlocks, stripeBytes));
    }
  }
}
