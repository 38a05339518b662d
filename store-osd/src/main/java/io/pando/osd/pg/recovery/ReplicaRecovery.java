package io.pando.osd.pg.recovery;

import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.store.ReadOutcome;
import java.util.Map;
import java.util.TreeMap;

/** What a replica does for a primary that brings objects where they are missing. */
public final class ReplicaRecovery {
  private final Replica replica;
  private final IncomingCopies incoming;
  private final Map<ObjectId, Version> filled = new TreeMap<>();

  public ReplicaRecovery(Replica replica) {
    this.replica = replica;
    this.incoming = new IncomingCopies(replica);
  }

  /** A new interval: copies begin anew. */
  public void reset() {
    incoming.reset();
    filled.clear();
  }

  /**
   * The primary wants a piece of an object. It may be here although this replica is to be filled
   * anew: what has the version that is asked for is the object.
   */
  public void onPull(Peer via, RecoveryMessage.Pull pull) {
    int bytes = replica.config().pieceBytes();
    replica
        .reads()
        .object(
            pull.object(),
            Pieces.query(pull.from(), bytes),
            outcome -> answerPull(via, pull, outcome, bytes));
  }

  private void answerPull(
      Peer via, RecoveryMessage.Pull pull, ReadOutcome outcome, int pieceBytes) {
    switch (outcome) {
      case ReadOutcome.Absent _ -> admitMissing(via, pull, "it is not here");
      case ReadOutcome.Damaged damaged -> admitMissing(via, pull, damaged.what());
      case ReadOutcome.Found found -> {
        Version version = ObjectState.of(found.view()).version();
        if (version.equals(pull.version())) {
          RecoveryMessage.Push push =
              new RecoveryMessage.Push(
                  replica.group(),
                  replica.epoch(),
                  pull.object(),
                  version,
                  Pieces.cut(found.view(), pull.from(), pieceBytes));
          replica.journal().whenDurable(() -> replica.emit(new Effect.Answer(via, push)));
        } else {
          admitMissing(via, pull, "it is here in version " + version);
        }
      }
    }
  }

  /** What should be here and is not is missing, so that a good copy will be taken. */
  private void admitMissing(Peer via, RecoveryMessage.Pull pull, String why) {
    if (replica.membership().members().contains(replica.self())
        && replica.info().covers(pull.object())
        && !replica.missing().containsKey(pull.object())) {
      replica.noteMissing(pull.object(), pull.version());
    }
    fail(via, pull.object(), pull.version(), why);
  }

  /** The primary sends a piece of an object. */
  public void onPush(Peer via, RecoveryMessage.Push push) {
    Runnable done =
        () ->
            replica.emit(
                new Effect.Answer(
                    via,
                    new RecoveryMessage.Pushed(
                        replica.group(),
                        replica.epoch(),
                        push.object(),
                        push.version(),
                        push.piece().next())));
    boolean wanted = replica.missing().containsKey(push.object());
    boolean beyond = !replica.info().covers(push.object());
    if ((!wanted && !beyond) || push.version().equals(filled.get(push.object()))) {
      replica.journal().whenDurable(done);
      return;
    }
    long interval = replica.interval();
    incoming.write(
        push.object(),
        push.version(),
        push.piece(),
        () -> {
          if (push.piece().last() && beyond && replica.interval() == interval) {
            filled.put(push.object(), push.version());
          }
          done.run();
        },
        () -> fail(via, push.object(), push.version(), "there is no room"));
  }

  private void fail(Peer via, ObjectId object, Version version, String reason) {
    replica.emit(
        new Effect.Answer(
            via,
            new RecoveryMessage.PushFailed(
                replica.group(), replica.epoch(), object, version, reason)));
  }

  /** The primary compares what is here. */
  public void onScan(Peer via, RecoveryMessage.Scan scan) {
    new VersionScan(replica)
        .run(
            scan.after(),
            scan.max(),
            found ->
                replica.emit(
                    new Effect.Answer(
                        via,
                        new RecoveryMessage.Scanned(
                            replica.group(),
                            replica.epoch(),
                            scan.after(),
                            found.versions(),
                            found.more()))));
  }

  /** A part of what is filled is as it should be. */
  public void onBackfilled(Peer via, RecoveryMessage.Backfilled message) {
    Runnable noted =
        () ->
            replica.emit(
                new Effect.Answer(
                    via,
                    new RecoveryMessage.BackfillNoted(
                        replica.group(), replica.epoch(), message.upTo())));
    GroupInfo info = replica.info();
    boolean old =
        info.backfilledTo() == null
            || (message.upTo() != null && message.upTo().compareTo(info.backfilledTo()) <= 0);
    if (old) {
      replica.journal().whenDurable(noted);
      return;
    }
    filled.clear();
    replica.noteBackfilled(info.withBackfill(message.upTo()), message.drop(), noted);
  }
}
