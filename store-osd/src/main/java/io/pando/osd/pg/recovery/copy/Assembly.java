package io.pando.osd.pg.recovery.copy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Kept;
import io.pando.message.RecoveryMessage.KeyRange;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assembles an object from its pieces. The attributes, which include the version, come with the
 * last piece, so that half a copy is never taken for an object.
 */
final class Assembly {
  /** Appended to a key, yields the next key in the order of keys. */
  private static final char NEXT = '\0';

  private final CollectionId in;
  private final ObjectId object;
  private final List<StoreOp> steps = new ArrayList<>();

  private Assembly(CollectionId in, ObjectId object) {
    this.in = in;
    this.object = object;
  }

  /**
   * Steps that write a piece.
   *
   * @param mends whether the object is here in the very version of the piece; then the bytes of the
   *     piece replace damaged ones in their place, and all other bytes stay
   * @param attributes names of the attributes that the object has here; needed for a first piece
   *     that keeps parts of the object
   */
  static List<StoreOp> steps(
      CollectionId in, Copied copied, boolean mends, List<String> attributes) {
    Assembly assembly = new Assembly(in, copied.object());
    Piece piece = copied.piece();
    if (piece == null) {
      assembly.remove();
    } else {
      assembly.makeRoom(piece, mends, attributes);
      assembly.put(piece);
    }
    return assembly.steps;
  }

  private void remove() {
    steps.add(new StoreOp.Remove(in, object));
  }

  /** Removes the old content that the piece replaces. */
  private void makeRoom(Piece piece, boolean mends, List<String> attributes) {
    Kept kept = piece.kept();
    boolean begins = piece.from().equals(Cursor.START);
    if (kept != null) {
      if (begins && !mends) {
        forgetVersion(attributes);
      }
      clearBetween(piece, kept.ranges());
      clearBetween(piece, kept);
    } else if (mends) {
      clearBetween(piece, List.of());
    } else if (begins) {
      remove();
    } else {
      clearBehind(piece);
    }
  }

  private void forgetVersion(List<String> attributes) {
    if (!attributes.isEmpty()) {
      steps.add(new StoreOp.RemoveAttributes(in, object, attributes));
    }
  }

  private void clearBehind(Piece piece) {
    steps.add(new StoreOp.Truncate(in, object, piece.from().offset()));
    if (piece.last() || !piece.content().entries().isEmpty()) {
      clearKeys(firstKey(piece), null);
    }
  }

  /** Clears the holes of the piece, except the ranges that are kept. */
  private void clearBetween(Piece piece, List<ByteRange> kept) {
    List<ByteRange> filled = new ArrayList<>(piece.content().ranges());
    filled.addAll(kept);
    filled.sort(Comparator.comparingLong(ByteRange::offset));
    long at = piece.from().offset();
    for (ByteRange range : filled) {
      clear(at, range.offset());
      at = range.end();
    }
    clear(at, piece.next().offset());
  }

  private void clear(long from, long to) {
    if (from < to) {
      steps.add(new StoreOp.Zero(in, object, new ByteRange(from, to - from)));
    }
  }

  private void clearBetween(Piece piece, Kept kept) {
    boolean hasMap = piece.next().offset() >= piece.content().size();
    if (!hasMap) {
      return;
    }
    String from = firstKey(piece);
    for (KeyRange range : kept.keys()) {
      clearKeys(from, range.first());
      from = range.last() + NEXT;
    }
    String mapDone = piece.next().mapDone();
    clearKeys(from, piece.last() || mapDone == null ? null : mapDone + NEXT);
  }

  private static String firstKey(Piece piece) {
    String mapDone = piece.from().mapDone();
    return mapDone == null ? "" : mapDone + NEXT;
  }

  private void clearKeys(String from, @Nullable String to) {
    if (!from.equals(to)) {
      steps.add(new StoreOp.RemoveMapRange(in, object, from, to));
    }
  }

  private void put(Piece piece) {
    steps.add(new StoreOp.Touch(in, object));
    int at = 0;
    for (ByteRange range : piece.content().ranges()) {
      int length = (int) range.length();
      Payload bytes = piece.content().data().slice(at, length);
      steps.add(new StoreOp.Write(in, object, range.offset(), bytes));
      at += length;
    }
    if (!piece.content().entries().isEmpty()) {
      steps.add(new StoreOp.PutMap(in, object, piece.content().entries()));
    }
    if (piece.last()) {
      steps.add(new StoreOp.Truncate(in, object, piece.content().size()));
      if (!piece.content().attributes().isEmpty()) {
        steps.add(new StoreOp.PutAttributes(in, object, piece.content().attributes()));
      }
    }
  }
}
