package io.pando.fs.lock;

import io.pando.bytes.ByteRange;

/** Bytes of a file that an owner has locked in one mode. */
public record LockPart(ByteRange range, LockMode mode) {}
