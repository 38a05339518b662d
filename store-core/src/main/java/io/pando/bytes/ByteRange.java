package io.pando.bytes;

/**
 * A range of bytes. {@code offset} and {@code length} are not negative, and their sum fits in a
 * long.
 */
public record ByteRange(long offset, long length) {
  public ByteRange {
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw new IllegalArgumentException("not a range: offset " + offset + ", length " + length);
    }
  }

  /** First byte after the range. */
  public long end() {
    return offset + length;
  }
}
