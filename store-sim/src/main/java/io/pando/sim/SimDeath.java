package io.pando.sim;

import io.pando.id.OsdId;

/**
 * A daemon that ended by itself because it could no longer keep its guarantees.
 *
 * @param why its last message
 * @param expected whether its disks had failed; otherwise the death is a violation
 */
public record SimDeath(long atNanos, OsdId osd, String why, boolean expected) {}
