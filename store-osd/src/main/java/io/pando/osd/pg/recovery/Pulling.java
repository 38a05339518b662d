package io.pando.osd.pg.recovery;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Fetches objects that the primary lacks, from one who has them after the other. */
final class Pulling {
  private final Replica replica;
  private final Locations locations;
  private final Copies copies;
  private final CopyListener listener;
  private final IncomingCopies incoming;

  /** Objects of which nothing here is good. */
  private final SortedSet<ObjectId> bad = new TreeSet<>();

  Pulling(Replica replica, Locations locations, Copies copies, CopyListener listener) {
    this.replica = replica;
    this.locations = locations;
    this.copies = copies;
    this.listener = listener;
    this.incoming = new IncomingCopies(replica);
  }

  void reset() {
    incoming.reset();
    bad.clear();
  }

  /** Nothing of what is here of an object is to stay, even if it has the right version. */
  void replaceAll(ObjectId object) {
    bad.add(object);
  }

  /** Fetches copies, which are under way from now on. */
  void start(List<Copy> begun) {
    SortedMap<OsdId, List<Wanted>> wanted = new TreeMap<>();
    begun.forEach(copy -> fromNext(copy, wanted));
    ask(wanted);
  }

  private void fromNext(Copy copy, SortedMap<OsdId, List<Wanted>> wanted) {
    incoming.abandon(copy.object);
    OsdId source = locations.source(copy.object, copy.tried);
    if (source == null) {
      listener.onNowhere(copy);
      return;
    }
    copy.tried.add(source);
    want(copy, source, Cursor.START, wanted);
  }

  private static void want(
      Copy copy, OsdId source, Cursor from, SortedMap<OsdId, List<Wanted>> wanted) {
    copy.step = new Copy.Step.Pulling(source, from);
    wanted
        .computeIfAbsent(source, _ -> new ArrayList<>())
        .add(new Wanted(copy.object, copy.version, from));
  }

  private void ask(SortedMap<OsdId, List<Wanted>> wanted) {
    wanted.forEach((source, objects) ->
        replica.emit(
            new Effect.Send(
                source, new RecoveryMessage.Pull(replica.group(), replica.epoch(), objects))));
  }

  /** What was pulled has come, or a part of it. */
  void onPush(OsdId from, RecoveryMessage.Push push) {
    List<Copied> awaited = new ArrayList<>();
    List<Copy> storing = new ArrayList<>();
    for (Copied copied : push.objects()) {
      Copy copy = awaited(from, copied);
      if (copy != null) {
        copy.step = new Copy.Step.Storing();
        if (Pieces.isFirstOfSeveral(copied)) {
          afterALookHere(from, copied, copy);
        } else {
          awaited.add(copied);
          storing.add(copy);
        }
      }
    }
    if (!awaited.isEmpty()) {
      write(from, awaited, storing);
    }
  }

  /** The other pieces may never come; what is left of the object here must not go before. */
  private void afterALookHere(OsdId from, Copied copied, Copy copy) {
    replica
        .reads()
        .object(
            copy.object,
            ObjectQuery.STAT,
            outcome -> {
              if (copies.goesOn(copy)) {
                copy.mends =
                    !bad.contains(copy.object)
                        && outcome instanceof ReadOutcome.Found found
                        && ObjectState.of(found.view()).version().equals(copy.version);
                write(from, List.of(copied), List.of(copy));
              }
            });
  }

  private void write(OsdId from, List<Copied> pieces, List<Copy> storing) {
    incoming.write(
        pieces,
        object -> storing.stream().anyMatch(copy -> copy.mends && copy.object.equals(object)),
        _ -> onStored(from, pieces, storing),
        _ -> storing.stream().filter(copies::goesOn).forEach(listener::onNoRoom));
  }

  private @Nullable Copy awaited(OsdId from, Copied copied) {
    Copy copy = copies.get(copied.object());
    boolean fits =
        copy != null
            && copied.piece() != null
            && copy.step instanceof Copy.Step.Pulling pulling
            && pulling.source().equals(from)
            && pulling.from().equals(copied.piece().from())
            && copy.version.equals(copied.version());
    return fits ? copy : null;
  }

  private void onStored(OsdId source, List<Copied> stored, List<Copy> storing) {
    List<CopyListener.Fetched> fetched = new ArrayList<>();
    SortedMap<OsdId, List<Wanted>> wanted = new TreeMap<>();
    for (int i = 0; i < storing.size(); i++) {
      Copy copy = storing.get(i);
      if (!copies.goesOn(copy)) {
        continue;
      }
      if (stored.get(i).isLast()) {
        bad.remove(copy.object);
        fetched.add(new CopyListener.Fetched(copy, stored.get(i)));
      } else {
        want(copy, source, stored.get(i).next(), wanted);
      }
    }
    ask(wanted);
    listener.onFetched(fetched);
  }

  /** Somebody could not send objects. */
  void onFailed(OsdId from, RecoveryMessage.PushFailed failed) {
    SortedMap<OsdId, List<Wanted>> wanted = new TreeMap<>();
    for (RecoveryMessage.Refused refused : failed.objects()) {
      Copy copy = copies.get(refused.object());
      if (copy != null
          && copy.step instanceof Copy.Step.Pulling pulling
          && pulling.source().equals(from)) {
        locations.lost(from, copy.object, copy.version);
        fromNext(copy, wanted);
      }
    }
    ask(wanted);
  }

  /** What was under way to this OSD may be lost. */
  void onReset(OsdId osd) {
    SortedMap<OsdId, List<Wanted>> wanted = new TreeMap<>();
    for (Copy copy : copies.all()) {
      if (copy.step instanceof Copy.Step.Pulling pulling && pulling.source().equals(osd)) {
        want(copy, osd, pulling.from(), wanted);
      }
    }
    ask(wanted);
  }
}
