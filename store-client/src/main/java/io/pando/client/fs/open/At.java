package io.pando.client.fs.open;

import io.pando.fs.inode.Timestamp;

/**
 * When an input arrives.
 *
 * @param nanos by a monotonic clock
 * @param time by the clock on the wall: for times of files only
 */
public record At(long nanos, Timestamp time) {}
