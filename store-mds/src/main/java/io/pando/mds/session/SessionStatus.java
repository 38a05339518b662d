package io.pando.mds.session;

import io.pando.fs.session.ClientIdentity;

/**
 * A session for operators.
 *
 * @param leaseNanos until the lease is over; negative if it is
 * @param answers changes that were answered and may be repeated
 */
public record SessionStatus(
    long session, ClientIdentity client, SessionStage phase, long leaseNanos, int answers) {}
