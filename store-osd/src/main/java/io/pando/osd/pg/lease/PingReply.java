package io.pando.osd.pg.lease;

import io.pando.id.OsdId;

/**
 * Another OSD's answer to a ping.
 *
 * @param askedNanos when the ping was sent, by our clock
 * @param epoch of the other OSD's map when it answered
 */
public record PingReply(OsdId from, long askedNanos, long epoch) {}
