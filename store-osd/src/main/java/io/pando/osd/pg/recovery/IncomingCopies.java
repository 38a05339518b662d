package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.osd.pg.replica.CopyWriter;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
  /**
   * A copy of which pieces have come.
   *
   * @param here what counts as here of the object until the last piece has come
   */
  private record Arriving(Version version, Cursor from, Cursor next, @Nullable Version here) {
    boolean is(Version other, Piece piece) {
      return version.equals(other) && from.equals(piece.from()) && next.equals(piece.next());
    }
  }

  /** What arrived, until it is its turn. */
  private record Waiting(
      List<Copied> arrived,
      Predicate<ObjectId> mended,
      Consumer<List<Copied>> then,
      Consumer<List<Copied>> refused) {}

  /** What is to be written together. */
  private static final class Writing {
    final List<Copied> durable = new ArrayList<>();
    final List<Copied> written = new ArrayList<>();
    final List<StoreOp> steps = new ArrayList<>();
    final List<ReplicaTree.Change> changes = new ArrayList<>();
    final SortedMap<ObjectId, Version> whole = new TreeMap<>();
  }

  private final Replica replica;
  private final Map<ObjectId, Arriving> arriving = new TreeMap<>();
  private final Deque<Waiting> waiting = new ArrayDeque<>();

  IncomingCopies(Replica replica) {
    this.replica = replica;
  }

  void reset() {
    arriving.clear();
    waiting.clear();
  }

  /**
   * Writes what arrived in one transaction. What was written already is not written again; what
   * fits nowhere is dropped. Of what is replaced the version is looked up before.
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
    waiting.addLast(new Waiting(List.copyOf(arrived), mended, then, refused));
    if (waiting.size() == 1) {
      lookUp(waiting.getFirst());
    }
  }

  /** One after the other: what is looked up must not change before it is replaced. */
  private void lookUp(Waiting first) {
    List<ObjectId> replaced = new ArrayList<>();
    for (Copied copied : first.arrived()) {
      if (begins(copied)) {
        replaced.add(copied.object());
      }
    }
    OwnVersions.read(
        replica.reads(),
        replaced,
        here -> {
          waiting.removeFirst();
          write(first.arrived(), here, first.mended(), first.then(), first.refused());
          if (!waiting.isEmpty()) {
            lookUp(waiting.getFirst());
          }
        });
  }

  private void write(
      List<Copied> arrived,
      OwnVersions here,
      Predicate<ObjectId> mended,
      Consumer<List<Copied>> then,
      Consumer<List<Copied>> refused) {
    Writing writing = new Writing();
    for (Copied copied : arrived) {
      Arriving known = arriving.get(copied.object());
      Piece piece = copied.piece();
      if (piece != null && known != null && known.is(copied.version(), piece)) {
        writing.durable.add(copied);
      } else if (fits(copied, known)) {
        writing.durable.add(copied);
        writing.written.add(copied);
        boolean mends = mended.test(copied.object());
        writing.steps.addAll(Pieces.steps(replica.collection(), copied, mends));
        if (begins(copied)) {
          doubtIfUnknown(copied.object(), here);
        }
        Version now = known == null || begins(copied) ? here.of(copied.object()) : known.here();
        note(copied, now, mends, writing);
      }
    }
    if (writing.written.isEmpty()) {
      replica.journal().whenDurable(() -> then.accept(writing.durable));
      return;
    }
    replica
        .copies()
        .write(
            new CopyWriter.Copies(writing.steps, writing.changes, writing.whole),
            () -> {
              writing.written.forEach(this::forgetIfLast);
              then.accept(writing.durable);
            },
            () -> {
              writing.written.forEach(copied -> arriving.remove(copied.object()));
              refused.accept(writing.written);
            });
  }

  /** A step of an interval that has ended may be refused yet, whatever was read. */
  private void doubtIfUnknown(ObjectId object, OwnVersions here) {
    if (here.unreadable().contains(object) || replica.tree().isProposed(object)) {
      replica.tree().onUnknown(object);
    }
  }

  /** Whether it replaces what is here. */
  private static boolean begins(Copied copied) {
    Piece piece = copied.piece();
    return piece == null || piece.from().equals(Cursor.START);
  }

  private static boolean fits(Copied copied, @Nullable Arriving known) {
    Piece piece = copied.piece();
    return piece == null
        || piece.from().equals(Cursor.START)
        || (known != null
            && known.version().equals(copied.version())
            && known.next().equals(piece.from()));
  }

  private void note(Copied copied, @Nullable Version here, boolean mends, Writing writing) {
    ObjectId object = copied.object();
    Piece piece = copied.piece();
    if (piece == null) {
      arriving.remove(object);
      writing.changes.add(new ReplicaTree.Change(object, here, null));
      return;
    }
    boolean last = piece.last();
    Version half = mends ? here : Version.ZERO;
    Version after = last ? copied.version() : half;
    writing.changes.add(new ReplicaTree.Change(object, here, after));
    arriving.put(object, new Arriving(copied.version(), piece.from(), piece.next(), after));
    if (last) {
      writing.whole.put(object, copied.version());
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
