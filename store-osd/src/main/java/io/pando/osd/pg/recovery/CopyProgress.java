package io.pando.osd.pg.recovery;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.recovery.backfill.Backfill;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.copy.CopyBatch;
import io.pando.osd.pg.recovery.copy.CopyListener;
import io.pando.osd.pg.recovery.copy.CopyWork;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.copy.ObjectPieces;
import io.pando.osd.pg.recovery.copy.ReplicaCopies;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.CopyWriter;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.probe.Probe;
import io.pando.report.group.MissingObject;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connects the parts of a group's recovery, and decides what follows from the results of copies.
 */
final class CopyProgress implements CopyListener, Backfill.Listener {
  private final Replica replica;
  private final Recovery.Listener listener;
  private final Locations locations;
  private final RecoveryQueue queue;
  private final Copies copies;
  private final DamagedObjects damaged;
  private final UnfoundObjects unfound;
  final CopyWork work;
  private final ReplicaCopies replicas;
  final Backfill backfill;
  final Scheduler scheduler;

  /**
   * Connects the parts.
   *
   * @param rebuilds makes the work that rebuilds fragments; null if the members are replicas
   */
  CopyProgress(
      RecoveryState state,
      Recovery.Listener listener,
      ReplicaReturns returns,
      @Nullable Function<CopyListener, CopyWork> rebuilds) {
    this.replica = state.replica();
    this.listener = listener;
    this.locations = state.locations();
    this.queue = state.queue();
    this.copies = state.copies();
    this.damaged = state.damaged();
    this.unfound = state.unfound();
    this.replicas = new ReplicaCopies(replica, locations, copies, this, returns);
    this.work = rebuilds == null ? replicas : rebuilds.apply(this);
    this.backfill = new Backfill(replica, locations, queue, this, returns);
    this.scheduler = new Scheduler(state, backfill, work, listener::onAvailable, listener::onWhole);
  }

  /** A copy of the primary turned out to be damaged. */
  void onDamaged(ObjectId object, String what) {
    if (isRecoveringHere(object)) {
      Probe.reached("recovery: damage is found of an object that is being recovered");
      return;
    }
    replica.emit(new Effect.CountDamaged());
    replica.report("damaged here, will be fetched from another OSD: " + what);
    ObjectCopy copy = new ObjectCopy(object, Version.ZERO, new CopyBatch(0));
    queue.remove(object);
    copies.add(copy);
    damaged.findVersion(object, version -> onDamagedVersion(copy, version));
  }

  /**
   * The fragment of a member turned out not to be what it should be. The member records that
   * itself.
   */
  void onBadFragment(MemberId member, ObjectId object, Version version, String what) {
    if (!member.equals(replica.self())) {
      replica.report("%s on %s will be rebuilt: %s".formatted(object, member, what));
      locations.lost(member, object, version);
      if (locations.isMissingSomewhere(object)) {
        scheduler.schedule(object);
        scheduler.advance();
      }
    } else if (!isRecoveringHere(object)) {
      replica.emit(new Effect.CountDamaged());
      replica.report("%s is bad here, will be rebuilt: %s".formatted(object, what));
      queue.remove(object);
      replica.noteMissing(object, version);
      queue.hurry(object);
      scheduler.advance();
    }
  }

  private void onDamagedVersion(ObjectCopy copy, Version version) {
    scheduler.finish(copy);
    if (version.equals(Version.ZERO)) {
      listener.onLost(copy.object, "the version of " + copy.object.name() + " cannot be read");
      return;
    }
    damaged.add(copy.object);
    replica.noteMissing(copy.object, version);
    queue.hurry(copy.object);
    scheduler.advance();
  }

  /** Reports an object of which no replica has good bytes. */
  void lose(ObjectId object) {
    Probe.reached("recovery: no replica has good bytes");
    listener.onLost(object, "no replica has good bytes of " + object.name());
  }

  private boolean isRecoveringHere(ObjectId object) {
    return locations.isMissingHere(object) || copies.contains(object);
  }

  @Override
  public void onLacking(ObjectId object) {
    scheduler.schedule(object);
  }

  @Override
  public void onCompared() {
    scheduler.advance();
  }

  @Override
  public void onFetched(List<Fetched> fetched) {
    List<Fetched> toBring = new ArrayList<>();
    List<ObjectCopy> toRead = new ArrayList<>();
    for (Fetched object : fetched) {
      ObjectCopy copy = object.copy();
      replica.emit(new Effect.CountRecovered(1, ObjectPieces.bytes(object.piece())));
      damaged.remove(copy.object);
      unfound.remove(copy.object);
      queue.onCopied(copy.object);
      backfill.onFetched(copy.object, copy.version);
      copy.targets.addAll(locations.wanting(copy.object));
      copy.uncompared.addAll(copy.targets);
      copy.uncompared.removeAll(locations.lacking(copy.object));
      boolean inOnePiece = ObjectPieces.isWhole(object.piece());
      if (inOnePiece && !copy.targets.isEmpty()) {
        Probe.reached("recovery: a fetched object is passed on in one piece");
        toBring.add(object);
      } else if (!locations.lacking(copy.object).isEmpty()) {
        copy.targets.clear();
        copy.uncompared.clear();
        Probe.reached("recovery: a fetched object is read again for others");
        toRead.add(copy);
      } else {
        onDelivered(copy);
      }
      listener.onAvailable(copy.object);
    }
    replicas.send(toBring);
    if (!toRead.isEmpty()) {
      replicas.startOthers(toRead);
    }
    scheduler.advance();
  }

  @Override
  public void onHere(ObjectCopy copy) {
    damaged.remove(copy.object);
    unfound.remove(copy.object);
    queue.onCopied(copy.object);
    backfill.onFetched(copy.object, copy.version);
    listener.onAvailable(copy.object);
  }

  @Override
  public void onStoredHere() {
    scheduler.advance();
  }

  @Override
  public void onDelivered(ObjectCopy copy) {
    scheduler.finish(copy);
    queue.onCopied(copy.object);
    if (locations.isMissingSomewhere(copy.object)) {
      if (copy.refused) {
        Probe.reached("recovery: a replica refused a copy");
        queue.setAside(copy.object);
        unfound.remove(copy.object);
      } else {
        scheduler.schedule(copy.object);
      }
    } else {
      damaged.remove(copy.object);
      unfound.remove(copy.object);
    }
    listener.onAvailable(copy.object);
  }

  @Override
  public void onUnfound(ObjectCopy copy) {
    Probe.reached("recovery: no source has a missing object");
    if (!locations.isMissingHere(copy.object)) {
      Probe.reached("recovery: fragments are lost that this member does not lack");
      onNotFound(copy, false);
      return;
    }
    copy.step = new ObjectCopy.Step.Storing();
    damaged.lookHere(copy.object, copy.version, found -> onLooked(copy, found));
  }

  private void onLooked(ObjectCopy copy, DamagedObjects.Found here) {
    if (!copies.goesOn(copy)) {
      return;
    }
    DamagedObjects.Remains remains = here.remains();
    if (remains == DamagedObjects.Remains.SOUND) {
      Probe.reached("recovery: the missing version was here");
      SortedMap<ObjectId, Version> found = new TreeMap<>();
      found.put(copy.object, copy.version);
      replica
          .copies()
          .write(
              new CopyWriter.Copies(List.of(), List.of(), found),
              replica.journal().inInterval("copy found here", copy.object, () -> onFoundHere(copy)),
              replica
                  .journal()
                  .inInterval("refused copy found here", copy.object, () -> onNoRoom(copy)));
      return;
    }
    copy.onOther(replica.self(), here.version());
    onNotFound(copy, remains == DamagedObjects.Remains.DAMAGED);
  }

  /**
   * No OSD that was asked has the object, or fragments that suffice.
   *
   * @param damagedHere whether it is here in that version, with damaged bytes
   */
  private void onNotFound(ObjectCopy copy, boolean damagedHere) {
    scheduler.finish(copy);
    queue.setAside(copy.object);
    unfound.add(copy);
    Long elsewhere = copy.damagedBytes;
    if (mayReturn(copy)) {
      Probe.reached("recovery: a fragment that suffices may be on an OSD that is down");
      listener.onAvailable(copy.object);
    } else if (damagedHere
        || elsewhere != null
        || damaged.contains(copy.object)
        || isGivenUp(copy)) {
      Probe.reached("recovery: an object is lost");
      damaged.add(copy.object, elsewhere == null ? 0 : elsewhere);
      lose(copy.object);
    } else {
      listener.onAvailable(copy.object);
    }
    scheduler.advance();
  }

  /**
   * Whether a fragment on an OSD that is down may make up for damaged ones. Operations wait for it:
   * that bytes are damaged is told once no OSD can have them.
   */
  private boolean mayReturn(ObjectCopy copy) {
    return replica.redundancy().combines()
        && unfound.state(copy.object) == MissingObject.State.UNFOUND
        && !isGivenUp(copy);
  }

  /**
   * Whether an operator accepted the loss of data of the epoch in which that version was written.
   */
  private boolean isGivenUp(ObjectCopy copy) {
    return copy.version.isAfter(Version.ZERO)
        && copy.version.epoch() <= replica.membership().map().lossAcceptedUntil(replica.group());
  }

  private void onFoundHere(ObjectCopy copy) {
    if (copies.goesOn(copy)) {
      damaged.remove(copy.object);
      unfound.remove(copy.object);
      onDelivered(copy);
      scheduler.advance();
    }
  }

  @Override
  public void onNoRoom(ObjectCopy copy) {
    Probe.reached("recovery: no room for a copy here");
    scheduler.finish(copy);
    if (queue.aside().isEmpty()) {
      replica.report("no space to recover " + copy.object);
    }
    queue.setAside(copy.object);
    unfound.remove(copy.object);
    listener.onAvailable(copy.object);
  }

  @Override
  public void onBadOnPrimary(ObjectCopy copy, String what) {
    Probe.reached("recovery: the source copy here is bad");
    scheduler.finish(copy);
    onDamaged(copy.object, what);
  }

  @Override
  public void onNotStarted(ObjectCopy copy) {
    Probe.reached("recovery: a batch is larger than its bytes");
    scheduler.finish(copy);
    if (copy.awaited || copy.batch.isHurried()) {
      queue.hurry(copy.object);
    } else {
      scheduler.schedule(copy.object);
    }
  }
}
