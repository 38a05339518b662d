package io.pando.osd.pg.recovery;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Cuts objects into pieces and puts them together again. Pure functions. */
final class Pieces {
  private static final int MAX_ENTRIES = 10_000;

  private Pieces() {}

  /** What to read for the piece at a cursor. */
  static ObjectQuery query(Cursor from, int pieceBytes) {
    return new ObjectQuery(
        List.of(new ByteRange(from.offset(), pieceBytes)),
        List.of(new ObjectQuery.Page(from.mapDone(), "", MAX_ENTRIES, pieceBytes)),
        true);
  }

  /** The piece at a cursor: bytes first, then, once all bytes are done, entries of the map. */
  static Piece cut(ObjectView view, Cursor from, int pieceBytes) {
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
        view.size(),
        view.attributes(),
        ranges,
        gather(bytes, from.offset(), ranges),
        entries);
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

  /**
   * Steps that write a piece. Attributes come with the last one, and the version among them, so
   * that half a copy is never taken for an object.
   *
   * @param mends whether the object is there in that very version, so that the bytes of the piece
   *     are the ones that should be in their place; all others stay
   */
  static List<StoreOp> steps(CollectionId in, Copied copied, boolean mends) {
    ObjectId object = copied.object();
    Piece piece = copied.piece();
    if (piece == null) {
      return List.of(new StoreOp.Remove(in, object));
    }
    List<StoreOp> steps = new ArrayList<>();
    if (mends) {
      holes(piece).forEach(hole -> steps.add(new StoreOp.Zero(in, object, hole)));
    } else if (piece.from().equals(Cursor.START)) {
      steps.add(new StoreOp.Remove(in, object));
    }
    steps.add(new StoreOp.Touch(in, object));
    int at = 0;
    for (ByteRange range : piece.ranges()) {
      int length = (int) range.length();
      steps.add(new StoreOp.Write(in, object, range.offset(), piece.data().slice(at, length)));
      at += length;
    }
    if (!piece.entries().isEmpty()) {
      steps.add(new StoreOp.PutMap(in, object, piece.entries()));
    }
    if (piece.last()) {
      steps.add(new StoreOp.Truncate(in, object, piece.size()));
      if (!piece.attributes().isEmpty()) {
        steps.add(new StoreOp.PutAttributes(in, object, piece.attributes()));
      }
    }
    return steps;
  }

  private static List<ByteRange> holes(Piece piece) {
    List<ByteRange> holes = new ArrayList<>();
    long at = piece.from().offset();
    for (ByteRange range : piece.ranges()) {
      if (range.offset() > at) {
        holes.add(new ByteRange(at, range.offset() - at));
      }
      at = range.end();
    }
    if (piece.next().offset() > at) {
      holes.add(new ByteRange(at, piece.next().offset() - at));
    }
    return holes;
  }

  /** Whether it is the first of several pieces. */
  static boolean isFirstOfSeveral(Copied copied) {
    Piece piece = copied.piece();
    return piece != null && piece.from().equals(Cursor.START) && !piece.last();
  }

  /** Whether it is all of the object. */
  static boolean isWhole(Copied copied) {
    Piece piece = copied.piece();
    return piece == null || (piece.from().equals(Cursor.START) && piece.last());
  }

  /** Bytes that a piece brings. */
  static long bytes(Copied copied) {
    Piece piece = copied.piece();
    if (piece == null) {
      return 0;
    }
    long bytes = piece.data().size();
    for (Map.Entry<String, Payload> entry : piece.entries().entrySet()) {
      bytes += entry.getKey().length() + entry.getValue().size();
    }
    return bytes;
  }
}
