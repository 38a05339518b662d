package io.pando.group;

/**
 * The number of groups of its pool by which a stored group was split or merged last. If the map has
 * another number, the OSD derives from this which splits and merges are still to be done.
 *
 * @param count number of groups of the pool
 * @param since epoch of the map that introduced that number, or in which the group was created
 */
public record GroupLineage(int count, long since) {}
