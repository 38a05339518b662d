package io.pando.erasure.digest;

/**
 * The key of a digest: 16 random bytes, drawn for each scrub. Without knowing it, fragments with a
 * given digest cannot be made. The key of zeros notices changes in the first block only.
 */
public record DigestKey(long low, long high) {}
