package io.pando.osd.pg.fragment;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Known bytes of the fragments of one object, by position. What is added later replaces what was
 * added before; what is not known reads as zeros. Not thread-safe.
 */
final class RowBytes {
  /** Bytes of a fragment from an offset on. */
  private record Piece(long offset, Payload bytes) {
    long end() {
      return offset + bytes.size();
    }
  }

  private final Map<Integer, List<Piece>> pieces = new LinkedHashMap<>();
  private long size;

  /** Adds bytes of the fragment at a position. */
  void add(int position, long offset, Payload bytes) {
    if (!bytes.isEmpty()) {
      Piece added = new Piece(offset, bytes);
      List<Piece> all = pieces.computeIfAbsent(position, _ -> new ArrayList<>());
      for (Iterator<Piece> before = all.iterator(); before.hasNext(); ) {
        Piece piece = before.next();
        if (piece.offset() >= added.offset() && piece.end() <= added.end()) {
          size -= piece.bytes().size();
          before.remove();
        }
      }
      all.add(added);
      size += bytes.size();
    }
  }

  /** Adds all that another instance knows. */
  void addAll(RowBytes other) {
    other.pieces.forEach(
        (position, all) -> all.forEach(it -> add(position, it.offset(), it.bytes())));
  }

  /** Forgets what is known of a range of a fragment. */
  void forget(int position, ByteRange range) {
    List<Piece> all = pieces.remove(position);
    if (all == null) {
      return;
    }
    for (Piece piece : all) {
      size -= piece.bytes().size();
      int before = Math.clamp(range.offset() - piece.offset(), 0, piece.bytes().size());
      int behind = Math.clamp(range.end() - piece.offset(), before, piece.bytes().size());
      add(position, piece.offset(), piece.bytes().slice(0, before));
      add(
          position,
          piece.offset() + behind,
          piece.bytes().slice(behind, piece.bytes().size() - behind));
    }
  }

  /** Copies bytes that keep much larger memory. */
  void compact() {
    pieces
        .values()
        .forEach(
            all -> all.replaceAll(piece -> new Piece(piece.offset(), piece.bytes().compact())));
  }

  /** Number of bytes that are known. */
  long size() {
    return size;
  }

  /** Copies a range of a fragment to an array, over what is there where bytes are known. */
  void copy(int position, ByteRange range, byte[] into, int at) {
    for (Piece piece : pieces.getOrDefault(position, List.of())) {
      long from = Math.max(range.offset(), piece.offset());
      long to = Math.min(range.end(), piece.end());
      if (from < to) {
        piece
            .bytes()
            .slice((int) (from - piece.offset()), (int) (to - from))
            .copyTo(into, at + (int) (from - range.offset()));
      }
    }
  }

  /** Whether all bytes of a range are known. */
  boolean covers(int position, ByteRange range) {
    RowBytes within = new RowBytes();
    parts(position, range, within);
    long at = range.offset();
    for (Piece piece : sorted(within.pieces.getOrDefault(position, List.of()))) {
      if (piece.offset() > at) {
        return false;
      }
      at = Math.max(at, piece.end());
    }
    return at >= range.end();
  }

  private static List<Piece> sorted(List<Piece> some) {
    return some.stream().sorted((a, b) -> Long.compare(a.offset(), b.offset())).toList();
  }

  /** Adds what is known of a range to another instance. */
  void parts(int position, ByteRange range, RowBytes into) {
    for (Piece piece : pieces.getOrDefault(position, List.of())) {
      long from = Math.max(range.offset(), piece.offset());
      long to = Math.min(range.end(), piece.end());
      if (from < to) {
        into.add(
            position, from, piece.bytes().slice((int) (from - piece.offset()), (int) (to - from)));
      }
    }
  }

  /** A range of a fragment, with zeros where nothing is known. */
  byte[] get(int position, ByteRange range) {
    byte[] bytes = new byte[(int) range.length()];
    copy(position, range, bytes, 0);
    return bytes;
  }

  /** The same as a payload, without a copy if one piece has all of it. */
  Payload payload(int position, ByteRange range) {
    List<Piece> known = pieces.getOrDefault(position, List.of());
    if (!known.isEmpty()) {
      Piece last = known.getLast();
      if (last.offset() <= range.offset() && last.end() >= range.end()) {
        return last.bytes().slice((int) (range.offset() - last.offset()), (int) range.length());
      }
    }
    return Payload.wrap(get(position, range));
  }
}
