package io.pando.client.fs.caps;

/**
 * Settings of the capabilities of a client.
 *
 * @param mostInodes most inodes of which the client has capabilities that no open file needs; it
 *     gives those of others up
 * @param batch most inodes that are given up at once
 * @param paceNanos time between two batches
 */
public record CapabilityConfig(long mostInodes, int batch, long paceNanos) {
  /** For a mount: 100,000 inodes. */
  public static final CapabilityConfig USUAL = new CapabilityConfig(100_000, 256, 5_000_000);

  public CapabilityConfig {
    if (mostInodes < 1 || batch < 1 || paceNanos < 1) {
      throw new IllegalArgumentException(
          "limits of capabilities: %d inodes, batches of %d every %d ns"
              .formatted(mostInodes, batch, paceNanos));
    }
  }
}
