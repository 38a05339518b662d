package io.pando.osd.pg.recovery;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replica.VersionListing;
import io.pando.osd.pg.step.Effect;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Fills replicas that the log does not reach, range by range in placement order: all sides list the
 * range, and what differs is noted as missing there, for {@link Recovery} to copy. A replica notes
 * how far it is whole once nothing before is missing. Replicas that are equally far go together, so
 * that an object is read once for all of them; who is behind catches up first.
 *
 * <pre>
 *  Idle ──▶ Comparing ──▶ Idle, one range further, as long as little waits to be copied
 * </pre>
 *
 * <p>Nothing is held up meanwhile: what changes while a range is compared is noted, and counts in
 * place of what was listed.
 *
 * <p>This is the one place where that way is walked.
 */
final class Backfill {
  /** Hears what was found out. */
  interface Listener {
    /** A replica lacks this object, or should not have it. */
    void onLacking(ObjectId object);

    /** A range was compared. */
    void onCompared();
  }

  private sealed interface Step {
    record Idle() implements Step {}

    /**
     * Lists are awaited.
     *
     * @param changed since this step began: new versions, {@link Version#ZERO} for what was removed
     */
    record Comparing(
        ObjectId after, SortedSet<OsdId> targets, SortedMap<ObjectId, Version> changed, Lists lists)
        implements Step {}
  }

  /** What was listed so far. */
  private static final class Lists {
    private final SortedMap<OsdId, VersionListing> theirs = new TreeMap<>();
    private @Nullable VersionListing ours;
  }

  private final Replica replica;
  private final Locations locations;
  private final Agenda agenda;
  private final Listener listener;
  private Step step = new Step.Idle();

  Backfill(Replica replica, Locations locations, Agenda agenda, Listener listener) {
    this.replica = replica;
    this.locations = locations;
    this.agenda = agenda;
    this.listener = listener;
  }

  void reset() {
    step = new Step.Idle();
  }

  /** Goes on, if it can. */
  void advance() {
    if (step instanceof Step.Idle && !hasEnough()) {
      compareNext();
    }
  }

  /** Whether there is something to do for it, now or when something under way has ended. */
  boolean hasMore() {
    boolean claiming = false;
    boolean comparable = false;
    for (PeerState peer : locations.peers().values()) {
      claiming |= peer.claimUnderWay() != null;
      comparable |= !peer.compared().equals(Mark.END);
    }
    return claiming || (comparable && !hasEnough());
  }

  /** What cannot be copied does not keep it from going on, up to a limit. */
  private boolean hasEnough() {
    int batch = replica.config().recovery().batchObjects() * replica.config().recovery().batches();
    return agenda.size() >= batch
        || locations.backlog() >= 8 * Math.max(batch, replica.config().recovery().scanObjects());
  }

  private void compareNext() {
    SortedSet<OsdId> targets = new TreeSet<>();
    Mark least = Mark.END;
    for (Map.Entry<OsdId, PeerState> peer : locations.peers().entrySet()) {
      Mark compared = peer.getValue().compared();
      if (compared.isBefore(least)) {
        least = compared;
        targets.clear();
      }
      if (compared.equals(least) && !least.equals(Mark.END)) {
        targets.add(peer.getKey());
      }
    }
    ObjectId after = least.upTo();
    if (after == null) {
      return;
    }
    Lists lists = new Lists();
    step = new Step.Comparing(after, targets, new TreeMap<>(), lists);
    replica
        .reads()
        .versions(
            after.equals(GroupInfo.NOTHING) ? null : after,
            replica.config().recovery().scanObjects(),
            listing -> {
              lists.ours = listing;
              compareIfListed();
            });
    targets.forEach(osd -> askScan(osd, after));
  }

  private void askScan(OsdId osd, ObjectId after) {
    replica.emit(
        new Effect.Send(
            osd,
            new RecoveryMessage.Scan(
                replica.group(),
                replica.epoch(),
                after,
                replica.config().recovery().scanObjects())));
  }

  /** What a replica that is filled has. */
  void onScanned(OsdId from, RecoveryMessage.Scanned scanned) {
    if (step instanceof Step.Comparing comparing
        && comparing.targets().contains(from)
        && comparing.after().equals(scanned.after())) {
      comparing.lists().theirs.put(from, new VersionListing(scanned.objects(), scanned.more()));
      compareIfListed();
    }
  }

  private void compareIfListed() {
    if (!(step instanceof Step.Comparing comparing)) {
      return;
    }
    VersionListing ours = comparing.lists().ours;
    if (ours == null || comparing.lists().theirs.size() < comparing.targets().size()) {
      return;
    }
    step = new Step.Idle();
    Mark end = end(ours, comparing);
    SortedMap<ObjectId, Version> here = within(ours.versions(), comparing.after(), end);
    replica
        .missing()
        .forEach((object, version) -> {
          if (isWithin(object, comparing.after(), end)) {
            here.put(object, version);
          }
        });
    comparing
        .changed()
        .forEach((object, version) -> {
          if (!isWithin(object, comparing.after(), end)) {
            return;
          }
          if (version.equals(Version.ZERO)) {
            here.remove(object);
          } else {
            here.put(object, version);
          }
        });
    comparing
        .lists()
        .theirs
        .forEach((osd, theirs) ->
            compare(locations.peer(osd), here, within(theirs.versions(), comparing.after(), end)));
    comparing.targets().forEach(osd -> locations.peer(osd).onCompared(end));
    listener.onCompared();
  }

  /** As far as all have listed, and not beyond where another replica is. */
  private Mark end(VersionListing ours, Step.Comparing comparing) {
    Mark end = end(ours);
    for (VersionListing theirs : comparing.lists().theirs.values()) {
      end = end(theirs).isBefore(end) ? end(theirs) : end;
    }
    Mark start = new Mark(comparing.after());
    for (PeerState peer : locations.peers().values()) {
      boolean further = start.isBefore(peer.compared());
      end = further && peer.compared().isBefore(end) ? peer.compared() : end;
    }
    return end;
  }

  private static Mark end(VersionListing listing) {
    return listing.more() ? new Mark(listing.versions().lastKey()) : Mark.END;
  }

  private void compare(
      PeerState peer, SortedMap<ObjectId, Version> here, SortedMap<ObjectId, Version> there) {
    here.forEach((object, version) -> {
      if (!version.equals(there.get(object))) {
        lacks(peer, object, version);
      }
    });
    for (ObjectId object : there.keySet()) {
      if (!here.containsKey(object)) {
        lacks(peer, object, Version.ZERO);
      }
    }
  }

  private void lacks(PeerState peer, ObjectId object, Version version) {
    Invariant.check(!peer.compared().covers(object), () -> object + " was compared already");
    peer.missing().put(object, version);
    listener.onLacking(object);
  }

  private static SortedMap<ObjectId, Version> within(
      SortedMap<ObjectId, Version> versions, ObjectId after, Mark end) {
    SortedMap<ObjectId, Version> within = new TreeMap<>();
    versions.forEach((object, version) -> {
      if (isWithin(object, after, end)) {
        within.put(object, version);
      }
    });
    return within;
  }

  private static boolean isWithin(ObjectId object, ObjectId after, Mark end) {
    return object.compareTo(after) > 0 && end.covers(object);
  }

  /** An object was changed, or removed: {@link Version#ZERO}. */
  void onChanged(ObjectId object, Version version) {
    if (step instanceof Step.Comparing comparing && object.compareTo(comparing.after()) > 0) {
      comparing.changed().put(object, version);
    }
  }

  /** Has replicas note how far they are whole. */
  void claim() {
    locations
        .peers()
        .forEach((osd, peer) -> {
          Mark mark = peer.isFilled() ? peer.claim() : null;
          if (mark != null) {
            tell(osd, mark);
          }
        });
  }

  private void tell(OsdId osd, Mark mark) {
    replica.emit(
        new Effect.Send(
            osd, new RecoveryMessage.Backfilled(replica.group(), replica.epoch(), mark.upTo())));
  }

  void onNoted(OsdId from, RecoveryMessage.BackfillNoted noted) {
    PeerState peer = locations.peers().get(from);
    if (peer != null && peer.isFilled()) {
      peer.onNoted(new Mark(noted.upTo()));
    }
  }

  /** What was under way to this OSD may be lost. */
  void onReset(OsdId osd) {
    if (step instanceof Step.Comparing comparing && comparing.targets().contains(osd)) {
      askScan(osd, comparing.after());
    }
    PeerState peer = locations.peers().get(osd);
    Mark mark = peer == null ? null : peer.claimUnderWay();
    if (mark != null) {
      tell(osd, mark);
    }
  }
}
