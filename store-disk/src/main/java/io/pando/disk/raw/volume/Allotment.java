package io.pando.disk.raw.volume;

/**
 * Blocks of the device that follow each other and were promised to somebody to write to.
 *
 * @param first the first of them
 * @param count how many, positive
 */
public record Allotment(long first, int count) {}
