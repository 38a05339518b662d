package io.pando.group;

/**
 * Under which number of groups of its pool a stored group was divided last. An OSD that hears of
 * another number later knows by it what is still to be split or merged.
 *
 * @param count groups of the pool
 * @param since epoch of the map that brought that number, or of the one in which the group was made
 */
public record GroupLineage(int count, long since) {}
