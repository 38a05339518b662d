package io.pando.osd.pg.recovery.copy;

import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.message.RecoveryMessage.Signed;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Signs the parts of objects that are here and whose pieces are about to arrive, in whatever
 * version. An object that is damaged or absent is not signed, so that all of it is sent.
 *
 * <p>Signed parts must not change before the piece arrives. They are read once all earlier writes
 * are durable, and only copies change an object that is missing.
 */
final class OwnPieces {
  private final Replica replica;

  OwnPieces(Replica replica) {
    this.replica = replica;
  }

  /** Signs the objects, in order; {@code then} is not called if the interval ends before. */
  void sign(List<Wanted> wanted, Consumer<List<Signed>> then) {
    replica
        .journal()
        .whenDurable(
            "signatures", wanted.size() + " objects", () -> sign(wanted, new ArrayList<>(), then));
  }

  private void sign(List<Wanted> wanted, List<Signed> done, Consumer<List<Signed>> then) {
    if (wanted.isEmpty()) {
      then.accept(done);
      return;
    }
    readFirst(
        replica,
        wanted,
        outcomes -> {
          for (int i = 0; i < outcomes.size(); i++) {
            done.add(signed(wanted.get(i), outcomes.get(i)));
          }
          sign(wanted.subList(outcomes.size(), wanted.size()), done, then);
        });
  }

  /**
   * Reads the wanted pieces of the first objects together: of at least one, and at most of those
   * that begin at the same place and fit into a batch.
   */
  static void readFirst(Replica replica, List<Wanted> wanted, Consumer<List<ReadOutcome>> then) {
    Cursor from = wanted.getFirst().from();
    RecoveryLimits limits = replica.config().recovery();
    replica
        .reads()
        .objects(
            wanted.stream()
                .takeWhile(each -> each.from().equals(from))
                .map(Wanted::object)
                .toList(),
            ObjectPieces.query(from, limits.pieceBytes()),
            limits.batch().batchBytes(),
            then);
  }

  private Signed signed(Wanted wanted, ReadOutcome outcome) {
    Signature here =
        outcome instanceof ReadOutcome.Found found
            ? signing(replica).sign(found.view(), wanted.from())
            : null;
    return new Signed(wanted.object(), wanted.version(), wanted.from(), here);
  }

  /** The reads that tell whether an object is large. */
  static ObjectQuery look(int blockBytes) {
    return new ObjectQuery(
        List.of(),
        List.of(new ObjectQuery.Page(null, "", ObjectPieces.MAX_ENTRIES, blockBytes)),
        false);
  }

  /** Whether the object that was read with {@link #look} is larger than a block. */
  static boolean isLarge(ReadOutcome outcome, int blockBytes) {
    return outcome instanceof ReadOutcome.Found found
        && (found.view().size() > blockBytes || found.view().maps().getFirst().more());
  }

  /** The signing parameters that all members of the group's pool use. */
  static Signing signing(Replica replica) {
    return new Signing(
        replica.membership().pool().treeKey(), replica.config().recovery().blockBytes());
  }
}
