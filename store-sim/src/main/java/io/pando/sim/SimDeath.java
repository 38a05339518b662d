package io.pando.sim;

import io.pando.id.OsdId;

/**
 * A daemon that ended of its own accord, because it could no longer keep its promises.
 *
 * @param why what it said
 * @param expected whether its disks had failed it; a violation if not
 */
public record SimDeath(long atNanos, OsdId osd, String why, boolean expected) {}
