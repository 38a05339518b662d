package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.ByteRange;
import io.pando.check.Invariant;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.RecoveryMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.osd.pg.fragment.FragmentReads;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.copy.CopyListener;
import io.pando.osd.pg.recovery.copy.CopyWork;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import io.pando.osd.pg.recovery.copy.ObjectPieces;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.repair.ReplicaReturns;
import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.FragmentCounts;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Rebuilds the fragments that members lack. All lost fragments of an object are computed by one
 * reading, some rows at a time; a fragment that another member still has is copied. Fragments of
 * many objects are read and sent together. If all members that lack an object missed only updates
 * of which the log tells what they changed, only these rows are rebuilt.
 *
 * <pre>
 *   plan ──▶ read rows ──▶ compute, send ──▶ confirmed ──▶ next rows, or done
 *    │ ▲         └── a fragment is bad: plan again
 *    ▼ │ found
 *   FragmentSearch: every member that may have a fragment is asked
 *    │ ▲
 *    ▼ │ fewer rows at a time, around damaged bytes
 *   DamagedFragments: those that can read the rows are sources ──▶ unfound
 * </pre>
 */
public final class Rebuilding implements CopyWork {
  private final Replica replica;
  private final FragmentReads reads;
  private final Locations locations;
  private final Copies copies;
  private final CopyListener listener;
  private final ReplicaReturns returns;
  private final OlderFragments older;
  private final SourceChoice sources;
  private final FragmentSearch search;
  private final FragmentRows rows;
  private final FragmentDelivery delivery;
  private final SortedMap<ObjectId, Rebuild> underWay = new TreeMap<>();

  public Rebuilding(RebuildContext context, CopyListener listener, ReplicaReturns returns) {
    this.replica = context.replica();
    this.reads = context.reads();
    this.locations = context.locations();
    this.copies = context.copies();
    this.listener = listener;
    this.returns = returns;
    this.older = new OlderFragments(context);
    this.sources = new SourceChoice(context);
    this.search = new FragmentSearch(context);
    this.rows = new FragmentRows(context.fragments(), replica.config().recovery().pieceBytes());
    this.delivery = new FragmentDelivery(replica, this::onWrittenHere, this::onRefusedHere);
  }

  @Override
  public void startHere(List<ObjectCopy> begun) {
    start(begun);
  }

  @Override
  public void startOthers(List<ObjectCopy> begun) {
    start(begun);
  }

  private void start(List<ObjectCopy> begun) {
    List<Rebuild> toRead = new ArrayList<>();
    SortedMap<MemberId, List<Copied>> removals = new TreeMap<>();
    for (ObjectCopy copy : begun) {
      SortedSet<MemberId> targets = locations.lacking(copy.object);
      Version here = replica.missing().get(copy.object);
      if (here != null) {
        targets.add(replica.self());
      }
      Version version =
          Version.max(here == null ? Version.ZERO : here, locations.expected(copy.object));
      Rebuild it = new Rebuild(copy, version, targets);
      copy.step = new ObjectCopy.Step.Storing();
      underWay.put(copy.object, it);
      if (version.isAfter(Version.ZERO)) {
        copy.version = version;
        toRead.add(it);
      } else {
        Probe.reached("rebuild: a removal is brought to members");
        copy.version = replica.log().head();
        Copied removal = new Copied(copy.object, copy.version, null);
        targets.forEach(member -> send(it, member, removal, removals));
      }
    }
    delivery.push(removals);
    older.look(toRead, looked -> read(looked.stream().filter(this::goesOn).toList()));
  }

  private boolean goesOn(Rebuild it) {
    return underWay.get(it.copy.object) == it && copies.goesOn(it.copy);
  }

  /** Reads the next rows of some objects, with one request to each source. */
  private void read(List<Rebuild> some) {
    List<Rebuild> planned = new ArrayList<>();
    SortedMap<MemberId, List<Rebuild>> bySource = new TreeMap<>();
    for (Rebuild it : some) {
      it.parts.clear();
      rows.choose(it);
      if (chooseSources(it)) {
        planned.add(it);
        it.sources
            .values()
            .forEach(source -> bySource.computeIfAbsent(source, _ -> new ArrayList<>()).add(it));
      }
    }
    int[] awaited = {bySource.size()};
    bySource.forEach((source, objects) ->
        reads.ask(
            source,
            objects.stream().map(rows::query).toList(),
            parts -> {
              for (int i = 0; i < parts.size(); i++) {
                objects.get(i).parts.put(source.position(), parts.get(i));
              }
              if (--awaited[0] == 0) {
                onRead(planned);
              }
            }));
  }

  /**
   * Chooses what is read of an object; false if a search continues, or has ended without success.
   */
  private boolean chooseSources(Rebuild it) {
    while (!sources.choose(it)) {
      if (search.begin(it, this::onSearched)) {
        return false;
      }
      if (!rows.chooseAgain(it)) {
        Probe.reached("rebuild: too few fragments are left");
        underWay.remove(it.copy.object);
        delivery.abandon(it.copy.object);
        listener.onUnfound(it.copy);
        return false;
      }
    }
    return true;
  }

  private void onRead(List<Rebuild> read) {
    List<Rebuild> again = new ArrayList<>();
    SortedMap<MemberId, List<Copied>> pieces = new TreeMap<>();
    long readBytes = 0;
    for (Rebuild it : read) {
      if (!goesOn(it)) {
        continue;
      }
      readBytes += it.readBytes();
      SortedMap<MemberId, String> bad = rows.bad(it);
      if (bad.isEmpty()) {
        rows.compute(it).forEach((member, piece) -> send(it, member, piece, pieces));
      } else {
        bad.forEach((member, why) -> onBad(it, member, why));
        again.add(it);
      }
    }
    replica.emit(new Effect.CountFragments(FragmentCounts.rebuilt(0, readBytes)));
    delivery.push(pieces);
    if (!again.isEmpty()) {
      read(again);
    }
  }

  /** A source does not have the fragment as it should be. */
  private void onBad(Rebuild it, MemberId member, String why) {
    FragmentMessage.Part part =
        Invariant.present(it.parts.get(member.position()), () -> "no answer of " + member);
    boolean isDamaged = !part.problem().isEmpty();
    if (isDamaged && it.bad.contains(member)) {
      it.damaged.onDamagedHere(member);
      return;
    }
    Probe.reached("rebuild: a source is bad");
    it.bad.add(member);
    it.found.remove(member);
    it.copy.onTried(member);
    it.copy.onOther(member, part.version());
    if (!isDamaged) {
      it.damaged.remove(member);
    }
    ObjectId object = it.copy.object;
    if (locations.having(object).contains(member)) {
      replica.report("%s on %s will be rebuilt: %s".formatted(object, member, why));
      if (member.equals(replica.self())) {
        replica.emit(new Effect.CountDamaged());
        replica.noteMissing(object, it.version);
      } else {
        locations.lost(member, object, it.version);
      }
      it.targets.add(member);
      // This member needs all rows, also those that were sent to the others.
      it.restart();
    }
  }

  /** A search has changed which fragments are known. */
  private void onSearched(Rebuild it) {
    if (goesOn(it)) {
      if (it.targets.isEmpty()) {
        finish(it);
      } else {
        read(List.of(it));
      }
    }
  }

  private static void send(
      Rebuild it, MemberId member, Copied piece, SortedMap<MemberId, List<Copied>> all) {
    it.sent.put(member, piece);
    all.computeIfAbsent(member, _ -> new ArrayList<>()).add(piece);
  }

  private void onWrittenHere(List<Copied> pieces) {
    for (Copied piece : pieces) {
      Rebuild it = underWay.get(piece.object());
      if (it != null && goesOn(it) && piece.equals(it.sent.get(replica.self()))) {
        if (piece.isLast()) {
          listener.onHere(it.copy);
        }
        onTaken(it, replica.self());
      }
    }
    listener.onStoredHere();
  }

  private void onRefusedHere(List<Copied> pieces) {
    for (Copied piece : pieces) {
      Rebuild it = underWay.get(piece.object());
      if (it != null && goesOn(it) && !replacesPatch(it)) {
        underWay.remove(piece.object());
        listener.onNoRoom(it.copy);
      }
    }
    listener.onStoredHere();
  }

  /**
   * A member cannot take a piece: if it was to keep rows of its own fragment, all members get whole
   * fragments instead.
   */
  private boolean replacesPatch(Rebuild it) {
    if (!it.isPatch()) {
      return false;
    }
    Probe.reached("rebuild: whole fragments follow since rows cannot be replaced");
    it.restart();
    it.sent.clear();
    read(List.of(it));
    return true;
  }

  @Override
  public void onMessage(MemberId from, RecoveryMessage message) {
    switch (message) {
      case RecoveryMessage.Pushed pushed -> {
        for (RecoveryMessage.Written written : pushed.objects()) {
          Rebuild it = underWay.get(written.object());
          Copied piece = it == null ? null : it.sent.get(from);
          if (it != null
              && piece != null
              && goesOn(it)
              && piece.version().equals(written.version())
              && piece.next().equals(written.next())) {
            onTaken(it, from);
          }
        }
      }
      case RecoveryMessage.PushFailed failed -> {
        for (RecoveryMessage.Refused refused : failed.objects()) {
          Rebuild it = underWay.get(refused.object());
          Copied piece = it == null ? null : it.sent.get(from);
          if (it != null
              && piece != null
              && goesOn(it)
              && piece.version().equals(refused.version())
              && !replacesPatch(it)) {
            Probe.reached("rebuild: a member cannot take a fragment");
            it.targets.remove(from);
            it.copy.refused = true;
            onTaken(it, from);
          }
        }
      }
      default -> {
        // Nothing else concerns rebuilding.
      }
    }
  }

  /** A member has a piece durably, or cannot take it. */
  private void onTaken(Rebuild it, MemberId member) {
    Copied piece = it.sent.remove(member);
    if (piece != null && it.targets.contains(member)) {
      long bytes = ObjectPieces.bytes(piece);
      returns.of(member).onBrought(bytes, keptBytes(piece));
      replica.emit(new Effect.CountRecovered(piece.isLast() ? 1 : 0, bytes));
    }
    if (!it.sent.isEmpty()) {
      return;
    }
    if (rows.advance(it)) {
      Probe.reached("rebuild: further rows are rebuilt");
      read(List.of(it));
    } else {
      finish(it);
    }
  }

  private static long keptBytes(Copied copied) {
    RecoveryMessage.Piece piece = copied.piece();
    RecoveryMessage.Kept kept = piece == null ? null : piece.kept();
    return kept == null ? 0 : kept.ranges().stream().mapToLong(ByteRange::length).sum();
  }

  private void finish(Rebuild it) {
    underWay.remove(it.copy.object);
    if (!it.isRemoval()) {
      replica.emit(new Effect.CountFragments(FragmentCounts.rebuilt(it.targets.size(), 0)));
    }
    for (MemberId member : it.targets) {
      if (!member.equals(replica.self())) {
        locations.found(member, it.copy.object);
        returns.of(member).onCopied();
      }
    }
    listener.onDelivered(it.copy);
  }

  @Override
  public void replaceAll(ObjectId object) {
    // A fragment is always rebuilt as a whole.
  }

  @Override
  public void onReset(MemberId member) {
    SortedMap<MemberId, List<Copied>> again = new TreeMap<>();
    for (Rebuild it : underWay.values()) {
      Copied piece = it.sent.get(member);
      if (piece != null && !member.equals(replica.self())) {
        Probe.reached("rebuild: a piece is sent again after a reset");
        again.computeIfAbsent(member, _ -> new ArrayList<>()).add(piece);
      }
    }
    delivery.push(again);
  }

  @Override
  public void onMap() {
    // Reads of members that went down end by themselves.
  }

  @Override
  public void thoroughInvariants() {
    for (ObjectId object : underWay.keySet()) {
      Invariant.check(
          copies.contains(object),
          () -> "group %s: %s is rebuilt, and no copy needs it".formatted(replica.group(), object));
    }
    for (ObjectId object : delivery.begun()) {
      Invariant.check(
          underWay.containsKey(object),
          () ->
              "group %s: pieces of %s came, and it is not rebuilt"
                  .formatted(replica.group(), object));
    }
  }
}
