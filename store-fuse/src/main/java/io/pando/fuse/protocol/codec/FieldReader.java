package io.pando.fuse.protocol.codec;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.FuseName;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/** Reads the fields of a message one after the other. */
final class FieldReader {
  private static final int NANOS_PER_SECOND = 1_000_000_000;

  private final ByteBuffer bytes;

  /** Reads the bytes from the buffer's position to its limit. */
  FieldReader(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  int remaining() {
    return bytes.remaining();
  }

  int int32() throws MalformedMessageException {
    require(Integer.BYTES);
    return bytes.getInt();
  }

  long int64() throws MalformedMessageException {
    require(Long.BYTES);
    return bytes.getLong();
  }

  int unsigned16() throws MalformedMessageException {
    require(Short.BYTES);
    return Short.toUnsignedInt(bytes.getShort());
  }

  /** A number of bytes that fits in memory. */
  int size() throws MalformedMessageException {
    int size = int32();
    if (size < 0) {
      throw new MalformedMessageException(
          "a size of " + Integer.toUnsignedString(size) + " bytes is more than a message may have");
    }
    return size;
  }

  /** An offset or a length in a file. */
  long position() throws MalformedMessageException {
    long position = int64();
    if (position < 0) {
      throw new MalformedMessageException("a position in a file is negative: " + position);
    }
    return position;
  }

  void skip(int count) throws MalformedMessageException {
    require(count);
    bytes.position(bytes.position() + count);
  }

  /** A name with a zero behind it. */
  FuseName name() throws MalformedMessageException {
    int start = bytes.position();
    for (int at = start; at < bytes.limit(); at++) {
      if (bytes.get(at) == 0) {
        byte[] name = new byte[at - start];
        bytes.get(name);
        skip(1);
        return FuseName.of(name);
      }
    }
    throw new MalformedMessageException("no zero ends a name");
  }

  /** A copy of the next bytes. */
  Payload data(int count) throws MalformedMessageException {
    require(count);
    Payload data = Payload.copyOf(bytes.slice(bytes.position(), count));
    skip(count);
    return data;
  }

  /**
   * The time of these seconds since 1970 and nanoseconds; empty if there is no such number of
   * nanoseconds. As file systems do it, a time that is too far away becomes the last one there is.
   */
  static Optional<Instant> time(long seconds, int nanos) {
    if (nanos < 0 || nanos >= NANOS_PER_SECOND) {
      return Optional.empty();
    }
    long known = Math.clamp(seconds, Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond());
    return Optional.of(Instant.ofEpochSecond(known, nanos));
  }

  private void require(int count) throws MalformedMessageException {
    if (bytes.remaining() < count) {
      throw new MalformedMessageException(
          "%d more bytes expected, found %d".formatted(count, bytes.remaining()));
    }
  }
}
