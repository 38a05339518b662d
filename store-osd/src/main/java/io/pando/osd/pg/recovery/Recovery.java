package io.pando.osd.pg.recovery;

import io.pando.cluster.ClusterFlag;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.write.Availability;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Brings every object to every replica, led by the primary (paper 003 §6.3.5.2): first what the
 * primary misses itself, then what the others miss, then, range by range, those that are filled
 * without a log ({@link Backfill}). An object somebody waits for comes first. While an object is on
 * its way it does not change; no other is held up.
 */
public final class Recovery implements Availability {
  /** Who hears how recovery goes. */
  public interface Listener {
    /** The object can be worked with, or part of the way. */
    void onAvailable(ObjectId object);

    /** A whole range can be worked with. */
    void onManyAvailable();

    /** Nobody who is up has good bytes. */
    void onLost(ObjectId object, String what);

    /** Every replica is whole. */
    void onWhole();
  }

  private final Replica replica;
  private final Listener listener;
  private final IncomingCopies incoming;
  private final Backfill backfill;
  private final SortedMap<OsdId, PeerState> peers = new TreeMap<>();
  private final SortedMap<OsdId, GroupInfo> strays = new TreeMap<>();
  private final SortedMap<ObjectId, Copy> copies = new TreeMap<>();
  private final Set<ObjectId> hurried = new LinkedHashSet<>();
  private final SortedSet<ObjectId> unfound = new TreeSet<>();
  private final SortedSet<ObjectId> damaged = new TreeSet<>();
  private boolean active;
  private boolean asked;
  private boolean granted;
  private long retriedNanos;

  public Recovery(Replica replica, Listener listener) {
    this.replica = replica;
    this.listener = listener;
    this.incoming = new IncomingCopies(replica);
    this.backfill = new Backfill(replica, this::onBackfillMoved);
  }

  /** A new interval: all begins anew. */
  public void reset() {
    if (asked) {
      replica.emit(new Effect.EndRecovery());
    }
    incoming.reset();
    backfill.reset();
    peers.clear();
    strays.clear();
    copies.clear();
    hurried.clear();
    unfound.clear();
    damaged.clear();
    active = false;
    asked = false;
    granted = false;
  }

  /** The group is active: a replica and what it lacks. */
  public void addPeer(OsdId osd, GroupInfo info, SortedMap<ObjectId, Version> missing) {
    peers.put(osd, new PeerState(missing, info.backfilledTo()));
  }

  /** Somebody who does not belong to the group, but may have objects of it. */
  public void addStray(OsdId osd, GroupInfo info) {
    if (strays.put(osd, info) == null && !unfound.isEmpty()) {
      unfound.clear();
      advance();
    }
  }

  /** All replicas are known: begin. */
  public void begin() {
    active = true;
    retriedNanos = replica.nowNanos();
    advance();
  }

  public boolean isWhole() {
    return active
        && replica.missing().isEmpty()
        && peers.values().stream().allMatch(PeerState::isWhole);
  }

  /** Whether a replica is being filled without a log. */
  public boolean isBackfilling() {
    return peers.values().stream().anyMatch(peer -> peer.filledTo != null);
  }

  /** Whether the group may copy objects now. */
  public boolean isGranted() {
    return granted;
  }

  /** Copies that are missing, as far as known. */
  public long missingCopies() {
    long copiesMissing = replica.missing().size();
    for (PeerState peer : peers.values()) {
      copiesMissing += peer.filledTo == null ? peer.missing.size() : replica.info().objects();
    }
    return copiesMissing;
  }

  /** How many objects each replica lacks. */
  public SortedMap<OsdId, Long> missingByOsd() {
    SortedMap<OsdId, Long> counts = new TreeMap<>();
    counts.put(replica.self(), (long) replica.missing().size());
    peers.forEach((osd, peer) -> counts.put(osd, (long) peer.missing.size()));
    return counts;
  }

  /** Objects nobody who is up has. */
  public int unfound() {
    return unfound.size();
  }

  /** Replicas that can serve as a whole, this one among them. */
  public int wholeReplicas() {
    return 1 + (int) peers.values().stream().filter(peer -> peer.filledTo == null).count();
  }

  @Override
  public boolean isReadable(ObjectId object) {
    return !replica.missing().containsKey(object);
  }

  @Override
  public boolean isWritable(ObjectId object) {
    return isReadable(object)
        && !copies.containsKey(object)
        && !backfill.holds(object)
        && peers.values().stream().noneMatch(peer -> peer.missing.containsKey(object));
  }

  @Override
  public SortedSet<OsdId> without(ObjectId object) {
    SortedSet<OsdId> without = new TreeSet<>();
    peers.forEach((osd, peer) -> {
      if (!peer.has(object)) {
        without.add(osd);
      }
    });
    return without;
  }

  @Override
  public void hurry(ObjectId object) {
    if (isMissingSomewhere(object) && !copies.containsKey(object)) {
      if (damaged.contains(object) && unfound.contains(object)) {
        listener.onLost(object, "no replica has good bytes of " + object.name());
      } else if (hurried.add(object)) {
        startHurried();
      }
    }
  }

  @Override
  public void onDamaged(ObjectId object, String what) {
    replica.emit(new Effect.Report(replica.group() + ": damaged, to be fetched anew: " + what));
    if (replica.missing().containsKey(object)) {
      return;
    }
    damaged.add(object);
    Copy copy = new Copy(object, Version.ZERO);
    copies.put(object, copy);
    replica.reads().object(object, ObjectQuery.STAT, outcome -> onDamagedStat(copy, outcome));
  }

  private void onDamagedStat(Copy copy, ReadOutcome outcome) {
    copies.remove(copy.object, copy);
    Version version =
        outcome instanceof ReadOutcome.Found found
            ? ObjectState.of(found.view()).version()
            : replica.log().newestOf(copy.object).map(e -> e.version()).orElse(Version.ZERO);
    if (!version.isAfter(Version.ZERO)) {
      listener.onLost(copy.object, "the version of " + copy.object.name() + " cannot be read");
      return;
    }
    replica.noteMissing(copy.object, version);
    hurried.add(copy.object);
    startHurried();
    advance();
  }

  private boolean isMissingSomewhere(ObjectId object) {
    return replica.missing().containsKey(object)
        || peers.values().stream().anyMatch(peer -> peer.missing.containsKey(object));
  }

  /** The daemon lets the group copy objects. */
  public void onGranted() {
    granted = true;
    advance();
  }

  private void startHurried() {
    while (active && !hurried.isEmpty() && copies.size() < 2 * replica.config().maxCopies()) {
      ObjectId object = hurried.iterator().next();
      hurried.remove(object);
      start(object);
    }
  }

  private void advance() {
    if (!active) {
      return;
    }
    startHurried();
    if (isWhole()) {
      if (asked) {
        asked = false;
        granted = false;
        replica.emit(new Effect.EndRecovery());
      }
      listener.onWhole();
      return;
    }
    if (replica.membership().map().flags().contains(ClusterFlag.NORECOVER)) {
      return;
    }
    if (!asked) {
      asked = true;
      replica.emit(new Effect.AskRecovery());
    }
    if (granted) {
      startFrom(replica.missing());
      peers.values().forEach(peer -> startFrom(peer.missing));
      if (copies.isEmpty() && unfound.containsAll(replica.missing().keySet())) {
        backfill.advance(peers);
      }
    }
  }

  private void startFrom(SortedMap<ObjectId, Version> missing) {
    while (copies.size() < replica.config().maxCopies()) {
      Optional<ObjectId> next =
          missing.keySet().stream()
              .filter(object -> !copies.containsKey(object) && !unfound.contains(object))
              .findFirst();
      if (next.isEmpty()) {
        return;
      }
      start(next.get());
    }
  }

  private void start(ObjectId object) {
    if (copies.containsKey(object) || !isMissingSomewhere(object)) {
      return;
    }
    Version needed = replica.missing().get(object);
    if (needed == null) {
      Copy copy = new Copy(object, Version.ZERO);
      copies.put(object, copy);
      beginPush(copy);
    } else {
      Copy copy = new Copy(object, needed);
      copies.put(object, copy);
      pullFromNext(copy);
    }
  }

  // Pulling

  private void pullFromNext(Copy copy) {
    incoming.abandon(copy.object);
    OsdId source = nextSource(copy);
    if (source == null) {
      copies.remove(copy.object);
      unfound.add(copy.object);
      if (damaged.contains(copy.object)) {
        listener.onLost(copy.object, "no replica has good bytes of " + copy.object.name());
      }
      return;
    }
    copy.tried.add(source);
    pull(copy, source, Cursor.START);
  }

  private @Nullable OsdId nextSource(Copy copy) {
    for (Map.Entry<OsdId, PeerState> peer : peers.entrySet()) {
      if (!copy.tried.contains(peer.getKey()) && peer.getValue().has(copy.object)) {
        return peer.getKey();
      }
    }
    for (OsdId stray : strays.keySet()) {
      if (!copy.tried.contains(stray) && replica.membership().map().isUp(stray)) {
        return stray;
      }
    }
    // Who is to be filled anew may still have the only copy.
    for (Map.Entry<OsdId, PeerState> peer : peers.entrySet()) {
      if (!copy.tried.contains(peer.getKey()) && peer.getValue().filledTo != null) {
        return peer.getKey();
      }
    }
    return null;
  }

  private void pull(Copy copy, OsdId source, Cursor from) {
    copy.step = new Copy.Step.Pulling(source, from);
    replica.emit(
        new Effect.Send(
            source,
            new RecoveryMessage.Pull(
                replica.group(), replica.epoch(), copy.object, copy.version, from)));
  }

  /** A piece that was pulled has come. */
  public void onPush(OsdId from, RecoveryMessage.Push push) {
    Copy copy = copies.get(push.object());
    if (copy == null
        || !(copy.step instanceof Copy.Step.Pulling pulling)
        || !pulling.source().equals(from)
        || !pulling.from().equals(push.piece().from())
        || !copy.version.equals(push.version())) {
      return;
    }
    copy.step = new Copy.Step.Storing();
    incoming.write(
        push.object(),
        push.version(),
        push.piece(),
        () -> onPieceStored(copy, from, push.piece()),
        () -> onNoRoom(copy));
  }

  private void onPieceStored(Copy copy, OsdId source, RecoveryMessage.Piece piece) {
    if (copies.get(copy.object) != copy) {
      return;
    }
    if (!piece.last()) {
      pull(copy, source, piece.next());
      return;
    }
    replica.emit(new Effect.CountRecovered());
    damaged.remove(copy.object);
    copies.remove(copy.object);
    listener.onAvailable(copy.object);
    if (isMissingSomewhere(copy.object) && !copies.containsKey(copy.object)) {
      start(copy.object);
    }
    advance();
  }

  private void onNoRoom(Copy copy) {
    if (copies.get(copy.object) == copy) {
      copies.remove(copy.object);
      unfound.add(copy.object);
      replica.emit(new Effect.Report(replica.group() + ": no room to recover " + copy.object));
    }
  }

  // Pushing

  private void beginPush(Copy copy) {
    peers.forEach((osd, peer) -> {
      if (peer.missing.containsKey(copy.object)) {
        copy.targets.add(osd);
      }
    });
    readPiece(copy, Cursor.START);
  }

  private void readPiece(Copy copy, Cursor from) {
    copy.step = new Copy.Step.Storing();
    int bytes = replica.config().pieceBytes();
    replica
        .reads()
        .object(
            copy.object,
            Pieces.query(from, bytes),
            outcome -> {
              if (copies.get(copy.object) == copy) {
                onPieceRead(copy, from, outcome);
              }
            });
  }

  private void onPieceRead(Copy copy, Cursor from, ReadOutcome outcome) {
    switch (outcome) {
      case ReadOutcome.Found found -> push(copy, from, found.view());
      case ReadOutcome.Damaged bad -> {
        copies.remove(copy.object);
        onDamaged(copy.object, bad.what());
      }
      case ReadOutcome.Absent _ -> {
        // Removed since a backfill saw it: nothing to bring.
        copies.remove(copy.object);
        copy.targets.forEach(osd -> forget(osd, copy.object));
        listener.onAvailable(copy.object);
        advance();
      }
    }
  }

  private void push(Copy copy, Cursor from, ObjectView view) {
    copy.version = ObjectState.of(view).version();
    RecoveryMessage.Push push =
        new RecoveryMessage.Push(
            replica.group(),
            replica.epoch(),
            copy.object,
            copy.version,
            Pieces.cut(view, from, replica.config().pieceBytes()));
    copy.step = new Copy.Step.Pushing(push, new TreeSet<>(copy.targets));
    long interval = replica.interval();
    replica
        .journal()
        .whenDurable(() -> {
          if (replica.interval() == interval) {
            copy.targets.forEach(osd -> replica.emit(new Effect.Send(osd, push)));
          }
        });
  }

  /** A piece is durable at a replica. */
  public void onPushed(OsdId from, RecoveryMessage.Pushed pushed) {
    Copy copy = copies.get(pushed.object());
    if (copy != null
        && copy.step instanceof Copy.Step.Pushing pushing
        && pushing.push().version().equals(pushed.version())
        && pushing.push().piece().next().equals(pushed.next())
        && pushing.awaited().remove(from)) {
      pieceArrived(copy, pushing);
    }
  }

  private void pieceArrived(Copy copy, Copy.Step.Pushing pushing) {
    if (!pushing.awaited().isEmpty()) {
      return;
    }
    RecoveryMessage.Piece piece = pushing.push().piece();
    if (!piece.last() && !copy.targets.isEmpty()) {
      readPiece(copy, piece.next());
      return;
    }
    copies.remove(copy.object);
    for (OsdId osd : copy.targets) {
      replica.emit(new Effect.CountRecovered());
      forget(osd, copy.object);
    }
    listener.onAvailable(copy.object);
    advance();
  }

  private void forget(OsdId osd, ObjectId object) {
    PeerState peer = peers.get(osd);
    if (peer != null) {
      peer.missing.remove(object);
    }
  }

  /** Somebody could not send or take an object. */
  public void onFailed(OsdId from, RecoveryMessage.PushFailed failed) {
    Copy copy = copies.get(failed.object());
    if (copy == null) {
      return;
    }
    switch (copy.step) {
      case Copy.Step.Pulling pulling when pulling.source().equals(from) -> {
        PeerState peer = peers.get(from);
        if (peer != null && peer.has(copy.object)) {
          peer.missing.put(copy.object, copy.version);
        }
        pullFromNext(copy);
        advance();
      }
      case Copy.Step.Pushing pushing when pushing.awaited().remove(from) -> {
        copy.targets.remove(from);
        unfound.add(copy.object);
        pieceArrived(copy, pushing);
      }
      default -> {}
    }
  }

  // Backfill

  /** What a replica that is filled has. */
  public void onScanned(OsdId from, RecoveryMessage.Scanned scanned) {
    backfill.onScanned(from, scanned);
  }

  /** A replica that is filled has noted how far. */
  public void onBackfillNoted(OsdId from, RecoveryMessage.BackfillNoted noted) {
    backfill.onNoted(from, noted);
  }

  private void onBackfillMoved(boolean released) {
    if (released) {
      listener.onManyAvailable();
    }
    advance();
  }

  /** What was under way to this OSD may be lost. */
  public void onReset(OsdId osd) {
    for (Copy copy : copies.values()) {
      switch (copy.step) {
        case Copy.Step.Pulling pulling when pulling.source().equals(osd) ->
            pull(copy, osd, pulling.from());
        case Copy.Step.Pushing pushing when pushing.awaited().contains(osd) ->
            replica.emit(new Effect.Send(osd, pushing.push()));
        default -> {}
      }
    }
    backfill.onReset(osd);
  }

  /** A newer map that does not end the interval. */
  public void onMap() {
    advance();
  }

  /** Tries again what could not be done. */
  public void onTick() {
    if (active && replica.nowNanos() - retriedNanos > 5 * replica.config().retryNanos()) {
      retriedNanos = replica.nowNanos();
      if (!unfound.isEmpty()) {
        unfound.clear();
        advance();
      }
    }
  }
}
