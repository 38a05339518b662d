package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.osd.pg.replica.Replica;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Objects that arrive in pieces. Pieces of one object come in order, one at a time; after a broken
 * stream the last one may come again. A first piece begins the copy anew.
 */
final class IncomingCopies {
  private record Arriving(Version version, Cursor from, Cursor next) {}

  private final Replica replica;
  private final Map<ObjectId, Arriving> arriving = new TreeMap<>();

  IncomingCopies(Replica replica) {
    this.replica = replica;
  }

  void reset() {
    arriving.clear();
  }

  /**
   * Writes a piece. One that was written already is not written again, but {@code then} runs, once
   * all is durable. One that fits nowhere is dropped.
   */
  void write(ObjectId object, Version version, Piece piece, Runnable then, Runnable refused) {
    @Nullable Arriving known = arriving.get(object);
    Arriving same = known != null && known.version().equals(version) ? known : null;
    if (same != null && same.from().equals(piece.from()) && same.next().equals(piece.next())) {
      replica.journal().whenDurable(then);
      return;
    }
    boolean begins = piece.from().equals(Cursor.START);
    if (!begins && (same == null || !same.next().equals(piece.from()))) {
      return;
    }
    arriving.put(object, new Arriving(version, piece.from(), piece.next()));
    Runnable onRefused =
        () -> {
          arriving.remove(object);
          refused.run();
        };
    if (piece.last()) {
      replica.writeLastPart(
          object,
          Pieces.steps(replica.collection(), object, piece),
          () -> {
            arriving.remove(object);
            then.run();
          },
          onRefused);
    } else {
      replica.writePart(Pieces.steps(replica.collection(), object, piece), then, onRefused);
    }
  }

  /** Forgets a copy that will not go on. */
  void abandon(ObjectId object) {
    arriving.remove(object);
  }
}
