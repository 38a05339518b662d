package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Signed;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.replica.CopyWriter;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.probe.Probe;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Objects that arrive, small ones whole and many in one transaction, large ones in pieces. Pieces
 * of one object come in order, one at a time; after a broken stream the last one may come again. A
 * first piece begins the copy anew.
 */
final class IncomingCopies {
  /** A copy of which pieces have come. */
  private static final class Arriving {
    final Version version;
    final Cursor from;
    final Cursor next;

    /** What counts as here of the object until the last piece has come. */
    final @Nullable Version here;

    /** Whether there was no room for the newest piece. */
    boolean refused;

    Arriving(Version version, Cursor from, Cursor next, @Nullable Version here) {
      this.version = version;
      this.from = from;
      this.next = next;
      this.here = here;
    }

    boolean is(Version other, Piece piece) {
      return version.equals(other) && from.equals(piece.from()) && next.equals(piece.next());
    }
  }

  /** A piece that came again, and what it was written as before. */
  private record Again(Copied copied, Arriving written) {}

  /**
   * What is known of an object that arrives when it is about to be written.
   *
   * @param mended it is here in the version that arrives, damaged: nothing of it goes before good
   *     bytes have come
   * @param outdated it came before, is whole since, and may have been changed meanwhile
   */
  record Standing(Predicate<ObjectId> mended, Predicate<Copied> outdated) {}

  /** What arrived. */
  private record Waiting(
      List<Copied> arrived,
      Standing standing,
      Consumer<List<Copied>> then,
      Consumer<List<Copied>> refused) {
    List<ObjectId> replaced() {
      return arrived.stream().filter(IncomingCopies::begins).map(Copied::object).toList();
    }
  }

  /** What is to be written together. */
  private static final class Writing {
    final List<Copied> durable = new ArrayList<>();
    final List<Copied> written = new ArrayList<>();
    final List<Arriving> noted = new ArrayList<>();
    final List<StoreOp> steps = new ArrayList<>();
    final List<ReplicaTree.Change> changes = new ArrayList<>();
    final SortedMap<ObjectId, Version> whole = new TreeMap<>();
  }

  private final Replica replica;
  private final Map<ObjectId, Arriving> arriving = new TreeMap<>();
  private final OwnPieces ownPieces;

  /** What is in work, and behind it what waits. */
  private final Deque<Runnable> line = new ArrayDeque<>();

  IncomingCopies(Replica replica) {
    this.replica = replica;
    this.ownPieces = new OwnPieces(replica);
  }

  void reset() {
    arriving.clear();
    line.clear();
  }

  /**
   * Writes what arrived in one transaction. What was written already is not written again; what
   * fits nowhere is dropped. Of what is replaced the version is looked up before.
   *
   * @param standing asked when it is written, which may be some time after it arrived
   * @param then told what is durable
   * @param refused told, instead, what there is no room for, or what cannot be put together
   */
  void write(
      List<Copied> arrived,
      Standing standing,
      Consumer<List<Copied>> then,
      Consumer<List<Copied>> refused) {
    Waiting last = new Waiting(List.copyOf(arrived), standing, then, refused);
    line.addLast(() -> lookUp(last));
    if (line.size() == 1) {
      line.getFirst().run();
    }
  }

  /** Signs what is here of objects once everything that arrived before is written. */
  void sign(List<Wanted> wanted, Consumer<List<Signed>> then) {
    if (line.isEmpty()) {
      ownPieces.sign(wanted, then);
      return;
    }
    line.addLast(() -> {
      ownPieces.sign(wanted, then);
      goOn();
    });
  }

  private void goOn() {
    line.removeFirst();
    if (!line.isEmpty()) {
      line.getFirst().run();
    }
  }

  /** One after the other: what is looked up must not change before it is replaced. */
  private void lookUp(Waiting first) {
    OwnVersions.read(
        replica.reads(),
        first.replaced(),
        here -> {
          write(first.arrived(), here, first.standing(), first.then(), first.refused());
          goOn();
        });
  }

  private void write(
      List<Copied> arrived,
      OwnVersions here,
      Standing standing,
      Consumer<List<Copied>> then,
      Consumer<List<Copied>> refused) {
    Writing writing = new Writing();
    List<Copied> unfit = new ArrayList<>();
    List<Again> again = new ArrayList<>();
    for (Copied copied : arrived) {
      Arriving known = arriving.get(copied.object());
      Piece piece = copied.piece();
      if (piece != null && known != null && known.is(copied.version(), piece)) {
        Probe.reached("copies: a piece that was written came again");
        again.add(new Again(copied, known));
      } else if (standing.outdated().test(copied)) {
        writing.durable.add(copied);
      } else if (isWithoutGround(copied, here)) {
        unfit.add(copied);
      } else if (fits(copied, known)) {
        writing.durable.add(copied);
        writing.written.add(copied);
        boolean mends = standing.mended().test(copied.object());
        writing.steps.addAll(
            Assembly.steps(
                replica.collection(), copied, mends, here.attributesOf(copied.object())));
        if (begins(copied)) {
          doubtIfUnknown(copied.object(), here);
        }
        Version now = known == null || begins(copied) ? here.of(copied.object()) : known.here;
        note(copied, now, mends, writing);
      } else if (known == null) {
        unfit.add(copied);
      }
    }
    if (!unfit.isEmpty()) {
      refused.accept(unfit);
    }
    tellAgain(again, then, refused);
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
              Probe.reached("copies: no room for what arrived");
              writing.noted.forEach(piece -> piece.refused = true);
              writing.written.forEach(copied -> arriving.remove(copied.object()));
              refused.accept(writing.written);
            });
  }

  /**
   * What was written before may be refused yet: then there is no room for what came again either.
   */
  private void tellAgain(
      List<Again> again, Consumer<List<Copied>> then, Consumer<List<Copied>> refused) {
    if (again.isEmpty()) {
      return;
    }
    replica
        .journal()
        .whenDurable(() -> {
          List<Copied> durable = new ArrayList<>();
          List<Copied> tooMuch = new ArrayList<>();
          again.forEach(it -> (it.written().refused ? tooMuch : durable).add(it.copied()));
          if (!tooMuch.isEmpty()) {
            refused.accept(tooMuch);
          }
          if (!durable.isEmpty()) {
            then.accept(durable);
          }
        });
  }

  /** A step of an interval that has ended may be refused yet, whatever was read. */
  private void doubtIfUnknown(ObjectId object, OwnVersions here) {
    if (here.unreadable().contains(object) || replica.tree().isProposed(object)) {
      replica.tree().onUnknown(object);
    }
  }

  /** Whether something of the object is to be kept of which nothing can be read any more. */
  private static boolean isWithoutGround(Copied copied, OwnVersions here) {
    Piece piece = copied.piece();
    return begins(copied)
        && piece != null
        && piece.kept() != null
        && here.of(copied.object()) == null;
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
            && known.version.equals(copied.version())
            && known.next.equals(piece.from()));
  }

  private void note(Copied copied, @Nullable Version here, boolean mends, Writing writing) {
    ObjectId object = copied.object();
    Piece piece = copied.piece();
    if (piece == null) {
      Probe.reached("copies: a removal arrived");
      arriving.remove(object);
      writing.changes.add(new ReplicaTree.Change(object, here, null));
      return;
    }
    boolean last = piece.last();
    Version half = mends ? here : Version.ZERO;
    Version after = last ? copied.version() : half;
    writing.changes.add(new ReplicaTree.Change(object, here, after));
    Arriving now = new Arriving(copied.version(), piece.from(), piece.next(), after);
    arriving.put(object, now);
    writing.noted.add(now);
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

  /** Objects of which pieces have come, and not the last one. */
  SortedSet<ObjectId> begun() {
    return new TreeSet<>(arriving.keySet());
  }
}
