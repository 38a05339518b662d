package io.pando.net;

/**
 * Most connections that a node has accepted at a time; the next one is refused.
 *
 * @param perAddress connections from one address: daemons and clients of one machine together
 * @param perNode connections under one name, such as {@code osd.3}
 * @param inAll connections from all addresses
 */
public record ConnectionLimits(int perAddress, int perNode, int inAll) {
  public ConnectionLimits {
    if (perAddress < 1 || perNode < 1 || inAll < 1) {
      throw new IllegalArgumentException(
          "invalid limits of connections: %d per address, %d per node, %d in all"
              .formatted(perAddress, perNode, inAll));
    }
  }

  /**
   * Default limits, far above normal use: a client has one stream to each shard of an OSD, another
   * OSD at most one from each of its own shards.
   */
  public static ConnectionLimits usual() {
    return new ConnectionLimits(4_096, 1_024, 16_384);
  }
}
