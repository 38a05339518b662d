package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.repair.Returns;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Brings objects that the primary has to all replicas that lack them. Each is read once, many at a
 * time; what one replica gets together it writes together. What should not exist is removed there
 * by the same way.
 */
final class Pushing {
  private final Replica replica;
  private final Locations locations;
  private final Copies copies;
  private final CopyListener listener;
  private final Returns returns;

  Pushing(
      Replica replica, Locations locations, Copies copies, CopyListener listener, Returns returns) {
    this.returns = returns;
    this.replica = replica;
    this.locations = locations;
    this.copies = copies;
    this.listener = listener;
  }

  private RecoveryLimits limits() {
    return replica.config().recovery();
  }

  /** Reads and brings objects, which are under way from now on. */
  void start(List<Copy> begun) {
    List<ObjectId> objects = new ArrayList<>();
    for (Copy copy : begun) {
      copy.targets.addAll(locations.lacking(copy.object));
      copy.step = new Copy.Step.Storing();
      objects.add(copy.object);
    }
    replica
        .reads()
        .objects(
            objects,
            Pieces.query(Cursor.START, limits().pieceBytes()),
            limits().batchBytes(),
            outcomes -> onRead(begun, outcomes));
  }

  private void onRead(List<Copy> begun, List<ReadOutcome> outcomes) {
    List<CopyListener.Fetched> read = new ArrayList<>();
    for (int i = 0; i < begun.size(); i++) {
      Copy copy = begun.get(i);
      if (!copies.goesOn(copy)) {
        continue;
      }
      if (i >= outcomes.size()) {
        listener.onPutBack(copy);
      } else {
        onRead(copy, Cursor.START, outcomes.get(i), read);
      }
    }
    bring(read);
  }

  private void onRead(
      Copy copy, Cursor from, ReadOutcome outcome, List<CopyListener.Fetched> read) {
    switch (outcome) {
      case ReadOutcome.Found found -> {
        copy.version = ObjectState.of(found.view()).version();
        Copied piece =
            new Copied(
                copy.object, copy.version, Pieces.cut(found.view(), from, limits().pieceBytes()));
        read.add(new CopyListener.Fetched(copy, piece));
      }
      case ReadOutcome.Damaged damaged -> listener.onBadHere(copy, damaged.what());
      case ReadOutcome.Absent _ -> {
        if (locations.expected(copy.object).equals(Version.ZERO)) {
          copy.version = replica.log().head();
          read.add(new CopyListener.Fetched(copy, new Copied(copy.object, copy.version, null)));
        } else {
          listener.onBadHere(copy, copy.object + " should be here and is not");
        }
      }
    }
  }

  /** Brings objects of which these are the bytes. */
  void bring(List<CopyListener.Fetched> read) {
    SortedMap<OsdId, List<Copied>> byTarget = new TreeMap<>();
    for (CopyListener.Fetched fetched : read) {
      Copy copy = fetched.copy();
      if (copy.targets.isEmpty()) {
        listener.onDelivered(copy);
        continue;
      }
      copy.step = new Copy.Step.Pushing(fetched.piece(), new TreeSet<>(copy.targets));
      copy.targets.forEach(osd -> into(byTarget, osd, fetched.piece()));
    }
    long interval = replica.interval();
    replica
        .journal()
        .whenDurable(() -> {
          if (replica.interval() == interval) {
            send(byTarget);
          }
        });
  }

  private static void into(SortedMap<OsdId, List<Copied>> byTarget, OsdId osd, Copied piece) {
    byTarget.computeIfAbsent(osd, _ -> new ArrayList<>()).add(piece);
  }

  private void send(SortedMap<OsdId, List<Copied>> byTarget) {
    byTarget.forEach((osd, pieces) ->
        replica.emit(
            new Effect.Send(
                osd, new RecoveryMessage.Push(replica.group(), replica.epoch(), pieces))));
  }

  /** What was pushed is durable at a replica. */
  void onPushed(OsdId from, RecoveryMessage.Pushed pushed) {
    for (RecoveryMessage.Taken taken : pushed.objects()) {
      Copy copy = copies.get(taken.object());
      if (copy != null
          && copy.step instanceof Copy.Step.Pushing pushing
          && pushing.piece().version().equals(taken.version())
          && pushing.piece().next().equals(taken.next())
          && pushing.awaited().remove(from)) {
        onTaken(copy, pushing);
      }
    }
  }

  private void onTaken(Copy copy, Copy.Step.Pushing pushing) {
    if (!pushing.awaited().isEmpty()) {
      return;
    }
    Copied piece = pushing.piece();
    if (!piece.isLast() && !copy.targets.isEmpty()) {
      readNext(copy, piece.next());
      return;
    }
    for (OsdId osd : copy.targets) {
      locations.found(osd, copy.object);
      returns.of(osd).onCopied(Pieces.bytes(piece));
    }
    replica.emit(
        new Effect.CountRecovered(copy.targets.size(), copy.targets.size() * Pieces.bytes(piece)));
    listener.onDelivered(copy);
  }

  private void readNext(Copy copy, Cursor from) {
    copy.step = new Copy.Step.Storing();
    replica
        .reads()
        .object(
            copy.object,
            Pieces.query(from, limits().pieceBytes()),
            outcome -> {
              if (copies.goesOn(copy)) {
                List<CopyListener.Fetched> read = new ArrayList<>();
                onRead(copy, from, outcome, read);
                bring(read);
              }
            });
  }

  /** Somebody could not take objects. */
  void onFailed(OsdId from, RecoveryMessage.PushFailed failed) {
    for (RecoveryMessage.Refused refused : failed.objects()) {
      Copy copy = copies.get(refused.object());
      if (copy != null
          && copy.step instanceof Copy.Step.Pushing pushing
          && pushing.piece().version().equals(refused.version())
          && pushing.awaited().remove(from)) {
        copy.targets.remove(from);
        copy.refused = true;
        onTaken(copy, pushing);
      }
    }
  }

  /** What was under way to this OSD may be lost. */
  void onReset(OsdId osd) {
    SortedMap<OsdId, List<Copied>> again = new TreeMap<>();
    long bytes = 0;
    for (Copy copy : copies.all()) {
      if (copy.step instanceof Copy.Step.Pushing pushing && pushing.awaited().contains(osd)) {
        into(again, osd, pushing.piece());
        bytes += Pieces.bytes(pushing.piece());
        if (bytes >= limits().batchBytes()) {
          send(again);
          again.clear();
          bytes = 0;
        }
      }
    }
    send(again);
  }
}
