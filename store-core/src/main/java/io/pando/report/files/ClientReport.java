package io.pando.report.files;

import io.pando.fs.session.ClientIdentity;

/**
 * A session of a client of a file system.
 *
 * @param session its number
 * @param phase whether it is open, reconnects, or ends; one word
 * @param leaseNanos until its lease is over; negative if it is
 * @param inodes inodes for which it has capabilities
 * @param requests its requests that are not answered
 */
public record ClientReport(
    long session,
    ClientIdentity client,
    String phase,
    long leaseNanos,
    long inodes,
    int requests) {}
