package io.pando.disk.catalog;

import io.pando.id.ClusterId;
import io.pando.id.OsdId;

/**
 * Identity and layout of a store.
 *
 * @param shard shard of the daemon
 * @param capacityBlocks capacity for data, in blocks of 4 KiB
 * @param stripeBytes size in bytes of the stripes into which objects are divided; 0 if they are not
 *     divided
 * @param logPath path of the log, relative to the store's directory unless absolute; empty if there
 *     is no log
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
