package io.pando.osd.pg.recovery.copy;

import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.replica.RecoveryLimits;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Probe;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Fetches objects that the primary lacks, trying the possible sources one after the other. */
public final class Pulling {
  private final Replica replica;
  private final Locations locations;
  private final Copies copies;
  private final CopyListener listener;
  private final IncomingCopies incoming;
  private final OwnPieces ownPieces;

  /** Objects of which no part here is good. */
  private final SortedSet<ObjectId> bad = new TreeSet<>();

  public Pulling(Replica replica, Locations locations, Copies copies, CopyListener listener) {
    this.replica = replica;
    this.locations = locations;
    this.copies = copies;
    this.listener = listener;
    this.incoming =
        new IncomingCopies(
            replica, (target, action) -> replica.journal().inInterval("pull", target, action));
    this.ownPieces = new OwnPieces(replica);
  }

  /** No part of the object here may stay, even if it has the right version. */
  public void replaceAll(ObjectId object) {
    bad.add(object);
  }

  /** Starts to fetch these copies. */
  public void start(List<ObjectCopy> begun) {
    List<ObjectCopy> found = new ArrayList<>();
    begun.forEach(copy -> {
      if (chooseSource(copy)) {
        found.add(copy);
      }
    });
    lookHere(found);
  }

  private boolean chooseSource(ObjectCopy copy) {
    incoming.abandon(copy.object);
    copy.amends = false;
    copy.step = new ObjectCopy.Step.Storing();
    MemberId source = locations.source(copy.object, copy.version, copy.tried);
    if (source == null) {
      listener.onUnfound(copy);
      return false;
    }
    copy.tried.add(source);
    copy.source = source;
    return true;
  }

  /** Of a large object that is here in another version, not every part need be sent. */
  private void lookHere(List<ObjectCopy> begun) {
    if (begun.isEmpty()) {
      return;
    }
    RecoveryLimits limits = replica.config().recovery();
    replica
        .reads()
        .objects(
            begun.stream().map(copy -> copy.object).toList(),
            OwnPieces.look(limits.blockBytes()),
            limits.batch().batchBytes(),
            outcomes -> {
              List<ObjectCopy> looked = begun.subList(0, outcomes.size());
              List<Wanted> whole = new ArrayList<>();
              List<Wanted> inParts = new ArrayList<>();
              for (int i = 0; i < looked.size(); i++) {
                ObjectCopy copy = looked.get(i);
                Wanted wanted = new Wanted(copy.object, copy.version, Cursor.START);
                boolean stays = OwnPieces.isLarge(outcomes.get(i), limits.blockBytes());
                (stays && !bad.contains(copy.object) ? inParts : whole).add(wanted);
              }
              want(whole);
              signed(inParts);
              lookHere(begun.subList(outcomes.size(), begun.size()));
            });
  }

  private void signed(List<Wanted> wanted) {
    if (!wanted.isEmpty()) {
      ownPieces.sign(
          wanted,
          signed ->
              want(
                  signed.stream()
                      .map(it -> new Wanted(it.object(), it.version(), it.from(), it.here()))
                      .toList()));
    }
  }

  private void want(List<Wanted> all) {
    SortedMap<MemberId, List<Wanted>> bySource = new TreeMap<>();
    for (Wanted wanted : all) {
      ObjectCopy copy = copies.get(wanted.object());
      if (copy != null
          && copy.source != null
          && copy.step instanceof ObjectCopy.Step.Storing
          && copy.version.equals(wanted.version())) {
        copy.amends = wanted.here() != null;
        copy.step = new ObjectCopy.Step.Pulling(copy.source, wanted);
        bySource.computeIfAbsent(copy.source, _ -> new ArrayList<>()).add(wanted);
      }
    }
    ask(bySource);
  }

  private void ask(SortedMap<MemberId, List<Wanted>> wanted) {
    wanted.forEach((source, objects) ->
        replica.send(source, new RecoveryMessage.Pull(replica.group(), replica.epoch(), objects)));
  }

  /** Pulled objects, or pieces of them, have arrived. */
  public void onPush(MemberId from, RecoveryMessage.Push push) {
    List<Copied> awaited = new ArrayList<>();
    List<ObjectCopy> storing = new ArrayList<>();
    for (Copied copied : push.objects()) {
      ObjectCopy copy = awaited(from, copied);
      if (copy != null) {
        copy.step = new ObjectCopy.Step.Storing();
        if (ObjectPieces.isFirstOfSeveral(copied)) {
          Probe.reached("recovery: an object is pulled in several pieces");
          afterALookHere(copied, copy);
        } else {
          awaited.add(copied);
          storing.add(copy);
        }
      }
    }
    if (!awaited.isEmpty()) {
      write(awaited, storing);
    }
  }

  /**
   * The remaining pieces may never arrive; until they do, the remains of the object here must stay.
   */
  private void afterALookHere(Copied copied, ObjectCopy copy) {
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
                write(List.of(copied), List.of(copy));
              }
            });
  }

  private void write(List<Copied> pieces, List<ObjectCopy> storing) {
    incoming.write(
        pieces,
        new IncomingCopies.Standing(
            (copied, _) ->
                storing.stream()
                    .anyMatch(copy -> copy.mends && copy.object.equals(copied.object())),
            _ -> false),
        _ -> onStored(pieces, storing),
        refused -> onRefused(refused, storing));
  }

  private void onRefused(List<Copied> refused, List<ObjectCopy> storing) {
    List<ObjectId> objects = refused.stream().map(Copied::object).toList();
    storing.stream()
        .filter(copy -> objects.contains(copy.object) && copies.goesOn(copy))
        .forEach(listener::onNoRoom);
  }

  private @Nullable ObjectCopy awaited(MemberId from, Copied copied) {
    ObjectCopy copy = copies.get(copied.object());
    boolean fits =
        copy != null
            && copied.piece() != null
            && copy.step instanceof ObjectCopy.Step.Pulling pulling
            && pulling.source().equals(from)
            && pulling.wanted().from().equals(copied.piece().from())
            && copy.version.equals(copied.version());
    return fits ? copy : null;
  }

  private void onStored(List<Copied> stored, List<ObjectCopy> storing) {
    List<CopyListener.Fetched> fetched = new ArrayList<>();
    List<Wanted> whole = new ArrayList<>();
    List<Wanted> inParts = new ArrayList<>();
    for (int i = 0; i < storing.size(); i++) {
      ObjectCopy copy = storing.get(i);
      if (!copies.goesOn(copy)) {
        continue;
      }
      if (stored.get(i).isLast()) {
        bad.remove(copy.object);
        fetched.add(new CopyListener.Fetched(copy, stored.get(i)));
      } else {
        Probe.reached("recovery: a further piece is pulled");
        Wanted next = new Wanted(copy.object, copy.version, stored.get(i).next());
        (copy.amends ? inParts : whole).add(next);
      }
    }
    want(whole);
    signed(inParts);
    listener.onFetched(fetched);
  }

  /** A member could not send objects. */
  public void onFailed(MemberId from, RecoveryMessage.PushFailed failed) {
    List<ObjectCopy> again = new ArrayList<>();
    for (RecoveryMessage.Refused refused : failed.objects()) {
      ObjectCopy copy = copies.get(refused.object());
      if (copy != null
          && copy.step instanceof ObjectCopy.Step.Pulling pulling
          && pulling.source().equals(from)) {
        Probe.reached("recovery: a source could not send an object");
        locations.lost(from, copy.object, copy.version);
        if (refused.damagedBytes() != null && refused.version().equals(copy.version)) {
          copy.damagedBytes = refused.damagedBytes();
        }
        copy.onOther(from, refused.other());
        again.add(copy);
      }
    }
    start(again);
  }

  /** Messages under way to this member may be lost. */
  public void onReset(MemberId member) {
    SortedMap<MemberId, List<Wanted>> wanted = new TreeMap<>();
    for (ObjectCopy copy : copies.all()) {
      if (copy.step instanceof ObjectCopy.Step.Pulling pulling && pulling.source().equals(member)) {
        Probe.reached("recovery: a pull is asked for again after a reset");
        wanted.computeIfAbsent(member, _ -> new ArrayList<>()).add(pulling.wanted());
      }
    }
    ask(wanted);
  }

  /** A newer map: a source that is not a member may have gone down. */
  public void onMap() {
    List<ObjectCopy> again = new ArrayList<>();
    for (ObjectCopy copy : copies.all()) {
      if (copy.step instanceof ObjectCopy.Step.Pulling pulling
          && !replica.membership().isUp(pulling.source())) {
        Probe.reached("recovery: a source went down");
        copy.tried.remove(pulling.source());
        again.add(copy);
      }
    }
    start(again);
  }

  /** Checks that look at every object that arrives in pieces. */
  public void thoroughInvariants() {
    for (ObjectId object : incoming.begun()) {
      Invariant.check(
          copies.contains(object),
          () ->
              "group %s: pieces of %s came, and no copy needs them"
                  .formatted(replica.group(), object));
    }
    for (ObjectCopy copy : copies.all()) {
      Invariant.check(
          !(copy.step instanceof ObjectCopy.Step.Pulling) || locations.isMissingHere(copy.object),
          () -> "group %s: %s is pulled, and is here".formatted(replica.group(), copy.object));
    }
  }
}
