package io.pando.client.fs.data;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A read whose bytes are being collected. Each byte is taken from the first source that has it. */
final class PendingRead {
  final long token;
  private final SortedMap<Long, Piece> pieces = new TreeMap<>();
  private List<ByteRange> gaps;
  private boolean answered;

  private record Piece(long length, @Nullable Payload bytes) {}

  PendingRead(long token, ByteRange range) {
    this.token = token;
    this.gaps = range.length() == 0 ? List.of() : List.of(range);
  }

  /** The parts that are missing, in order. */
  List<ByteRange> gaps() {
    return gaps;
  }

  /** Takes the part of these bytes that is missing; null for zeros. */
  void offer(ByteRange range, @Nullable Payload bytes) {
    List<ByteRange> left = new ArrayList<>();
    for (ByteRange gap : gaps) {
      ByteRange part = Ranges.common(gap, range);
      if (part.length() == 0) {
        left.add(gap);
        continue;
      }
      int from = (int) (part.offset() - range.offset());
      Payload taken = bytes == null ? null : bytes.slice(from, (int) part.length());
      pieces.put(part.offset(), new Piece(part.length(), taken));
      addPart(left, gap.offset(), part.offset());
      addPart(left, part.end(), gap.end());
    }
    gaps = left;
  }

  private static void addPart(List<ByteRange> left, long from, long to) {
    if (to > from) {
      left.add(new ByteRange(from, to - from));
    }
  }

  /** Whether it has all bytes and is not answered; it counts as answered from now on. */
  boolean isReady() {
    boolean ready = !answered && gaps.isEmpty();
    answered |= ready;
    return ready;
  }

  /** Whether it was not answered; it counts as answered from now on. */
  boolean fail() {
    boolean open = !answered;
    answered = true;
    return open;
  }

  /** The bytes, when no part is missing. */
  Payload bytes() {
    List<Payload> parts = new ArrayList<>();
    for (Piece piece : pieces.values()) {
      if (piece.bytes() == null) {
        Zeros.add(parts, piece.length());
      } else {
        parts.add(piece.bytes());
      }
    }
    return parts.isEmpty() ? Payload.EMPTY : Payload.join(parts);
  }
}
