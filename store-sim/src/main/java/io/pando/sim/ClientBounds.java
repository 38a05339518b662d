package io.pando.sim;

import io.pando.client.ClientConfig;

/**
 * Limits of a client's pending operations.
 *
 * @param maxInFlight most operations that are sent and not answered yet
 * @param maxQueued most operations that wait to be sent; further ones are refused
 */
public record ClientBounds(int maxInFlight, int maxQueued) {
  /** As in production. */
  public static final ClientBounds USUAL = usual();

  private static ClientBounds usual() {
    ClientConfig config = ClientConfig.builder().monitors("mon:1").build();
    return new ClientBounds(config.limits().maxInFlight(), config.limits().maxQueued());
  }
}
