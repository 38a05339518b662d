package io.pando.merkle;

/**
 * All of an object in a few bytes.
 *
 * @param size of its bytes
 * @param bytes digest of them, holes being zeros
 * @param attributes digest of them all
 * @param entries digest of its key/value map
 */
public record ContentDigest(long size, long bytes, long attributes, long entries) {}
