package io.pando.mds.serve;

import io.pando.fs.inode.Timestamp;

/**
 * When something happens.
 *
 * @param nanos monotonic, for limits
 * @param wall for the times of files
 */
public record Moment(long nanos, Timestamp wall) {}
