package io.pando.osd.pg.recovery.copy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cuts objects into pieces ({@link Assembly} puts them together again). Pure functions. */
public final class ObjectPieces {
  /** Maximum number of map entries in one piece. */
  static final int MAX_ENTRIES = 10_000;

  private ObjectPieces() {}

  /** The reads for the piece at a cursor. */
  public static ObjectQuery query(Cursor from, int pieceBytes) {
    return new ObjectQuery(
        List.of(new ByteRange(from.offset(), pieceBytes)),
        List.of(new ObjectQuery.Page(from.mapDone(), "", MAX_ENTRIES, pieceBytes)),
        true);
  }

  /** The piece at a cursor: bytes first, then, once all bytes are done, entries of the map. */
  public static Piece cut(ObjectView view, Cursor from, int pieceBytes) {
    Payload bytes = view.data().getFirst();
    long end = from.offset() + bytes.size();
    boolean bytesDone = end >= view.size();
    List<ByteRange> ranges = held(view, from.offset(), end);
    TreeMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    String mapDone = from.mapDone();
    boolean last = false;
    if (bytesDone) {
      ObjectView.MapPage page = view.maps().getFirst();
      entries.putAll(page.entries());
      mapDone = entries.isEmpty() ? mapDone : entries.lastKey();
      last = !page.more();
    }
    return new Piece(
        from,
        new Cursor(end, mapDone),
        last,
        new Piece.Content(
            view.size(), view.attributes(), ranges, gather(bytes, from.offset(), ranges), entries),
        null);
  }

  private static List<ByteRange> held(ObjectView view, long from, long end) {
    List<ByteRange> ranges = new ArrayList<>();
    for (ByteRange held : view.allocated()) {
      long start = Math.max(held.offset(), from);
      long stop = Math.min(held.end(), end);
      if (start < stop) {
        ranges.add(new ByteRange(start, stop - start));
      }
    }
    return ranges;
  }

  private static Payload gather(Payload bytes, long offset, List<ByteRange> ranges) {
    long total = ranges.stream().mapToLong(ByteRange::length).sum();
    if (total == bytes.size()) {
      return bytes;
    }
    ByteBuffer gathered = ByteBuffer.allocate((int) total);
    for (ByteRange range : ranges) {
      gathered.put(
          bytes.slice((int) (range.offset() - offset), (int) range.length()).asByteBuffer());
    }
    return Payload.wrap(gathered.flip());
  }

  /** The bytes of a piece in some of its ranges, concatenated. */
  static Payload bytes(Piece piece, List<ByteRange> wanted) {
    if (wanted.equals(piece.content().ranges())) {
      return piece.content().data();
    }
    long total = wanted.stream().mapToLong(ByteRange::length).sum();
    byte[] bytes = new byte[(int) total];
    int at = 0;
    for (ByteRange range : wanted) {
      bytes(piece, range).copyTo(bytes, at);
      at += (int) range.length();
    }
    return Payload.wrap(bytes);
  }

  /** The bytes of a piece in a range; bytes that the piece does not hold are zero. */
  static Payload bytes(Piece piece, ByteRange wanted) {
    byte[] bytes = null;
    int before = 0;
    for (ByteRange range : piece.content().ranges()) {
      long start = Math.max(range.offset(), wanted.offset());
      long end = Math.min(range.end(), wanted.end());
      if (start < end) {
        int at = before + (int) (start - range.offset());
        Payload part = piece.content().data().slice(at, (int) (end - start));
        if (part.size() == wanted.length()) {
          return part;
        }
        bytes = bytes == null ? new byte[(int) wanted.length()] : bytes;
        part.copyTo(bytes, (int) (start - wanted.offset()));
      }
      before += (int) range.length();
    }
    return Payload.wrap(bytes == null ? new byte[(int) wanted.length()] : bytes);
  }

  /** Whether the copy is the first of several pieces. */
  static boolean isFirstOfSeveral(Copied copied) {
    Piece piece = copied.piece();
    return piece != null && piece.from().equals(Cursor.START) && !piece.last();
  }

  /** Whether the copy is all of the object. */
  public static boolean isWhole(Copied copied) {
    Piece piece = copied.piece();
    return piece == null
        || (piece.from().equals(Cursor.START) && piece.last() && piece.kept() == null);
  }

  public static long bytes(Copied copied) {
    Piece piece = copied.piece();
    return piece == null ? 0 : bytes(piece);
  }

  static long bytes(Piece piece) {
    long bytes = piece.content().data().size();
    for (Map.Entry<String, Payload> entry : piece.content().entries().entrySet()) {
      bytes += entry.getKey().length() + entry.getValue().size();
    }
    return bytes;
  }
}
