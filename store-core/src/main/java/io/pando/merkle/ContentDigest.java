package io.pando.merkle;

/**
 * Digests of an object's whole content.
 *
 * @param size size in bytes
 * @param bytes digest of the bytes; holes count as zeros
 * @param attributes digest of all attributes
 * @param entries digest of the key/value map
 */
public record ContentDigest(long size, long bytes, long attributes, long entries) {}
