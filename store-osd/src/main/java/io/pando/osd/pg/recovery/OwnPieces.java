package io.pando.osd.pg.recovery;

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
 * Signs what is here of objects that are about to come, whichever version that is. What is damaged,
 * or not here, is not signed, so that it comes whole.
 *
 * <p>What was signed must not change before the piece comes: it is read once everything that was
 * written before is certain, and an object that is missing is changed by copies alone.
 */
final class OwnPieces {
  private final Replica replica;

  OwnPieces(Replica replica) {
    this.replica = replica;
  }

  /** Signs them, in order; nobody is told if the interval ends before. */
  void sign(List<Wanted> wanted, Consumer<List<Signed>> then) {
    long interval = replica.interval();
    replica
        .journal()
        .whenDurable(() -> {
          if (replica.interval() == interval) {
            sign(wanted, new ArrayList<>(), then);
          }
        });
  }

  private void sign(List<Wanted> wanted, List<Signed> done, Consumer<List<Signed>> then) {
    if (wanted.isEmpty()) {
      then.accept(done);
      return;
    }
    Cursor from = wanted.getFirst().from();
    List<Wanted> alike = wanted.stream().takeWhile(each -> each.from().equals(from)).toList();
    RecoveryLimits limits = replica.config().recovery();
    replica
        .reads()
        .objects(
            alike.stream().map(Wanted::object).toList(),
            Pieces.query(from, limits.pieceBytes()),
            limits.batchBytes(),
            outcomes -> {
              for (int i = 0; i < outcomes.size(); i++) {
                done.add(signed(alike.get(i), outcomes.get(i)));
              }
              sign(wanted.subList(outcomes.size(), wanted.size()), done, then);
            });
  }

  private Signed signed(Wanted wanted, ReadOutcome outcome) {
    Signature here =
        outcome instanceof ReadOutcome.Found found
            ? signing(replica).sign(found.view(), wanted.from())
            : null;
    return new Signed(wanted.object(), wanted.version(), wanted.from(), here);
  }

  /** What to read of an object to see whether it is large. */
  static ObjectQuery look(int blockBytes) {
    return new ObjectQuery(
        List.of(), List.of(new ObjectQuery.Page(null, "", Pieces.MAX_ENTRIES, blockBytes)), false);
  }

  /** Whether what was read so is more than a block. */
  static boolean isLarge(ReadOutcome outcome, int blockBytes) {
    return outcome instanceof ReadOutcome.Found found
        && (found.view().size() > blockBytes || found.view().maps().getFirst().more());
  }

  /** As all of the group's pool do it. */
  static Signing signing(Replica replica) {
    return new Signing(
        replica.membership().pool().treeKey(), replica.config().recovery().blockBytes());
  }
}
