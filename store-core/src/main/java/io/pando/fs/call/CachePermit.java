package io.pando.fs.call;

import io.pando.fs.CapabilitySet;

/**
 * What may be cached of an inode outside of the client, as the kernel does.
 *
 * @param usable capabilities of the client; none while its lease is over
 * @param nanos for how long at most: until the lease is over
 */
public record CachePermit(CapabilitySet usable, long nanos) {}
