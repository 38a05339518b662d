package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.osd.pg.replica.Replica;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Objects that arrive, small ones whole and many in one transaction, large ones in pieces. Pieces
 * of one object come in order, one at a time; after a broken stream the last one may come again. A
 * first piece begins the copy anew.
 */
final class IncomingCopies {
  private record Arriving(Version version, Cursor from, Cursor next) {
    boolean is(Version other, Piece piece) {
      return version.equals(other) && from.equals(piece.from()) && next.equals(piece.next());
    }
  }

  private final Replica replica;
  private final Map<ObjectId, Arriving> arriving = new TreeMap<>();

  IncomingCopies(Replica replica) {
    this.replica = replica;
  }

  void reset() {
    arriving.clear();
  }

  /**
   * Writes what arrived in one transaction. What was written already is not written again; what
   * fits nowhere is dropped.
   *
   * @param mended objects that are here in the version that arrives, damaged: nothing of them goes
   *     before good bytes have come
   * @param then told what is durable
   * @param refused told, instead, what there is no room for
   */
  void write(
      List<Copied> arrived,
      Predicate<ObjectId> mended,
      Consumer<List<Copied>> then,
      Consumer<List<Copied>> refused) {
    List<Copied> durable = new ArrayList<>();
    List<Copied> written = new ArrayList<>();
    List<StoreOp> steps = new ArrayList<>();
    SortedMap<ObjectId, Version> whole = new TreeMap<>();
    for (Copied copied : arrived) {
      Arriving known = arriving.get(copied.object());
      Piece piece = copied.piece();
      if (piece != null && known != null && known.is(copied.version(), piece)) {
        durable.add(copied);
      } else if (fits(copied, known)) {
        durable.add(copied);
        written.add(copied);
        boolean mends = mended.test(copied.object());
        steps.addAll(Pieces.steps(replica.collection(), copied, mends));
        note(copied, whole);
      }
    }
    if (written.isEmpty()) {
      replica.journal().whenDurable(() -> then.accept(durable));
      return;
    }
    replica.writeCopies(
        steps,
        whole,
        () -> {
          written.forEach(this::forgetIfLast);
          then.accept(durable);
        },
        () -> {
          written.forEach(copied -> arriving.remove(copied.object()));
          refused.accept(written);
        });
  }

  private static boolean fits(Copied copied, @Nullable Arriving known) {
    Piece piece = copied.piece();
    return piece == null
        || piece.from().equals(Cursor.START)
        || (known != null
            && known.version().equals(copied.version())
            && known.next().equals(piece.from()));
  }

  private void note(Copied copied, SortedMap<ObjectId, Version> whole) {
    Piece piece = copied.piece();
    if (piece == null) {
      arriving.remove(copied.object());
      return;
    }
    arriving.put(copied.object(), new Arriving(copied.version(), piece.from(), piece.next()));
    if (piece.last()) {
      whole.put(copied.object(), copied.version());
    }
  }

  private void forgetIfLast(Copied copied) {
    Piece piece = copied.piece();
    Arriving known = arriving.get(copied.object());
    if (piece != null && piece.last() && known != null && known.is(copied.version(), piece)) {
      arriving.remove(copied.object());
    }
  }

  /** Forgets a copy that will not go on. */
  void abandon(ObjectId object) {
    arriving.remove(object);
  }
}
