package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.recovery.copy.ObjectPieces;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.replica.Replica;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Objects whose bytes are damaged on the primary, or on every OSD that could send it a copy, until
 * good bytes arrive.
 */
final class DamagedObjects {
  private final Replica replica;
  private final Locations locations;

  /** Sizes in bytes by object; 0 if the size has to be read from the copy here. */
  private final SortedMap<ObjectId, Long> damaged = new TreeMap<>();

  DamagedObjects(Replica replica, Locations locations) {
    this.replica = replica;
    this.locations = locations;
  }

  boolean contains(ObjectId object) {
    return damaged.containsKey(object);
  }

  void add(ObjectId object) {
    add(object, 0);
  }

  /** Adds an object that is absent here, with its size on another OSD. */
  void add(ObjectId object, long bytes) {
    damaged.merge(object, bytes, Math::max);
  }

  /** Size in bytes of an object that is damaged on other OSDs and absent here; 0: not known. */
  long bytes(ObjectId object) {
    return damaged.getOrDefault(object, 0L);
  }

  void remove(ObjectId object) {
    damaged.remove(object);
  }

  /**
   * Finds out the version that an object should have: from the remains here, from the missing sets
   * of replicas, or else from the log; {@link Version#ZERO} if none of them tells.
   */
  void findVersion(ObjectId object, Consumer<Version> then) {
    stat(
        object,
        here -> {
          Version version = Version.max(locations.expected(object), here);
          then.accept(
              version.equals(Version.ZERO)
                  ? replica.log().newestOf(object).map(e -> e.version()).orElse(Version.ZERO)
                  : version);
        });
  }

  /**
   * The remains here of an object that no other OSD has.
   *
   * @param version version of the object here, if it is {@link Remains#NONE} of the missing one;
   *     {@link Version#ZERO} if none can be read
   */
  record Found(Remains remains, Version version) {}

  /** What remains here of an object that no other OSD has. */
  enum Remains {
    /** The whole object: bytes that were unreadable for a while can be read again. */
    SOUND,
    /** The object is here in that version, with damaged bytes. */
    DAMAGED,
    /** The object is not here in that version. */
    NONE
  }

  /** Looks for the missing version of an object here; reads all of the object. */
  void lookHere(ObjectId object, Version version, Consumer<Found> then) {
    lookHere(object, version, Cursor.START, then);
  }

  private void lookHere(ObjectId object, Version version, Cursor from, Consumer<Found> then) {
    int pieceBytes = replica.config().recovery().pieceBytes();
    replica
        .reads()
        .object(
            object,
            ObjectPieces.query(from, pieceBytes),
            outcome -> {
              if (outcome instanceof ReadOutcome.Damaged) {
                stat(
                    object,
                    found ->
                        then.accept(
                            new Found(
                                version.equals(found) ? Remains.DAMAGED : Remains.NONE,
                                Version.ZERO)));
              } else if (!version.equals(versionOf(outcome))) {
                then.accept(new Found(Remains.NONE, versionOf(outcome)));
              } else {
                Piece piece =
                    ObjectPieces.cut(((ReadOutcome.Found) outcome).view(), from, pieceBytes);
                if (piece.last()) {
                  then.accept(new Found(Remains.SOUND, version));
                } else {
                  lookHere(object, version, piece.next(), then);
                }
              }
            });
  }

  private void stat(ObjectId object, Consumer<Version> then) {
    replica.reads().object(object, ObjectQuery.STAT, outcome -> then.accept(versionOf(outcome)));
  }

  private static Version versionOf(ReadOutcome outcome) {
    return outcome instanceof ReadOutcome.Found found
        ? ObjectState.of(found.view()).version()
        : Version.ZERO;
  }
}
