package io.pando.osd.pg.recovery;

import io.pando.cluster.PositionRange;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Signed;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.message.RecoveryMessage.Written;
import io.pando.osd.pg.recovery.copy.IncomingCopies;
import io.pando.osd.pg.recovery.copy.OutgoingCopies;
import io.pando.osd.pg.recovery.schedule.ReplicaReservation;
import io.pando.osd.pg.repair.Differences;
import io.pando.osd.pg.repair.TreeDescent;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Slot;
import io.pando.port.Peer;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The replica's side of recovery: serves requests of the primary and stores the copies that it
 * sends.
 */
public final class ReplicaRecovery {
  private final Replica replica;
  private final IncomingCopies incoming;
  private final IncomingCopies.Mending mending;
  private final OutgoingCopies outgoing;
  private final ReplicaReservation reservation;
  private @Nullable Peer asker;

  public ReplicaRecovery(Replica replica) {
    this.replica = replica;
    this.incoming =
        new IncomingCopies(
            replica, (target, action) -> Awaiting.inAnyInterval("push", target, action));
    this.mending =
        replica.redundancy().combines() ? incoming::mendsFragment : IncomingCopies.Mending.NEVER;
    this.outgoing = new OutgoingCopies(replica);
    this.reservation = new ReplicaReservation(new GuestDesk(), replica.numbers());
  }

  /** The interval has ended: returns the slot. */
  public void onIntervalEnded() {
    reservation.onIntervalEnded();
  }

  /** The primary requests objects. */
  public void onPull(Peer via, RecoveryMessage.Pull pull) {
    outgoing.send(via, pull.objects());
  }

  /** The primary is about to send pieces of objects. */
  public void onAskSignatures(Peer via, RecoveryMessage.AskSignatures ask) {
    List<Wanted> lacked = ask.objects().stream().filter(it -> lacks(it.object())).toList();
    List<Signed> others =
        ask.objects().stream()
            .filter(it -> !lacks(it.object()))
            .map(it -> new Signed(it.object(), it.version(), it.from(), null))
            .toList();
    long epoch = replica.epoch();
    incoming.sign(
        lacked,
        signed -> {
          List<Signed> all = new ArrayList<>(signed);
          all.addAll(others);
          replica.answer(via, new RecoveryMessage.Signatures(replica.group(), epoch, all));
        });
  }

  /** The primary sends objects, or pieces of them. */
  public void onPush(Peer via, RecoveryMessage.Push push) {
    List<Copied> wanted = new ArrayList<>();
    List<Copied> here = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (Copied copied : push.objects()) {
      String why = whyNot(copied);
      if (why != null) {
        refused.add(new Refused(copied.object(), copied.version(), why));
      } else if (lacks(copied.object())) {
        wanted.add(copied);
      } else {
        Probe.reached("recovery: a replica gets what it has");
        here.add(copied);
      }
    }
    long epoch = replica.epoch();
    if (!refused.isEmpty()) {
      replica.answer(via, new RecoveryMessage.PushFailed(replica.group(), epoch, refused));
    }
    if (!here.isEmpty()) {
      replica.journal().whenDurable(answering(via, () -> admit(via, epoch, here)));
    }
    if (!wanted.isEmpty()) {
      incoming.write(
          wanted,
          new IncomingCopies.Standing(mending, this::isOutdated),
          durable -> admit(via, epoch, durable),
          tooMuch -> refuse(via, epoch, tooMuch));
    }
  }

  /** An answer that reports what is durable here, which stays right in another interval. */
  private static Awaiting answering(Peer via, Runnable answer) {
    return Awaiting.inAnyInterval("answer of recovery", via, answer);
  }

  private boolean lacks(ObjectId object) {
    return replica.missing().containsKey(object) || !replica.info().covers(object);
  }

  /** The reason why an object is not the version that should be here by the log; null if it is. */
  private @Nullable String whyNot(Copied copied) {
    Version missing = replica.missing().get(copied.object());
    if (missing != null) {
      return missing.equals(copied.version()) ? null : "it is missing in version " + missing;
    }
    Optional<LogEntry> newest = replica.log().newestOf(copied.object());
    boolean older = newest.isPresent() && newest.get().version().isAfter(copied.version());
    if (!older || !lacks(copied.object())) {
      return null;
    }
    return "it is older than the log";
  }

  /**
   * Whether a copy is outdated. A primary whose stream broke sends a copy again, although the first
   * may have arrived. Once the first copy was reported durable, the object can be updated, while
   * the second copy still waits to be written.
   */
  private boolean isOutdated(Copied copied) {
    return !lacks(copied.object()) || whyNot(copied) != null;
  }

  private void admit(Peer via, long epoch, List<Copied> durable) {
    if (!durable.isEmpty()) {
      List<Written> taken =
          durable.stream().map(c -> new Written(c.object(), c.version(), c.next())).toList();
      replica.answer(via, new RecoveryMessage.Pushed(replica.group(), epoch, taken));
    }
  }

  private void refuse(Peer via, long epoch, List<Copied> tooMuch) {
    Probe.reached("recovery: a replica has no room");
    List<Refused> refused =
        tooMuch.stream().map(c -> new Refused(c.object(), c.version(), "no space")).toList();
    replica.answer(via, new RecoveryMessage.PushFailed(replica.group(), epoch, refused));
  }

  /** The primary compares hash trees; the answer describes durable contents only. */
  public void onCompareTrees(Peer via, RecoveryMessage.CompareTrees asked) {
    long epoch = replica.epoch();
    TreeDescent.Question question =
        new TreeDescent.Question(asked.above(), asked.parts(), asked.level(), asked.digests());
    replica
        .journal()
        .whenDurable(
            answering(
                via,
                () -> {
                  TreeDescent.Answer answer = TreeDescent.answer(replica.tree(), question);
                  replica.answer(
                      via,
                      new RecoveryMessage.TreesCompared(
                          replica.group(),
                          epoch,
                          answer.level(),
                          answer.first(),
                          new RecoveryMessage.TreesCompared.Tree(answer.depth(), answer.empty()),
                          answer.differing()));
                }));
  }

  /** The primary requests a list of the objects here. */
  public void onScan(Peer via, RecoveryMessage.Scan scan) {
    long epoch = replica.epoch();
    PositionRange range = replica.tree().tree().range();
    replica
        .reads()
        .versions(
            Differences.positions(range, scan.level(), scan.parts()),
            scan.after().equals(GroupInfo.NOTHING) ? null : scan.after(),
            Math.clamp(scan.max(), 1, 10_000),
            found ->
                replica.answer(
                    via,
                    new RecoveryMessage.Scanned(
                        replica.group(), epoch, scan.after(), found.versions(), found.more())));
  }

  /** The replica is whole up to a mark, which it records. */
  public void onBackfilled(Peer via, RecoveryMessage.Backfilled message) {
    RecoveryMessage.BackfillNoted answer =
        new RecoveryMessage.BackfillNoted(replica.group(), replica.epoch(), message.upTo());
    Awaiting noted = answering(via, () -> replica.answer(via, answer));
    ObjectId before = replica.info().backfilledTo();
    boolean old =
        before == null || (message.upTo() != null && message.upTo().compareTo(before) <= 0);
    if (old) {
      Probe.reached("backfill: a claim that is old");
      replica.journal().whenDurable(noted);
    } else {
      replica.noteBackfilled(message.upTo(), noted);
    }
  }

  /** The primary asks for a slot. */
  public void onReserve(Peer via, RecoveryMessage.Reserve reserve) {
    asker = via;
    reservation.onReserve(reserve.wish(), reserve.priority());
  }

  /** The primary does not need its slot any more. */
  public void onRelease(RecoveryMessage.Release release) {
    reservation.onRelease(release.wish());
  }

  /** A slot was granted or revoked. */
  public void onSlot(long token, boolean granted) {
    if (granted) {
      reservation.onGranted(token);
    } else {
      reservation.onRevoked(token);
    }
  }

  /** Answers the last request of the primary, on the stream that carried the request. */
  private final class GuestDesk implements ReplicaReservation.Desk {
    @Override
    public void ask(long token, int priority) {
      replica.emit(new Effect.AskSlot(Slot.REPLICA, token, priority));
    }

    @Override
    public void end() {
      replica.emit(new Effect.EndSlot(Slot.REPLICA));
    }

    @Override
    public void grant(long wish) {
      answer(new RecoveryMessage.Reserved(replica.group(), replica.epoch(), wish));
    }

    @Override
    public void revoke(long wish) {
      answer(new RecoveryMessage.Revoked(replica.group(), replica.epoch(), wish));
    }

    private void answer(RecoveryMessage message) {
      Peer to = asker;
      if (to != null) {
        replica.answer(to, message);
      }
    }
  }

  public void invariants() {
    reservation.invariants(replica.group());
  }
}
