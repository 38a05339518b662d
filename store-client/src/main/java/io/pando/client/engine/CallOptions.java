package io.pando.client.engine;

import java.time.Duration;

/**
 * Options of the calls on a pool.
 *
 * @param timeout time after which a call fails
 * @param waitsForSpace whether a call that needs space waits while there is none
 */
public record CallOptions(Duration timeout, boolean waitsForSpace) {}
