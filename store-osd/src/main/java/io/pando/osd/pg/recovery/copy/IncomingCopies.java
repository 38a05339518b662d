package io.pando.osd.pg.recovery.copy;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Signed;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.replica.Awaiting;
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
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Objects that arrive: small ones whole and many in one transaction, large ones in pieces. Pieces
 * of one object come in order, one at a time; after a stream broke, the last piece may come again.
 * A first piece starts the copy again.
 */
public final class IncomingCopies {
  /** A copy of which pieces have arrived. */
  private static final class Arriving {
    final Version version;
    final Cursor from;
    final Cursor next;

    /** The version that counts as present here until the last piece has arrived. */
    final @Nullable Version here;

    /** Whether the newest piece did not fit into the store. */
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

  /** A piece that arrived again, and its state from the first time. */
  private record Again(Copied copied, Arriving written) {}

  /**
   * Tests of an arriving object that are made when it is about to be written.
   *
   * @param mends whether the object is here in the arriving version, damaged: none of it is removed
   *     before good bytes have arrived
   * @param outdated whether the copy arrived before, is complete since, and may have been changed
   *     meanwhile
   */
  public record Standing(Mending mends, Predicate<Copied> outdated) {}

  /** Whether a piece replaces damaged bytes in their place. */
  @FunctionalInterface
  public interface Mending {
    /** Nothing that arrives is here already. */
    Mending NEVER = (_, _) -> false;

    /**
     * Tests a piece that is about to be written.
     *
     * @param here the version of the object here; null if it is absent or not readable
     */
    boolean mends(Copied copied, @Nullable Version here);
  }

  /** Copies that have arrived and wait to be written. */
  private record Waiting(
      List<Copied> arrived,
      Standing standing,
      Consumer<List<Copied>> then,
      Consumer<List<Copied>> refused) {
    List<ObjectId> replaced() {
      return arrived.stream().filter(IncomingCopies::begins).map(Copied::object).toList();
    }
  }

  /** Pieces that are written together. */
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
  private final BiFunction<Object, Runnable, Awaiting> waiting;

  /** The work in progress, and the work that waits behind it. */
  private final Deque<Runnable> line = new ArrayDeque<>();

  /**
   * Creates an empty set of copies.
   *
   * @param waiting makes the work, about some objects, that waits until copies are durable
   */
  public IncomingCopies(Replica replica, BiFunction<Object, Runnable, Awaiting> waiting) {
    this.replica = replica;
    this.waiting = waiting;
    this.ownPieces = new OwnPieces(replica);
  }

  /**
   * Writes copies that arrived in one transaction. A piece that was written already is not written
   * again; a piece that does not continue a copy is dropped. The versions of objects that are
   * replaced are looked up first.
   *
   * @param standing called when the copies are written, which may be some time after they arrived
   * @param then receives the copies that are durable
   * @param refused receives the other copies: those that do not fit, or that cannot be put together
   */
  public void write(
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

  /** Signs the parts of objects that are here, once all copies that arrived before are written. */
  public void sign(List<Wanted> wanted, Consumer<List<Signed>> then) {
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

  /**
   * Lookups run one after the other: a version must not change between its lookup and the
   * replacement.
   */
  private void lookUp(Waiting first) {
    OwnVersions.read(
        replica.reads(),
        first.replaced(),
        here -> {
          write(first, here);
          goOn();
        });
  }

  private void write(Waiting arrival, OwnVersions here) {
    Writing writing = new Writing();
    List<Copied> unfit = new ArrayList<>();
    List<Again> again = new ArrayList<>();
    for (Copied copied : arrival.arrived()) {
      Arriving known = known(copied.object());
      Piece piece = copied.piece();
      if (piece != null && known != null && known.is(copied.version(), piece)) {
        Probe.reached("copies: a piece that was written came again");
        again.add(new Again(copied, known));
      } else if (arrival.standing().outdated().test(copied)) {
        writing.durable.add(copied);
      } else if (hasNoBase(copied, here)) {
        unfit.add(copied);
      } else if (fits(copied, known)) {
        writing.durable.add(copied);
        writing.written.add(copied);
        Version now = known == null || begins(copied) ? here.of(copied.object()) : known.here;
        boolean mends = arrival.standing().mends().mends(copied, now);
        writing.steps.addAll(
            Assembly.steps(
                replica.collection(), copied, mends, here.attributesOf(copied.object())));
        if (begins(copied)) {
          doubtIfUnknown(copied.object(), here);
        }
        note(copied, now, mends, writing);
      } else if (known == null) {
        unfit.add(copied);
      }
    }
    if (!unfit.isEmpty()) {
      arrival.refused().accept(unfit);
    }
    reportRepeated(again, arrival);
    if (writing.written.isEmpty()) {
      whenDurable(writing.durable.size(), () -> arrival.then().accept(writing.durable));
      return;
    }
    replica
        .copies()
        .write(
            new CopyWriter.Copies(writing.steps, writing.changes, writing.whole),
            waiting(
                writing.written.size(),
                () -> {
                  writing.written.forEach(this::forgetIfLast);
                  arrival.then().accept(writing.durable);
                }),
            waiting(
                writing.written.size(),
                () -> {
                  Probe.reached("copies: no room for what arrived");
                  writing.noted.forEach(piece -> piece.refused = true);
                  writing.written.forEach(copied -> abandon(copied.object()));
                  arrival.refused().accept(writing.written);
                }));
  }

  /** The pieces that have arrived of an object, unless they may be lost since. */
  private @Nullable Arriving known(ObjectId object) {
    Arriving known = arriving.get(object);
    if (known == null || replica.copies().isArriving(object)) {
      return known;
    }
    Probe.reached("copies: what had arrived is bad or lost");
    arriving.remove(object);
    return null;
  }

  private Awaiting waiting(int objects, Runnable action) {
    return waiting.apply(objects + " objects", action);
  }

  private void whenDurable(int objects, Runnable action) {
    replica.journal().whenDurable(waiting(objects, action));
  }

  /** The first write of a piece may still be refused; then the repeated piece is refused too. */
  private void reportRepeated(List<Again> again, Waiting arrival) {
    if (again.isEmpty()) {
      return;
    }
    whenDurable(
        again.size(),
        () -> {
          List<Copied> durable = new ArrayList<>();
          List<Copied> tooMuch = new ArrayList<>();
          again.forEach(it -> (it.written().refused ? tooMuch : durable).add(it.copied()));
          if (!tooMuch.isEmpty()) {
            arrival.refused().accept(tooMuch);
          }
          if (!durable.isEmpty()) {
            arrival.then().accept(durable);
          }
        });
  }

  /** A step of an earlier interval may still be refused, whatever was read here. */
  private void doubtIfUnknown(ObjectId object, OwnVersions here) {
    if (here.unreadable().contains(object) || replica.tree().isProposed(object)) {
      replica.tree().onUnknown(object);
    }
  }

  /**
   * Whether the copy keeps parts of the object here, but nothing of the object can be read any
   * more, or it is not the version whose parts are kept.
   */
  private boolean hasNoBase(Copied copied, OwnVersions here) {
    Piece piece = copied.piece();
    if (!begins(copied) || piece == null || piece.kept() == null) {
      return false;
    }
    ObjectId object = copied.object();
    Version found = here.of(object);
    Version base = piece.kept().of();
    boolean other = base != null && !(base.equals(found) && replica.isBehind(object));
    Probe.reachedIf(other, "copies: parts are to be kept of another version");
    return found == null || other;
  }

  /** Whether the copy replaces the object here. */
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
      abandon(object);
      writing.changes.add(new ReplicaTree.Change(object, here, null));
      return;
    }
    boolean last = piece.last();
    Version half = mends ? here : Version.ZERO;
    Version after = last ? copied.version() : half;
    writing.changes.add(new ReplicaTree.Change(object, here, after));
    Arriving now = new Arriving(copied.version(), piece.from(), piece.next(), after);
    arriving.put(object, now);
    replica.copies().onArriving(object);
    writing.noted.add(now);
    if (last) {
      writing.whole.put(object, copied.version());
    }
  }

  private void forgetIfLast(Copied copied) {
    Piece piece = copied.piece();
    Arriving known = arriving.get(copied.object());
    if (piece != null && piece.last() && known != null && known.is(copied.version(), piece)) {
      abandon(copied.object());
    }
  }

  /**
   * Whether a piece of a fragment arrives that is here in the same version. Bytes of it may be
   * readable that no other member has. A piece that ends within a block would leave damaged bytes
   * beside its own.
   */
  public boolean mendsFragment(Copied copied, @Nullable Version here) {
    Piece piece = copied.piece();
    if (piece == null || piece.kept() != null || !copied.version().equals(here)) {
      return false;
    }
    if (!begins(copied)) {
      return true;
    }
    boolean inBlocks = piece.last() || piece.next().offset() % Payload.BLOCK_BYTES == 0;
    boolean mends = inBlocks && !replica.isWrong(copied.object());
    Probe.reachedIf(mends, "copies: damaged bytes of a fragment are replaced in their place");
    return mends;
  }

  /** Drops a copy that will not go on. */
  public void abandon(ObjectId object) {
    arriving.remove(object);
    replica.copies().onArrived(object);
  }

  /** Objects of which some pieces have arrived, but not the last one. */
  public SortedSet<ObjectId> begun() {
    return new TreeSet<>(arriving.keySet());
  }
}
