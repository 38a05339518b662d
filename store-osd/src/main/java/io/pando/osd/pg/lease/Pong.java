package io.pando.osd.pg.lease;

import io.pando.id.OsdId;

/**
 * Another OSD answered a ping.
 *
 * @param askedNanos when the ping left here, by our clock
 * @param epoch of the other's map when it answered
 */
public record Pong(OsdId from, long askedNanos, long epoch) {}
