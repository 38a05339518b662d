package io.pando.fs.session;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;

/**
 * Capabilities that a client has for an inode from now on, beside those that it had.
 *
 * @param sequence number of the newest grant or revocation for this inode in the session,
 *     ascending; a release names it, so that the server can tell which ones the client knew
 * @param writableTo the client may write data up to this offset of a file, and tell the size later;
 *     0 without {@link io.pando.fs.Capability#WRITE}
 */
public record CapabilityGrant(
    Ino ino, CapabilitySet capabilities, long sequence, long writableTo) {}
