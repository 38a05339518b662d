package io.pando.osd.pg.recovery.copy;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.message.RecoveryMessage.Signed;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Probe;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Copies objects that the primary has to all replicas that lack them. Each object is read once,
 * many at a time; objects that a replica receives together, it writes together. If a replica may
 * have another version of a large object, it is first asked which parts it has, and gets the rest.
 * Objects that should not exist are removed from replicas in the same way.
 */
public final class Pushing {
  private final Replica replica;
  private final Locations locations;
  private final Copies copies;
  private final CopyListener listener;
  private final ReplicaReturns returns;
  private final Signing signing;

  public Pushing(
      Replica replica,
      Locations locations,
      Copies copies,
      CopyListener listener,
      ReplicaReturns returns) {
    this.returns = returns;
    this.signing = OwnPieces.signing(replica);
    this.replica = replica;
    this.locations = locations;
    this.copies = copies;
    this.listener = listener;
  }

  private RecoveryLimits limits() {
    return replica.config().recovery();
  }

  /** Starts to read and send these copies. */
  public void start(List<ObjectCopy> begun) {
    List<ObjectId> objects = new ArrayList<>();
    for (ObjectCopy copy : begun) {
      copy.targets.addAll(locations.lacking(copy.object));
      copy.step = new ObjectCopy.Step.Storing();
      objects.add(copy.object);
    }
    replica
        .reads()
        .objects(
            objects,
            ObjectPieces.query(Cursor.START, limits().pieceBytes()),
            limits().batch().batchBytes(),
            outcomes -> onRead(begun, outcomes));
  }

  private void onRead(List<ObjectCopy> begun, List<ReadOutcome> outcomes) {
    List<CopyListener.Fetched> read = new ArrayList<>();
    for (int i = 0; i < begun.size(); i++) {
      ObjectCopy copy = begun.get(i);
      if (!copies.goesOn(copy)) {
        continue;
      }
      if (i >= outcomes.size()) {
        listener.onNotStarted(copy);
      } else {
        onRead(copy, Cursor.START, outcomes.get(i), read);
      }
    }
    send(read);
  }

  private void onRead(
      ObjectCopy copy, Cursor from, ReadOutcome outcome, List<CopyListener.Fetched> read) {
    switch (outcome) {
      case ReadOutcome.Found found -> {
        copy.version = ObjectState.of(found.view()).version();
        Copied piece =
            new Copied(
                copy.object,
                copy.version,
                ObjectPieces.cut(found.view(), from, limits().pieceBytes()));
        read.add(new CopyListener.Fetched(copy, piece));
      }
      case ReadOutcome.Damaged damaged -> listener.onBadOnPrimary(copy, damaged.what());
      case ReadOutcome.Absent _ -> {
        if (locations.expected(copy.object).equals(Version.ZERO)) {
          Probe.reached("recovery: a removal is brought to a replica");
          copy.version = replica.log().head();
          read.add(new CopyListener.Fetched(copy, new Copied(copy.object, copy.version, null)));
        } else {
          listener.onBadOnPrimary(copy, copy.object + " should be here and is not");
        }
      }
    }
  }

  /** Sends objects whose bytes were read. */
  public void send(List<CopyListener.Fetched> read) {
    SortedMap<MemberId, List<Wanted>> asked = new TreeMap<>();
    SortedMap<MemberId, List<Copied>> sent = new TreeMap<>();
    for (CopyListener.Fetched fetched : read) {
      ObjectCopy copy = fetched.copy();
      SortedSet<MemberId> toAsk = toAsk(copy, fetched.piece());
      if (copy.targets.isEmpty()) {
        listener.onDelivered(copy);
      } else if (toAsk.isEmpty()) {
        push(copy, fetched.piece(), new TreeMap<>(), sent);
      } else {
        Probe.reached("recovery: replicas are asked for signatures");
        copy.step = new ObjectCopy.Step.Signing(fetched.piece(), toAsk, new TreeMap<>());
        toAsk.forEach(member -> into(asked, member, wanted(copy, fetched.piece())));
      }
    }
    ask(asked);
    sendOnceDurable(sent);
  }

  /** The replicas that may have parts of the object that need not be sent. */
  private SortedSet<MemberId> toAsk(ObjectCopy copy, Copied copied) {
    SortedSet<MemberId> asked = new TreeSet<>();
    RecoveryMessage.Piece piece = copied.piece();
    if (piece != null && signing.isWorthIt(piece)) {
      asked.addAll(copy.targets);
      asked.removeAll(copy.blank);
    }
    return asked;
  }

  private static Wanted wanted(ObjectCopy copy, Copied copied) {
    RecoveryMessage.Piece piece = Invariant.present(copied.piece(), () -> "nothing is signed");
    return new Wanted(copy.object, copied.version(), piece.from());
  }

  private void ask(SortedMap<MemberId, List<Wanted>> asked) {
    asked.forEach((member, objects) ->
        replica.send(
            member, new RecoveryMessage.AskSignatures(replica.group(), replica.epoch(), objects)));
  }

  /** A replica reports which parts it has of pieces that it is about to get. */
  public void onSignatures(MemberId from, RecoveryMessage.Signatures signatures) {
    SortedMap<MemberId, List<Copied>> sent = new TreeMap<>();
    for (Signed signed : signatures.objects()) {
      ObjectCopy copy = copies.get(signed.object());
      if (copy != null
          && copy.step instanceof ObjectCopy.Step.Signing step
          && wanted(copy, step.piece())
              .equals(new Wanted(signed.object(), signed.version(), signed.from()))
          && step.awaited().remove(from)) {
        if (signed.here() == null) {
          copy.blank.add(from);
        } else {
          Probe.reached("recovery: a replica has blocks of the object");
          step.signatures().put(from, signed.here());
        }
        if (step.awaited().isEmpty()) {
          push(copy, step.piece(), step.signatures(), sent);
        }
      }
    }
    sendOnceDurable(sent);
  }

  private void push(
      ObjectCopy copy,
      Copied copied,
      SortedMap<MemberId, Signature> signatures,
      SortedMap<MemberId, List<Copied>> all) {
    SortedMap<MemberId, Copied> sent = new TreeMap<>();
    for (MemberId member : copy.targets) {
      Signature there = signatures.get(member);
      sent.put(member, there == null ? copied : without(copied, there));
    }
    copy.step = new ObjectCopy.Step.Pushing(copied, sent, new TreeSet<>(copy.targets));
    sent.forEach((member, piece) -> into(all, member, piece));
  }

  private Copied without(Copied copied, Signature there) {
    RecoveryMessage.Piece piece = Invariant.present(copied.piece(), () -> "nothing is signed");
    return new Copied(copied.object(), copied.version(), signing.without(piece, there));
  }

  private void sendOnceDurable(SortedMap<MemberId, List<Copied>> byTarget) {
    if (byTarget.isEmpty()) {
      return;
    }
    replica.journal().whenDurable("push", byTarget.keySet(), () -> send(byTarget));
  }

  private static <T> void into(SortedMap<MemberId, List<T>> byTarget, MemberId member, T object) {
    byTarget.computeIfAbsent(member, _ -> new ArrayList<>()).add(object);
  }

  private void send(SortedMap<MemberId, List<Copied>> byTarget) {
    byTarget.forEach((member, pieces) ->
        replica.send(member, new RecoveryMessage.Push(replica.group(), replica.epoch(), pieces)));
  }

  /** Pushed pieces are durable on a replica. */
  public void onPushed(MemberId from, RecoveryMessage.Pushed pushed) {
    for (RecoveryMessage.Written taken : pushed.objects()) {
      ObjectCopy copy = copies.get(taken.object());
      if (copy != null
          && copy.step instanceof ObjectCopy.Step.Pushing pushing
          && pushing.piece().version().equals(taken.version())
          && pushing.piece().next().equals(taken.next())
          && pushing.awaited().remove(from)) {
        onTaken(copy, pushing);
      }
    }
  }

  private void onTaken(ObjectCopy copy, ObjectCopy.Step.Pushing pushing) {
    if (!pushing.awaited().isEmpty()) {
      return;
    }
    Copied piece = pushing.piece();
    long bytes = 0;
    for (MemberId member : copy.targets) {
      long itsBytes = ObjectPieces.bytes(pushing.sent().getOrDefault(member, piece));
      returns.of(member).onBrought(itsBytes, ObjectPieces.bytes(piece) - itsBytes);
      bytes += itsBytes;
    }
    boolean goesOn = !piece.isLast() && !copy.targets.isEmpty();
    replica.emit(new Effect.CountRecovered(goesOn ? 0 : copy.targets.size(), bytes));
    if (goesOn) {
      Probe.reached("recovery: a further piece is pushed");
      readNext(copy, piece.next());
      return;
    }
    for (MemberId member : copy.targets) {
      locations.found(member, copy.object);
      returns.of(member).onCopied();
    }
    listener.onDelivered(copy);
  }

  private void readNext(ObjectCopy copy, Cursor from) {
    copy.step = new ObjectCopy.Step.Storing();
    replica
        .reads()
        .object(
            copy.object,
            ObjectPieces.query(from, limits().pieceBytes()),
            outcome -> {
              if (copies.goesOn(copy)) {
                List<CopyListener.Fetched> read = new ArrayList<>();
                onRead(copy, from, outcome, read);
                send(read);
              }
            });
  }

  /** A replica could not store objects. */
  public void onFailed(MemberId from, RecoveryMessage.PushFailed failed) {
    for (RecoveryMessage.Refused refused : failed.objects()) {
      ObjectCopy copy = copies.get(refused.object());
      if (copy != null
          && copy.step instanceof ObjectCopy.Step.Pushing pushing
          && pushing.piece().version().equals(refused.version())
          && pushing.awaited().remove(from)) {
        copy.targets.remove(from);
        Probe.reached("recovery: a replica cannot take an object");
        copy.refused = true;
        onTaken(copy, pushing);
      }
    }
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    SortedMap<MemberId, List<Copied>> again = new TreeMap<>();
    SortedMap<MemberId, List<Wanted>> askedAgain = new TreeMap<>();
    long bytes = 0;
    for (ObjectCopy copy : copies.all()) {
      if (copy.step instanceof ObjectCopy.Step.Signing step && step.awaited().contains(member)) {
        Probe.reached("recovery: signatures are asked for again after a reset");
        into(askedAgain, member, wanted(copy, step.piece()));
      }
      if (copy.step instanceof ObjectCopy.Step.Pushing pushing
          && pushing.awaited().contains(member)) {
        Copied piece = pushing.sent().getOrDefault(member, pushing.piece());
        Probe.reached("recovery: a push is sent again after a reset");
        into(again, member, piece);
        bytes += ObjectPieces.bytes(piece);
        if (bytes >= limits().batch().batchBytes()) {
          Probe.reached("recovery: pushes sent again fill a batch");
          send(again);
          again.clear();
          bytes = 0;
        }
      }
    }
    ask(askedAgain);
    send(again);
  }
}
