package io.pando.message;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Messages of recovery, which bring objects to replicas that lack them (paper 003 §6.3.5.2). */
public sealed interface RecoveryMessage extends GroupMessage {
  /** From the primary to a replica: asks for objects. */
  record Pull(PgId group, long epoch, List<Wanted> objects) implements RecoveryMessage {
    public Pull {
      objects = List.copyOf(objects);
    }
  }

  /**
   * An object that the sender of the message asks for, or is about to send.
   *
   * @param version wanted version
   * @param from start of the wanted part; the destination already has everything before it
   * @param here signature of the destination's copy of the piece that starts at {@code from}, in
   *     some other version; equal parts need not be sent. Null if nothing of that copy is to be
   *     kept
   */
  record Wanted(ObjectId object, Version version, Cursor from, @Nullable Signature here) {
    /** An object of which nothing is to be kept. */
    public Wanted(ObjectId object, Version version, Cursor from) {
      this(object, version, from, null);
    }
  }

  /**
   * Digests of a piece of one replica's copy of an object. The sender of the piece uses them to
   * skip equal parts, as rsync does, but only for blocks at the same offset. Keyed with the pool's
   * secret.
   *
   * @param blocks digests of the blocks of bytes from the piece's offset on, in order; the last
   *     block may be shorter
   * @param runs digests of the runs into which its map is divided, in the order of their keys
   */
  record Signature(List<Long> blocks, List<Long> runs) {
    public Signature {
      blocks = List.copyOf(blocks);
      runs = List.copyOf(runs);
    }
  }

  /**
   * From the primary to a replica that lacks objects: asks for signatures of its copies, in any
   * version.
   *
   * @param objects pieces that the replica is about to be sent
   */
  record AskSignatures(PgId group, long epoch, List<Wanted> objects) implements RecoveryMessage {
    public AskSignatures {
      objects = List.copyOf(objects);
    }
  }

  /** The answer to {@link AskSignatures}. */
  record Signatures(PgId group, long epoch, List<Signed> objects) implements RecoveryMessage {
    public Signatures {
      objects = List.copyOf(objects);
    }
  }

  /**
   * The signature of a replica's copy of a piece.
   *
   * @param version version in which the replica is about to get the object
   * @param here signature of its copy; null if nothing of that copy is to be kept
   */
  record Signed(ObjectId object, Version version, Cursor from, @Nullable Signature here) {}

  /**
   * How far an object has been copied: bytes first, then the key/value map.
   *
   * @param offset number of bytes that are copied
   * @param mapDone last key that is copied; null before the first one
   */
  record Cursor(long offset, @Nullable String mapDone) {
    /** Nothing copied yet. */
    public static final Cursor START = new Cursor(0, null);
  }

  /** Objects, or pieces of them, to be written together. */
  record Push(PgId group, long epoch, List<Copied> objects) implements RecoveryMessage {
    public Push {
      objects = List.copyOf(objects);
    }
  }

  /**
   * An object in a {@link Push}.
   *
   * @param version version of the object; without a piece, the version of the newest update of the
   *     group
   * @param piece piece of the object; large objects are sent in several pieces, in order. Null if
   *     the object does not exist
   */
  record Copied(ObjectId object, Version version, @Nullable Piece piece) {
    /** Where the next piece begins. */
    public Cursor next() {
      return piece == null ? Cursor.START : piece.next();
    }

    /** Whether the piece is the last one of the object. */
    public boolean isLast() {
      return piece == null || piece.last();
    }
  }

  /**
   * A piece of an object.
   *
   * @param from start of the piece; {@link Cursor#START} for the first one
   * @param next start of the next piece
   * @param last whether this piece completes the object
   * @param content content of the piece, except for kept parts
   * @param kept parts of the receiver's copy of this piece that are unchanged; null if nothing of
   *     the receiver's copy is kept, from this piece on
   */
  record Piece(Cursor from, Cursor next, boolean last, Content content, @Nullable Kept kept) {
    /**
     * The content of a piece.
     *
     * @param size size of the whole object in bytes
     * @param attributes all attributes, repeated in every piece
     * @param ranges ranges to which the bytes of {@code data} belong, in order; the space between
     *     them is holes, except for kept ranges
     * @param entries entries of the map between the piece's ends, except for kept ones
     */
    public record Content(
        long size,
        SortedMap<String, Payload> attributes,
        List<ByteRange> ranges,
        Payload data,
        SortedMap<String, Payload> entries) {}
  }

  /**
   * The parts of a receiver's copy that a piece leaves unchanged.
   *
   * @param ranges ranges of bytes, in order
   * @param keys ranges of keys of the map, in order
   * @param of version of the receiver's copy whose parts these are, which it fell behind by updates
   *     alone; of any other copy nothing can be kept. Null if the receiver signed its copy
   */
  record Kept(List<ByteRange> ranges, List<KeyRange> keys, @Nullable Version of) {
    public Kept {
      ranges = List.copyOf(ranges);
      keys = List.copyOf(keys);
    }

    /** Parts of a copy that the receiver signed. */
    public Kept(List<ByteRange> ranges, List<KeyRange> keys) {
      this(ranges, keys, null);
    }
  }

  /** A range of keys, first and last inclusive. */
  record KeyRange(String first, String last) {}

  /** Confirms that pushed objects are durable at the sender of this message. */
  record Pushed(PgId group, long epoch, List<Written> objects) implements RecoveryMessage {
    public Pushed {
      objects = List.copyOf(objects);
    }
  }

  /** An object of which the piece that ends at {@code next} was written. */
  record Written(ObjectId object, Version version, Cursor next) {}

  /**
   * Reports that a replica cannot send or write objects: they do not exist, are damaged, or do not
   * fit.
   */
  record PushFailed(PgId group, long epoch, List<Refused> objects) implements RecoveryMessage {
    public PushFailed {
      objects = List.copyOf(objects);
    }
  }

  /**
   * An object that cannot be sent or written.
   *
   * @param damagedBytes size of the object if its copy in this version is damaged, so that it
   *     cannot be sent later either; null if there is no such copy, or the object cannot be sent or
   *     written now
   * @param other version in which the sender has the object instead; {@link Version#ZERO} if it has
   *     none, or none that can be read
   */
  record Refused(
      ObjectId object, Version version, String reason, @Nullable Long damagedBytes, Version other) {
    /** An object of which no other version is known. */
    public Refused(ObjectId object, Version version, String reason, @Nullable Long damagedBytes) {
      this(object, version, reason, damagedBytes, Version.ZERO);
    }

    /** An object that is refused for a reason other than damage. */
    public Refused(ObjectId object, Version version, String reason) {
      this(object, version, reason, null);
    }
  }

  /**
   * From the primary to a replica: asks which parts of the replica's hash tree have other digests.
   *
   * @param above level of the parts that differ; 0 at the beginning
   * @param parts parts of level {@code above}, in order
   * @param level lower level, whose parts are compared
   * @param digests the primary's digests of all parts of {@code level} that lie in {@code parts},
   *     in order
   */
  record CompareTrees(
      PgId group, long epoch, int above, List<Integer> parts, int level, List<Long> digests)
      implements RecoveryMessage {
    /** The greatest possible level. */
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
   * The answer to {@link CompareTrees}.
   *
   * @param level level of the parts that were compared
   * @param first first of the parts of the level above in the question
   * @param tree the replica's tree
   * @param differing parts of that level that differ, in order
   */
  record TreesCompared(
      PgId group, long epoch, int level, int first, Tree tree, List<Integer> differing)
      implements RecoveryMessage {
    /**
     * The hash tree of a replica.
     *
     * @param empty whether the replica has no objects
     */
    public record Tree(int depth, boolean empty) {}

    public TreesCompared {
      differing = List.copyOf(differing);
    }
  }

  /**
   * From the primary to a replica that is being backfilled: asks for the objects behind {@code
   * after}.
   *
   * @param level level of the hash tree
   * @param parts parts of that level, in order; only objects in these parts are listed
   */
  record Scan(PgId group, long epoch, ObjectId after, int max, int level, List<Integer> parts)
      implements RecoveryMessage {
    public Scan {
      parts = List.copyOf(parts);
    }
  }

  /**
   * The answer to {@link Scan}.
   *
   * @param objects objects with their versions, in placement order
   * @param more whether more objects follow
   */
  record Scanned(
      PgId group, long epoch, ObjectId after, SortedMap<ObjectId, Version> objects, boolean more)
      implements RecoveryMessage {}

  /**
   * From the primary to a replica that is being backfilled: everything up to and including {@code
   * upTo} is complete.
   *
   * @param upTo last object that is complete; null if the replica is whole
   */
  record Backfilled(PgId group, long epoch, @Nullable ObjectId upTo) implements RecoveryMessage {}

  /** Confirms that the replica has recorded a {@link Backfilled} durably. */
  record BackfillNoted(PgId group, long epoch, @Nullable ObjectId upTo)
      implements RecoveryMessage {}

  /**
   * From the primary to a replica: requests a slot for recovery. A repetition is the same request.
   *
   * @param wish number of the request; a later request of this interval has a greater number
   * @param priority priority; greater is more urgent
   */
  record Reserve(PgId group, long epoch, long wish, int priority) implements RecoveryMessage {}

  /** The replica has granted a slot to the request. */
  record Reserved(PgId group, long epoch, long wish) implements RecoveryMessage {}

  /** The replica has revoked the slot for something more urgent; the primary requests it again. */
  record Revoked(PgId group, long epoch, long wish) implements RecoveryMessage {}

  /** From the primary to a replica: releases the slot, or withdraws the request for it. */
  record Release(PgId group, long epoch, long wish) implements RecoveryMessage {}
}
