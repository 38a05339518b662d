package io.pando.net;

/**
 * Connections that a node accepts at a time; the next one is refused.
 *
 * @param perAddress from one address: daemons and clients of one machine together
 * @param perNode under one name, such as {@code osd.3}
 * @param inAll from everywhere
 */
public record CallerLimits(int perAddress, int perNode, int inAll) {
  public CallerLimits {
    if (perAddress < 1 || perNode < 1 || inAll < 1) {
      throw new IllegalArgumentException(
          "not limits of connections: %d from an address, %d of a node, %d in all"
              .formatted(perAddress, perNode, inAll));
    }
  }

  /**
   * Ample: a client has a stream to each shard of an OSD, another OSD one from each of its own
   * shards at most.
   */
  public static CallerLimits usual() {
    return new CallerLimits(4_096, 1_024, 16_384);
  }
}
