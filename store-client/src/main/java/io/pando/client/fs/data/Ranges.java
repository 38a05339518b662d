package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;

/** Parts of ranges of a file. */
final class Ranges {
  /** Every byte that a file may have. */
  static final ByteRange ALL = new ByteRange(0, Long.MAX_VALUE);

  private Ranges() {}

  static ByteRange of(long from, long to) {
    return new ByteRange(from, Math.max(0, to - from));
  }

  static boolean overlap(ByteRange one, ByteRange other) {
    return one.offset() < other.end() && other.offset() < one.end();
  }

  /** What two ranges have in common; of length 0 if that is nothing. */
  static ByteRange common(ByteRange one, ByteRange other) {
    long from = Math.max(one.offset(), other.offset());
    return of(from, Math.min(one.end(), other.end()));
  }

  /** The part of a range before an offset. */
  static ByteRange before(ByteRange range, long end) {
    return of(Math.min(range.offset(), end), Math.min(range.end(), end));
  }
}
