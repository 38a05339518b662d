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

  /** Primary to a replica: send me these objects. */
  record Pull(PgId group, long epoch, List<Wanted> objects) implements RecoveryMessage {
    public Pull {
      objects = List.copyOf(objects);
    }
  }

  /**
   * An object that is wanted.
   *
   * @param version in which
   * @param from what is before this is there already
   * @param here what is there of the piece that begins so, in some other version, and need not come
   *     again where it is the same; null: nothing of it is to stay
   */
  record Wanted(ObjectId object, Version version, Cursor from, @Nullable Signature here) {
    /** Wanted whole. */
    public Wanted(ObjectId object, Version version, Cursor from) {
      this(object, version, from, null);
    }
  }

  /**
   * Digests of a piece of an object as one replica has it, so that another can tell what it need
   * not send (as rsync does, but for blocks at the same offset alone). Keyed with the secret of the
   * pool.
   *
   * @param blocks of the blocks of its bytes from the piece's offset on, in order; the last may be
   *     of a shorter one
   * @param runs of the runs into which its map is cut, in the order of their keys
   */
  record Signature(List<Long> blocks, List<Long> runs) {
    public Signature {
      blocks = List.copyOf(blocks);
      runs = List.copyOf(runs);
    }
  }

  /**
   * Primary to a replica that lacks objects: what do you have of them, in whichever version?
   *
   * @param objects pieces that it is about to be sent
   */
  record AskSignatures(PgId group, long epoch, List<Wanted> objects) implements RecoveryMessage {
    public AskSignatures {
      objects = List.copyOf(objects);
    }
  }

  /** The answer. */
  record Signatures(PgId group, long epoch, List<Signed> objects) implements RecoveryMessage {
    public Signatures {
      objects = List.copyOf(objects);
    }
  }

  /**
   * What a replica has of a piece.
   *
   * @param version in which it is about to get the object
   * @param here null: nothing of it is to stay
   */
  record Signed(ObjectId object, Version version, Cursor from, @Nullable Signature here) {}

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

  /** Objects, or pieces of them, to be taken together. */
  record Push(PgId group, long epoch, List<Copied> objects) implements RecoveryMessage {
    public Push {
      objects = List.copyOf(objects);
    }
  }

  /**
   * An object in a {@link Push}.
   *
   * @param version of the object; without a piece, of the newest update of the group
   * @param piece large objects come in several, in order; null: there is no such object
   */
  record Copied(ObjectId object, Version version, @Nullable Piece piece) {
    /** Where the next piece begins. */
    public Cursor next() {
      return piece == null ? Cursor.START : piece.next();
    }

    /** Whether it ends the object. */
    public boolean isLast() {
      return piece == null || piece.last();
    }
  }

  /**
   * A piece of an object.
   *
   * @param from where the piece starts; {@link Cursor#START} begins the object
   * @param next where the next one starts
   * @param last whether this completes it
   * @param size of the whole object, bytes
   * @param attributes all of them, in every piece
   * @param ranges where the bytes of {@code data}, one after the other, belong; between them are
   *     holes, but for what is kept
   * @param entries of the map that belong between those cursors, but for what is kept
   * @param kept what of this piece stays as it is; null: nothing that is there from here on stays,
   *     neither of this piece nor of those behind it
   */
  record Piece(
      Cursor from,
      Cursor next,
      boolean last,
      long size,
      SortedMap<String, Payload> attributes,
      List<ByteRange> ranges,
      Payload data,
      SortedMap<String, Payload> entries,
      @Nullable Kept kept) {}

  /**
   * What a piece leaves as it is.
   *
   * @param ranges of bytes, in order
   * @param keys ranges of the map, in order
   */
  record Kept(List<ByteRange> ranges, List<KeyRange> keys) {
    public Kept {
      ranges = List.copyOf(ranges);
      keys = List.copyOf(keys);
    }
  }

  /** Keys from the first to the last, both among them. */
  record KeyRange(String first, String last) {}

  /** What was pushed is durable at the sender. */
  record Pushed(PgId group, long epoch, List<Taken> objects) implements RecoveryMessage {
    public Pushed {
      objects = List.copyOf(objects);
    }
  }

  /** An object whose piece that ends at {@code next} was taken. */
  record Taken(ObjectId object, Version version, Cursor next) {}

  /**
   * Who was asked to send or to take objects cannot: they are not there, damaged, or do not fit.
   */
  record PushFailed(PgId group, long epoch, List<Refused> objects) implements RecoveryMessage {
    public PushFailed {
      objects = List.copyOf(objects);
    }
  }

  /**
   * An object that cannot be sent or taken.
   *
   * @param damagedBytes size of the object if it is there in that version and its bytes are
   *     damaged, so that this copy will not be given later either; null: it is not there, or cannot
   *     be sent or taken now
   */
  record Refused(ObjectId object, Version version, String reason, @Nullable Long damagedBytes) {
    /** Refused for another reason than damage. */
    public Refused(ObjectId object, Version version, String reason) {
      this(object, version, reason, null);
    }
  }

  /**
   * Primary to a replica: which parts of your hash tree have another digest?
   *
   * @param above level of parts that differ; 0 to begin with
   * @param parts of that level, in order
   * @param level below, whose parts are asked for
   * @param digests the primary's, of all parts of that level that lie in the others, in order
   */
  record CompareTrees(
      PgId group, long epoch, int above, List<Integer> parts, int level, List<Long> digests)
      implements RecoveryMessage {
    /** The lowest level there can be. */
    private static final int LOWEST = 20;

    public CompareTrees {
      parts = List.copyOf(parts);
      digests = List.copyOf(digests);
      boolean levels = above >= 0 && above <= level && level <= LOWEST;
      if (!levels || parts.isEmpty() || digests.size() != (long) parts.size() << (level - above)) {
        throw new IllegalArgumentException(
            "%d digests of level %d for %d parts of level %d"
                .formatted(digests.size(), level, parts.size(), above));
      }
    }
  }

  /**
   * The answer.
   *
   * @param level of the parts that were asked for
   * @param first of the parts of the level above that were asked for
   * @param depth of the replica's tree
   * @param empty whether it has nothing at all
   * @param differing parts of that level, in order
   */
  record TreesCompared(
      PgId group,
      long epoch,
      int level,
      int first,
      int depth,
      boolean empty,
      List<Integer> differing)
      implements RecoveryMessage {
    public TreesCompared {
      differing = List.copyOf(differing);
    }
  }

  /**
   * Primary to a replica that is filled without a log: what do you have behind this object?
   *
   * @param level of the hash tree
   * @param parts of that level, in order: only what lies in these
   */
  record Scan(PgId group, long epoch, ObjectId after, int max, int level, List<Integer> parts)
      implements RecoveryMessage {
    public Scan {
      parts = List.copyOf(parts);
    }
  }

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
   * Primary to a replica that is filled: everything up to and including {@code upTo} is as it
   * should be.
   *
   * @param upTo null: you are whole
   */
  record Backfilled(PgId group, long epoch, @Nullable ObjectId upTo) implements RecoveryMessage {}

  /** The replica has noted so, durably. */
  record BackfillNoted(PgId group, long epoch, @Nullable ObjectId upTo)
      implements RecoveryMessage {}

  /**
   * Primary to a replica: may I fill you? Said again it is the same wish.
   *
   * @param wish its number; a later wish of this interval has a greater one
   * @param priority the more the more urgent
   */
  record Reserve(PgId group, long epoch, long wish, int priority) implements RecoveryMessage {}

  /** The replica has a slot for that wish. */
  record Reserved(PgId group, long epoch, long wish) implements RecoveryMessage {}

  /** The replica needs its slot for something more urgent; ask again. */
  record Revoked(PgId group, long epoch, long wish) implements RecoveryMessage {}

  /** Primary to a replica: the slot, or the wish for it, is yours again. */
  record Release(PgId group, long epoch, long wish) implements RecoveryMessage {}
}
