package io.pando.osd.pg.recovery;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fills replicas that the log does not reach, one after the other, range by range in placement
 * order: both sides list the range, what differs is noted as missing there and copied by {@link
 * Recovery}, what only the replica has is dropped. Objects of the range do not change meanwhile.
 *
 * <pre>
 *  Idle ──▶ Comparing ──▶ Copying ──▶ Noting ──▶ Idle, one range further
 * </pre>
 *
 * <p>This is the one place where that way is chosen and walked.
 */
final class Backfill {
  /** Hears that a step was made; {@code released}: whether objects can be changed again. */
  interface Listener {
    void onMoved(boolean released);
  }

  private sealed interface Step {
    record Idle() implements Step {}

    record Comparing(OsdId osd, ObjectId after, VersionScan.@Nullable Found local)
        implements Step {}

    record Copying(OsdId osd, ObjectId after, @Nullable ObjectId end, List<ObjectId> drop)
        implements Step {}

    record Noting(OsdId osd, ObjectId after, RecoveryMessage.Backfilled message) implements Step {}
  }

  private final Replica replica;
  private final Listener listener;
  private SortedMap<OsdId, PeerState> peers = new TreeMap<>();
  private Step step = new Step.Idle();

  Backfill(Replica replica, Listener listener) {
    this.replica = replica;
    this.listener = listener;
  }

  void reset() {
    step = new Step.Idle();
  }

  /** Whether the object is within the range that is being filled. */
  boolean holds(ObjectId object) {
    return switch (step) {
      case Step.Idle _ -> false;
      case Step.Comparing comparing -> object.compareTo(comparing.after()) > 0;
      case Step.Copying copying -> isWithin(object, copying.after(), copying.end());
      case Step.Noting noting -> isWithin(object, noting.after(), noting.message().upTo());
    };
  }

  private static boolean isWithin(ObjectId object, ObjectId after, @Nullable ObjectId end) {
    return object.compareTo(after) > 0 && (end == null || object.compareTo(end) <= 0);
  }

  /**
   * Goes on, if it can. The primary has every object itself but for those that nobody was found to
   * have; they are left alone.
   */
  void advance(SortedMap<OsdId, PeerState> all) {
    peers = all;
    switch (step) {
      case Step.Idle _ -> next().ifPresent(this::compare);
      case Step.Copying copying -> noteIfCopied(copying);
      case Step.Comparing _, Step.Noting _ -> {}
    }
  }

  private Optional<OsdId> next() {
    return peers.entrySet().stream()
        .filter(peer -> peer.getValue().filledTo != null)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private PeerState peer(OsdId osd) {
    return Invariant.present(peers.get(osd), () -> "no replica " + osd);
  }

  private void compare(OsdId osd) {
    ObjectId filled = peer(osd).filledTo;
    ObjectId after = filled == null ? GroupInfo.NOTHING : filled;
    step = new Step.Comparing(osd, after, null);
    new VersionScan(replica)
        .run(after, replica.config().backfillBatch(), found -> onLocal(osd, after, found));
  }

  private void onLocal(OsdId osd, ObjectId after, VersionScan.Found local) {
    step = new Step.Comparing(osd, after, local);
    askScan(osd, after);
  }

  private void askScan(OsdId osd, ObjectId after) {
    replica.emit(
        new Effect.Send(
            osd,
            new RecoveryMessage.Scan(
                replica.group(), replica.epoch(), after, replica.config().backfillBatch())));
  }

  void onScanned(OsdId from, RecoveryMessage.Scanned scanned) {
    if (!(step instanceof Step.Comparing comparing)
        || !comparing.osd().equals(from)
        || !comparing.after().equals(scanned.after())
        || comparing.local() == null) {
      return;
    }
    if (scanned.more() && scanned.objects().isEmpty()) {
      askScan(from, comparing.after());
      return;
    }
    VersionScan.Found local = comparing.local();
    ObjectId end = local.more() ? local.end() : null;
    if (scanned.more()) {
      ObjectId theirEnd = scanned.objects().lastKey();
      end = end == null || theirEnd.compareTo(end) < 0 ? theirEnd : end;
    }
    PeerState peer = peer(from);
    for (Map.Entry<ObjectId, Version> ours : local.versions().entrySet()) {
      if (isWithin(ours.getKey(), comparing.after(), end)
          && !replica.missing().containsKey(ours.getKey())
          && !ours.getValue().equals(scanned.objects().get(ours.getKey()))) {
        peer.missing.put(ours.getKey(), ours.getValue());
      }
    }
    List<ObjectId> drop = new ArrayList<>();
    for (ObjectId theirs : scanned.objects().keySet()) {
      if (isWithin(theirs, comparing.after(), end)
          && !replica.missing().containsKey(theirs)
          && !local.versions().containsKey(theirs)) {
        drop.add(theirs);
      }
    }
    step = new Step.Copying(from, comparing.after(), end, drop);
    listener.onMoved(end != null);
  }

  private void noteIfCopied(Step.Copying copying) {
    boolean copied =
        peer(copying.osd()).missing.keySet().stream()
            .noneMatch(object -> isWithin(object, copying.after(), copying.end()));
    if (copied) {
      RecoveryMessage.Backfilled message =
          new RecoveryMessage.Backfilled(
              replica.group(), replica.epoch(), copying.end(), copying.drop());
      step = new Step.Noting(copying.osd(), copying.after(), message);
      replica.emit(new Effect.Send(copying.osd(), message));
    }
  }

  void onNoted(OsdId from, RecoveryMessage.BackfillNoted noted) {
    if (step instanceof Step.Noting noting
        && noting.osd().equals(from)
        && Objects.equals(noting.message().upTo(), noted.upTo())) {
      peer(from).filledTo = noted.upTo();
      step = new Step.Idle();
      listener.onMoved(true);
    }
  }

  void onReset(OsdId osd) {
    switch (step) {
      case Step.Comparing comparing when comparing.osd().equals(osd) && comparing.local() != null ->
          askScan(osd, comparing.after());
      case Step.Noting noting when noting.osd().equals(osd) ->
          replica.emit(new Effect.Send(osd, noting.message()));
      default -> {}
    }
  }
}
