package io.pando.disk.raw.volume;

/**
 * Consecutive blocks of the device that were promised to a writer.
 *
 * @param first first block
 * @param count number of blocks, positive
 */
public record GrantedExtent(long first, int count) {}
