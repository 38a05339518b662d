package io.pando.osd.pg.recovery.copy;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.write.OlderVersion;
import io.pando.probe.Probe;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole older versions of lost objects into memory, from the members that have them: this one
 * first, then others, the newest version first. The content then becomes a part of an update.
 */
public final class OlderVersions {
  /** A version that is read, piece by piece. */
  private static final class Reading {
    final ObjectId object;
    final SortedMap<MemberId, Version> left;
    final Consumer<OlderVersion> then;
    final List<Piece> pieces = new ArrayList<>();
    Version version = Version.ZERO;
    @Nullable MemberId source;
    Cursor from = Cursor.START;
    long bytes;

    Reading(ObjectId object, SortedMap<MemberId, Version> left, Consumer<OlderVersion> then) {
      this.object = object;
      this.left = left;
      this.then = then;
    }
  }

  private final Replica replica;
  private final Map<ObjectId, Reading> readings = new TreeMap<>();

  public OlderVersions(Replica replica) {
    this.replica = replica;
  }

  /**
   * Reads the newest of these versions that can be read.
   *
   * @param versions the members that have older versions
   * @param then receives the version: {@link OlderVersion#NONE} if no OSD has one, with a problem
   *     if one exists and cannot be read
   */
  public void read(
      ObjectId object, SortedMap<MemberId, Version> versions, Consumer<OlderVersion> then) {
    Reading reading = new Reading(object, new TreeMap<>(versions), then);
    readings.put(object, reading);
    next(reading, "");
  }

  private void next(Reading reading, String problem) {
    reading.pieces.clear();
    reading.from = Cursor.START;
    reading.bytes = 0;
    MemberId best = null;
    for (Map.Entry<MemberId, Version> one : reading.left.entrySet()) {
      boolean newer = best == null || one.getValue().isAfter(version(reading, best));
      boolean nearer =
          one.getKey().equals(replica.self())
              && !newer
              && one.getValue().equals(version(reading, best));
      best = newer || nearer ? one.getKey() : best;
    }
    if (best == null) {
      finish(reading, problem.isEmpty() ? OlderVersion.NONE : OlderVersion.unreadable(problem));
      return;
    }
    reading.version = version(reading, best);
    reading.left.remove(best);
    reading.source = best;
    ask(reading);
  }

  private static Version version(Reading reading, @Nullable MemberId member) {
    Version version = member == null ? null : reading.left.get(member);
    return Invariant.present(version, () -> "no older version on " + member);
  }

  private void ask(Reading reading) {
    MemberId source = reading.source;
    if (source == null || !replica.membership().isUp(source)) {
      next(reading, source + " went down");
    } else if (source.equals(replica.self())) {
      readHere(reading);
    } else {
      Probe.reached("recovery: an older version is read from another OSD");
      Wanted wanted = new Wanted(reading.object, reading.version, reading.from);
      replica.send(
          source, new RecoveryMessage.Pull(replica.group(), replica.epoch(), List.of(wanted)));
    }
  }

  private void readHere(Reading reading) {
    int pieceBytes = replica.config().recovery().pieceBytes();
    replica
        .reads()
        .object(
            reading.object,
            ObjectPieces.query(reading.from, pieceBytes),
            outcome -> {
              if (outcome instanceof ReadOutcome.Found found
                  && ObjectState.of(found.view()).version().equals(reading.version)) {
                onPiece(reading, ObjectPieces.cut(found.view(), reading.from, pieceBytes));
              } else {
                next(reading, "the copy on " + replica.self() + " cannot be read");
              }
            });
  }

  private void onPiece(Reading reading, Piece piece) {
    reading.pieces.add(piece);
    reading.bytes += ObjectPieces.bytes(piece);
    if (Math.max(reading.bytes, piece.content().size())
        > replica.config().limits().transfer().maxWriteBytes()) {
      finish(
          reading,
          OlderVersion.unreadable(
              "version %s is too large to go back to (%d bytes; at most %d)"
                  .formatted(
                      reading.version,
                      piece.content().size(),
                      replica.config().limits().transfer().maxWriteBytes())));
    } else if (piece.last()) {
      finish(
          reading, new OlderVersion(reading.version, piece.content().size(), steps(reading), ""));
    } else {
      reading.from = piece.next();
      ask(reading);
    }
  }

  /** Steps that replace the object by the pieces; the update that has them adds its own version. */
  private List<StoreOp.OnObject> steps(Reading reading) {
    List<StoreOp.OnObject> steps = new ArrayList<>();
    for (Piece piece : reading.pieces) {
      Copied copied = new Copied(reading.object, reading.version, piece);
      for (StoreOp step : Assembly.steps(replica.collection(), copied, false, List.of())) {
        steps.add((StoreOp.OnObject) step);
      }
    }
    return steps;
  }

  private void finish(Reading reading, OlderVersion result) {
    readings.remove(reading.object, reading);
    reading.then.accept(result);
  }

  /** Objects have arrived, which may be pieces of older versions. */
  public void onPush(MemberId from, RecoveryMessage.Push push) {
    for (Copied copied : push.objects()) {
      Reading reading = readings.get(copied.object());
      Piece piece = copied.piece();
      if (reading != null
          && piece != null
          && from.equals(reading.source)
          && copied.version().equals(reading.version)
          && piece.from().equals(reading.from)) {
        onPiece(reading, piece);
      }
    }
  }

  /** A member could not send objects. */
  public void onFailed(MemberId from, RecoveryMessage.PushFailed failed) {
    for (RecoveryMessage.Refused refused : failed.objects()) {
      Reading reading = readings.get(refused.object());
      if (reading != null
          && from.equals(reading.source)
          && refused.version().equals(reading.version)) {
        next(reading, "the copy on " + from + " cannot be read: " + refused.reason());
      }
    }
  }

  /** Messages under way to this member may be lost, or it went down. */
  public void onReset(MemberId member) {
    List.copyOf(readings.values()).stream()
        .filter(reading -> member.equals(reading.source))
        .forEach(this::ask);
  }

  /** A newer map: members that are asked may be down. */
  public void onMap() {
    List.copyOf(readings.values()).stream()
        .filter(reading -> reading.source != null && !replica.membership().isUp(reading.source))
        .forEach(this::ask);
  }
}
