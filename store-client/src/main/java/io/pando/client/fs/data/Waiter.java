package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.fs.request.FsError;
import org.jspecify.annotations.Nullable;

/** A request that waits until bytes are durable, or until calls under way have ended. */
final class Waiter {
  /** Kinds of requests that wait. */
  enum Kind {
    /** A write without permission to buffer. */
    WRITE,
    /** A read without a cache: writes before it must be in the objects. */
    READ,
    FLUSH,
    SYNC,
    CLOSE,
    /** Capabilities that are given up. */
    REVOKE,
    /** Writes under way behind the new end of the file. */
    TRUNCATE,
    /** Dirty bytes must be in objects before these are looked at. */
    SEEK
  }

  final Kind kind;
  final long token;
  final ByteRange range;

  /** Newest write that is waited for. */
  final long sequence;

  /** Number of the newest read of an object that is waited for; 0 for none. */
  final long reads;

  /** Of a write: why its bytes were not written. */
  @Nullable FsError error;

  Waiter(Kind kind, long token, ByteRange range, long sequence, long reads) {
    this.kind = kind;
    this.token = token;
    this.range = range;
    this.sequence = sequence;
    this.reads = reads;
  }
}
