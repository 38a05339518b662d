package io.pando.osd.pg.recovery.copy;

import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends a primary the objects it lacks, many small ones together. This replica may have an object
 * although it is being filled, or is a stray: any copy with the requested version will do.
 */
public final class OutgoingCopies {
  private final Replica replica;

  public OutgoingCopies(Replica replica) {
    this.replica = replica;
  }

  /** Sends the objects that are here, in the requested order. */
  public void send(Peer via, List<Wanted> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    long epoch = replica.epoch();
    OwnPieces.readFirst(
        replica,
        wanted,
        outcomes -> {
          answer(via, epoch, wanted.subList(0, outcomes.size()), outcomes);
          send(via, wanted.subList(outcomes.size(), wanted.size()));
        });
  }

  private void answer(Peer via, long epoch, List<Wanted> wanted, List<ReadOutcome> outcomes) {
    List<Copied> found = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      Wanted object = wanted.get(i);
      switch (outcomes.get(i)) {
        case ReadOutcome.Found read -> {
          Version version = ObjectState.of(read.view()).version();
          if (version.equals(object.version())) {
            found.add(new Copied(object.object(), version, piece(object, read.view())));
          } else {
            refused.add(refusal(object, "the version here is " + version, null, version));
          }
        }
        case ReadOutcome.Absent _ -> refused.add(refusal(object, "missing", null, Version.ZERO));
        case ReadOutcome.Damaged damaged -> {
          replica.emit(new Effect.CountDamaged());
          replica.report("damaged here, will be fetched from another OSD: " + damaged.what());
          refuseDamaged(via, epoch, object, damaged.what());
        }
      }
    }
    answerOnceDurable(
        via,
        () -> {
          if (!found.isEmpty()) {
            replica.answer(via, new RecoveryMessage.Push(replica.group(), epoch, found));
          }
          if (!refused.isEmpty()) {
            refuse(via, epoch, refused);
          }
        });
  }

  /**
   * Refuses a damaged object. The answer reports damage only if the copy has the wanted version:
   * another version tells nothing about the wanted one, of which good copies may exist.
   */
  private void refuseDamaged(Peer via, long epoch, Wanted wanted, String what) {
    replica
        .reads()
        .object(
            wanted.object(),
            ObjectQuery.STAT,
            outcome -> {
              Long bytes = null;
              if (outcome instanceof ReadOutcome.Found found
                  && ObjectState.of(found.view()).version().equals(wanted.version())) {
                bytes = found.view().size();
              }
              List<Refused> refused = List.of(refusal(wanted, what, bytes, Version.ZERO));
              answerOnceDurable(via, () -> refuse(via, epoch, refused));
            });
  }

  private void answerOnceDurable(Peer via, Runnable answer) {
    replica.journal().whenDurable(Awaiting.inAnyInterval("answer to a pull", via, answer));
  }

  private void refuse(Peer via, long epoch, List<Refused> refused) {
    replica.answer(via, new RecoveryMessage.PushFailed(replica.group(), epoch, refused));
  }

  private Piece piece(Wanted wanted, ObjectView view) {
    int pieceBytes = replica.config().recovery().pieceBytes();
    Piece piece = ObjectPieces.cut(view, wanted.from(), pieceBytes);
    Signature there = wanted.here();
    return there == null ? piece : OwnPieces.signing(replica).without(piece, there);
  }

  /**
   * Refuses an object. If it should be here and is not, records it as missing, so that a good copy
   * will be fetched. A pull that was sent again may arrive after an update of the object; then the
   * pull does not tell which version should be here now.
   */
  private Refused refusal(Wanted object, String why, @Nullable Long damagedBytes, Version other) {
    ObjectId id = object.object();
    boolean outdated =
        replica
            .log()
            .newestOf(id)
            .filter(entry -> entry.version().isAfter(object.version()))
            .isPresent();
    if (!outdated
        && replica.membership().members().contains(replica.self())
        && replica.info().covers(id)
        && !replica.missing().containsKey(id)) {
      replica.noteMissing(id, object.version());
    }
    return new Refused(id, object.version(), why, damagedBytes, other);
  }
}
