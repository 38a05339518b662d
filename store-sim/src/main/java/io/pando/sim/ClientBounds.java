package io.pando.sim;

import io.pando.client.ClientConfig;

/**
 * How much a client has under way at most.
 *
 * @param maxInFlight operations that are sent and not answered yet
 * @param maxQueued operations that wait to be sent; more are refused
 */
public record ClientBounds(int maxInFlight, int maxQueued) {
  /** As in production. */
  public static final ClientBounds USUAL = usual();

  private static ClientBounds usual() {
    ClientConfig config = ClientConfig.builder().monitors("mon:1").build();
    return new ClientBounds(config.maxInFlight(), config.maxQueued());
  }
}
