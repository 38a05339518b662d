package io.pando.osd.pg.scrub.copy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.ScrubMessage.Absent;
import io.pando.message.ScrubMessage.CopyState;
import io.pando.message.ScrubMessage.Damaged;
import io.pando.osd.pg.op.ObjectState;
import io.pando.probe.Limit;
import io.pando.proto.FormatException;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one object completely, piece by piece, and digests it. It starts again if the object
 * changes meanwhile, a few times. An object that changes more often is reported as broken, so that
 * it is examined again while updates of it are blocked.
 */
final class ObjectReading {
  private static final int MOST_TRIES = 4;
  private static final Limit MOST_ENTRIES = Limit.of("scrub: entries in one read", 1, 10_000);

  private final ObjectId object;
  private final Supplier<? extends CopyDigest> digests;
  private final int pieceBytes;
  private CopyDigest digest;
  private @Nullable Version version;
  private long offset;
  private boolean bytesDone;
  private @Nullable String entriesDone;
  private boolean mapDone;
  private @Nullable String damage;
  private int tries;
  private long bytesRead;
  private @Nullable CopyState state;

  /**
   * Creates a reading that has not begun.
   *
   * @param digests makes the digest of one attempt to read it
   */
  ObjectReading(ObjectId object, Supplier<? extends CopyDigest> digests, int pieceBytes) {
    this.object = object;
    this.digests = digests;
    this.pieceBytes = pieceBytes;
    this.digest = digests.get();
  }

  /** The first query of every reading. */
  static ObjectQuery first(int pieceBytes) {
    return query(0, null, pieceBytes);
  }

  private static ObjectQuery query(long offset, @Nullable String after, int pieceBytes) {
    return new ObjectQuery(
        List.of(new ByteRange(offset, pieceBytes)),
        List.of(new ObjectQuery.Page(after, "", MOST_ENTRIES.value(), pieceBytes)),
        false);
  }

  ObjectId object() {
    return object;
  }

  long bytesRead() {
    return bytesRead;
  }

  /** State of the copy; null until the reading is complete. */
  @Nullable CopyState state() {
    return state;
  }

  /** The next query. */
  ObjectQuery query() {
    if (damage != null) {
      return ObjectQuery.STAT;
    }
    if (version == null) {
      return first(pieceBytes);
    }
    return new ObjectQuery(
        bytesDone ? List.of() : List.of(new ByteRange(offset, pieceBytes)),
        mapDone
            ? List.of()
            : List.of(new ObjectQuery.Page(entriesDone, "", MOST_ENTRIES.value(), pieceBytes)),
        // A query with map pages or allocated ranges bypasses the read cache.
        mapDone);
  }

  /** Handles the outcome of the query. */
  void take(ReadOutcome outcome) {
    switch (outcome) {
      case ReadOutcome.Absent _ -> state = new Absent();
      case ReadOutcome.Damaged damaged -> onDamaged(damaged.what());
      case ReadOutcome.Found found -> onFound(found.view());
    }
  }

  private void onDamaged(String what) {
    if (damage == null) {
      damage = what;
    } else {
      state = new Damaged(Version.ZERO, damage);
    }
  }

  private void onFound(ObjectView view) {
    Version now;
    try {
      now = ObjectState.of(view).version();
    } catch (FormatException unreadable) {
      state = new Damaged(Version.ZERO, "its record cannot be read: " + unreadable.getMessage());
      return;
    }
    if (damage != null) {
      state = new Damaged(now, damage);
    } else if (version == null || version.equals(now)) {
      version = now;
      digest(view, now);
    } else if (++tries == MOST_TRIES) {
      state = new Damaged(now, "it changed during every attempt to read it");
    } else {
      restart();
    }
  }

  private void restart() {
    digest = digests.get();
    version = null;
    offset = 0;
    bytesDone = false;
    entriesDone = null;
    mapDone = false;
  }

  private void digest(ObjectView view, Version now) {
    bytesRead += view.bytesRead();
    if (!bytesDone) {
      Payload bytes = view.data().getFirst();
      digest.bytes(offset, bytes);
      offset += bytes.size();
      bytesDone = offset >= view.size();
      Invariant.check(
          bytesDone || !bytes.isEmpty(), () -> object + " gives no bytes behind " + offset);
    }
    if (!mapDone) {
      ObjectView.MapPage page = view.maps().getFirst();
      SortedMap<String, Payload> entries = page.entries();
      digest.entries(entries);
      entriesDone = entries.isEmpty() ? entriesDone : entries.lastKey();
      mapDone = !page.more();
    }
    if (bytesDone && mapDone) {
      state = digest.state(now, view);
    }
  }
}
