package io.pando.message;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** By which objects get to replicas that miss them (paper 003 §6.3.5.2). */
public sealed interface RecoveryMessage extends Message {
  PgId group();

  /** Map epoch of the sender. */
  long epoch();

  /** Primary to a replica: send me this object, from where I am. */
  record Pull(PgId group, long epoch, ObjectId object, Version version, Cursor from)
      implements RecoveryMessage {}

  /**
   * How far an object has been copied: bytes first, then the key/value map.
   *
   * @param offset bytes up to here are done
   * @param mapDone null until the first entry is done, then the last key that is
   */
  record Cursor(long offset, @Nullable String mapDone) {
    /** Nothing copied yet. */
    public static final Cursor START = new Cursor(0, null);
  }

  /** A piece of an object; large ones come in several, in order. */
  record Push(PgId group, long epoch, ObjectId object, Version version, Piece piece)
      implements RecoveryMessage {}

  /**
   * The content of a {@link Push}.
   *
   * @param from where the piece starts; {@link Cursor#START} begins the object anew
   * @param next where the next one starts
   * @param last whether this completes it
   * @param size of the whole object, bytes
   * @param attributes all of them, in every piece
   * @param ranges where the bytes of {@code data}, one after the other, belong; between them are
   *     holes
   */
  record Piece(
      Cursor from,
      Cursor next,
      boolean last,
      long size,
      SortedMap<String, Payload> attributes,
      List<ByteRange> ranges,
      Payload data,
      SortedMap<String, Payload> entries) {}

  /** The piece that ends at {@code next} is durable at the sender. */
  record Pushed(PgId group, long epoch, ObjectId object, Version version, Cursor next)
      implements RecoveryMessage {}

  /**
   * Who was asked to send or to take the object cannot: it is not there, damaged, or does not fit.
   */
  record PushFailed(PgId group, long epoch, ObjectId object, Version version, String reason)
      implements RecoveryMessage {}

  /** Primary to a replica that is filled without a log: what do you have behind this object? */
  record Scan(PgId group, long epoch, ObjectId after, int max) implements RecoveryMessage {}

  /**
   * The answer.
   *
   * @param objects with their versions, in placement order
   * @param more whether some follow
   */
  record Scanned(
      PgId group, long epoch, ObjectId after, SortedMap<ObjectId, Version> objects, boolean more)
      implements RecoveryMessage {}

  /**
   * Primary to a replica that is filled: drop these objects, which the group does not have; then
   * everything up to and including {@code upTo} is as it should be.
   *
   * @param upTo null: you are whole
   */
  record Backfilled(PgId group, long epoch, @Nullable ObjectId upTo, List<ObjectId> drop)
      implements RecoveryMessage {
    public Backfilled {
      drop = List.copyOf(drop);
    }
  }

  /** The replica has noted so, durably. */
  record BackfillNoted(PgId group, long epoch, @Nullable ObjectId upTo)
      implements RecoveryMessage {}
}
