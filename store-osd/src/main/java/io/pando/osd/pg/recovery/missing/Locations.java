package io.pando.osd.pg.recovery.missing;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Probe;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which objects are missing where, and which members have them: the primary, its replicas, and
 * strays.
 */
public final class Locations {
  private final Replica replica;
  private final SortedMap<MemberId, PeerState> peers = new TreeMap<>();
  private final SortedMap<MemberId, PeerState> peersView = Collections.unmodifiableSortedMap(peers);
  private final SortedSet<MemberId> strays = new TreeSet<>();

  public Locations(Replica replica) {
    this.replica = replica;
  }

  public void addPeer(MemberId member, GroupInfo info, SortedMap<ObjectId, Version> missing) {
    peers.put(member, new PeerState(new TreeMap<>(missing), info.backfilledTo()));
  }

  /** Adds a stray; returns whether it is new. */
  public boolean addStray(MemberId member) {
    return strays.add(member);
  }

  /** The replicas. */
  public SortedMap<MemberId, PeerState> peers() {
    return peersView;
  }

  public PeerState peer(MemberId member) {
    return Invariant.present(peers.get(member), () -> "no replica " + member);
  }

  public boolean isWhole() {
    return replica.missing().isEmpty() && peers.values().stream().allMatch(PeerState::isWhole);
  }

  /** Whether the primary itself lacks the object. */
  public boolean isMissingHere(ObjectId object) {
    return replica.missing().containsKey(object);
  }

  public boolean isMissingSomewhere(ObjectId object) {
    if (isMissingHere(object)) {
      return true;
    }
    for (PeerState peer : peers.values()) {
      if (peer.missing().containsKey(object)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the object must be copied to a replica before it is changed. */
  public boolean holdsUp(ObjectId object) {
    for (PeerState peer : peers.values()) {
      if (peer.holdsUp(object)) {
        return true;
      }
    }
    return false;
  }

  /** The members that have the object in the right version, as far as is known. */
  public SortedSet<MemberId> having(ObjectId object) {
    SortedSet<MemberId> having = where(peer -> peer.has(object));
    if (!isMissingHere(object)) {
      having.add(replica.self());
    }
    return having;
  }

  /** OSDs that are up and have a copy of the group, and are not members. */
  public SortedSet<MemberId> strays() {
    SortedSet<MemberId> up = new TreeSet<>(strays);
    up.removeIf(stray -> !replica.membership().isUp(stray));
    return up;
  }

  /**
   * Further members that may have a version of the object, or may be able to read it now: those
   * that lack it by what is known, strays, and those that have not reported a copy.
   */
  public SortedSet<MemberId> possible(Version version) {
    SortedSet<MemberId> possible = strays();
    possible.addAll(peers.keySet());
    possible.addAll(
        PossibleHolders.of(version, replica.info().history(), replica.membership()).up());
    return possible;
  }

  /** Replicas known to lack the object. */
  public SortedSet<MemberId> lacking(ObjectId object) {
    return where(peer -> peer.missing().containsKey(object));
  }

  /**
   * Replicas known to lack the object, and empty replicas that were not compared so far and will
   * probably lack it.
   */
  public SortedSet<MemberId> wanting(ObjectId object) {
    SortedSet<MemberId> wanting = lacking(object);
    peers.forEach((member, peer) -> {
      boolean empty = GroupInfo.NOTHING.equals(peer.noted().upTo());
      if (empty && !peer.compared().covers(object)) {
        Probe.reached("recovery: an object is given to an empty replica on the way");
        wanting.add(member);
      }
    });
    return wanting;
  }

  /** Replicas that are not known to have the primary's version of the object. */
  public SortedSet<MemberId> without(ObjectId object) {
    SortedSet<MemberId> without = new TreeSet<>();
    peers.forEach((member, peer) -> {
      if (!peer.has(object)) {
        without.add(member);
      }
    });
    return without;
  }

  /**
   * The version that replicas should get; {@link Version#ZERO} if no replica lacks the object, or
   * if it should not exist.
   */
  public Version expected(ObjectId object) {
    Version expected = Version.ZERO;
    for (PeerState peer : peers.values()) {
      Version lacks = peer.missing().get(object);
      expected = lacks == null ? expected : Version.max(expected, lacks);
    }
    return expected;
  }

  /** A replica has the same version of the object as the primary. */
  public void found(MemberId member, ObjectId object) {
    PeerState peer = peers.get(member);
    if (peer != null) {
      peer.missing().remove(object);
    }
  }

  /** A replica turned out not to have the object. */
  public void lost(MemberId member, ObjectId object, Version version) {
    PeerState peer = peers.get(member);
    if (peer != null && peer.has(object)) {
      peer.missing().put(object, version);
    }
  }

  /**
   * The object was changed; replicas that did not take part in the update will get the new version.
   *
   * @param version new version; {@link Version#ZERO} if the object was removed
   */
  public void onChanged(ObjectId object, Version version) {
    for (PeerState peer : peers.values()) {
      peer.missing().computeIfPresent(object, (_, _) -> version);
    }
  }

  /** The object was replaced on all replicas that must take part in an update. */
  public void onReplaced(ObjectId object) {
    for (PeerState peer : peers.values()) {
      if (peer.holdsUp(object)) {
        peer.missing().remove(object);
      }
    }
  }

  /** The next member to ask for an object that the primary lacks; null if all were tried. */
  public @Nullable MemberId source(ObjectId object, Version version, SortedSet<MemberId> tried) {
    for (Map.Entry<MemberId, PeerState> peer : peers.entrySet()) {
      if (!tried.contains(peer.getKey()) && peer.getValue().has(object)) {
        return peer.getKey();
      }
    }
    for (MemberId stray : strays) {
      if (!tried.contains(stray) && replica.membership().isUp(stray)) {
        Probe.reached("recovery: a former member is the source");
        return stray;
      }
    }
    // A replica that is being filled may have the only copy. A replica that could not read its copy
    // may be able to now.
    for (MemberId peer : peers.keySet()) {
      if (!tried.contains(peer)) {
        Probe.reached("recovery: a member that lacks the object is asked for it");
        return peer;
      }
    }
    return otherHolder(version, tried);
  }

  /**
   * A member that may hold the version and has not reported a copy of the group: it may be about
   * to, or confirms that it has none. Null if all were tried.
   */
  private @Nullable MemberId otherHolder(Version version, SortedSet<MemberId> tried) {
    for (MemberId member :
        PossibleHolders.of(version, replica.info().history(), replica.membership()).up()) {
      if (!tried.contains(member) && !member.equals(replica.self())) {
        Probe.reached("recovery: an OSD is asked that has not reported a copy");
        return member;
      }
    }
    return null;
  }

  /** Replicas that are not whole. */
  public SortedSet<MemberId> incomplete() {
    return where(peer -> !peer.isWhole());
  }

  /**
   * The members whose slots a recovery needs: of each OSD one that is incomplete. A group that
   * asked an OSD for a second slot could wait for itself.
   */
  public SortedSet<MemberId> slotHolders() {
    SortedSet<MemberId> holders = incomplete();
    Set<OsdId> seen = new TreeSet<>();
    holders.removeIf(member -> !seen.add(member.osd()));
    return holders;
  }

  private SortedSet<MemberId> where(Predicate<PeerState> condition) {
    SortedSet<MemberId> found = new TreeSet<>();
    peers.forEach((member, peer) -> {
      if (condition.test(peer)) {
        found.add(member);
      }
    });
    return found;
  }

  /** Whether any replica is being filled without a log. */
  public boolean isBackfilling() {
    return peers.values().stream().anyMatch(PeerState::isFilled);
  }

  /** Number of different copies that need no backfill, including the primary's. */
  public int wholeReplicas() {
    if (!replica.self().hasPosition()) {
      // Asked for each request: replicas are different copies, and are only counted.
      int whole = 1;
      for (PeerState peer : peers.values()) {
        whole += peer.isFilled() ? 0 : 1;
      }
      return whole;
    }
    SortedSet<MemberId> whole = where(peer -> !peer.isFilled());
    whole.add(replica.self());
    return replica.membership().copiesOf(whole);
  }

  /** The largest number of objects that any one replica is known to lack. */
  public int backlog() {
    return peers.values().stream().mapToInt(peer -> peer.missing().size()).max().orElse(0);
  }
}
