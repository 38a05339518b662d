package io.pando.osd.pg.recovery.missing;

import io.pando.check.Invariant;
import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Replica;
import io.pando.probe.Probe;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which objects are missing where, and which OSDs have them: the primary, its replicas, and strays.
 */
public final class Locations {
  private final Replica replica;
  private final SortedMap<OsdId, PeerState> peers = new TreeMap<>();
  private final SortedSet<OsdId> strays = new TreeSet<>();

  public Locations(Replica replica) {
    this.replica = replica;
  }

  public void addPeer(OsdId osd, GroupInfo info, SortedMap<ObjectId, Version> missing) {
    peers.put(osd, new PeerState(new TreeMap<>(missing), info.backfilledTo()));
  }

  /** Adds a stray; returns whether it is new. */
  public boolean addStray(OsdId osd) {
    return strays.add(osd);
  }

  /** The replicas. */
  public SortedMap<OsdId, PeerState> peers() {
    return Collections.unmodifiableSortedMap(peers);
  }

  public PeerState peer(OsdId osd) {
    return Invariant.present(peers.get(osd), () -> "no replica " + osd);
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

  /** Replicas known to lack the object. */
  public SortedSet<OsdId> lacking(ObjectId object) {
    return where(peer -> peer.missing().containsKey(object));
  }

  /**
   * Replicas known to lack the object, and empty replicas that were not compared so far and will
   * probably lack it.
   */
  public SortedSet<OsdId> wanting(ObjectId object) {
    SortedSet<OsdId> wanting = lacking(object);
    peers.forEach((osd, peer) -> {
      boolean empty = GroupInfo.NOTHING.equals(peer.noted().upTo());
      if (empty && !peer.compared().covers(object)) {
        Probe.reached("recovery: an object is given to an empty replica on the way");
        wanting.add(osd);
      }
    });
    return wanting;
  }

  /** Replicas that are not known to have the primary's version of the object. */
  public SortedSet<OsdId> without(ObjectId object) {
    SortedSet<OsdId> without = new TreeSet<>();
    peers.forEach((osd, peer) -> {
      if (!peer.has(object)) {
        without.add(osd);
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
  public void found(OsdId osd, ObjectId object) {
    PeerState peer = peers.get(osd);
    if (peer != null) {
      peer.missing().remove(object);
    }
  }

  /** A replica turned out not to have the object. */
  public void lost(OsdId osd, ObjectId object, Version version) {
    PeerState peer = peers.get(osd);
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

  /** The next OSD to ask for an object that the primary lacks; null if all were tried. */
  public @Nullable OsdId source(ObjectId object, Version version, SortedSet<OsdId> tried) {
    for (Map.Entry<OsdId, PeerState> peer : peers.entrySet()) {
      if (!tried.contains(peer.getKey()) && peer.getValue().has(object)) {
        return peer.getKey();
      }
    }
    for (OsdId stray : strays) {
      if (!tried.contains(stray) && replica.membership().map().isUp(stray)) {
        Probe.reached("recovery: a former member is the source");
        return stray;
      }
    }
    // A replica that is being filled may have the only copy. A replica that could not read its copy
    // may be able to now.
    for (OsdId peer : peers.keySet()) {
      if (!tried.contains(peer)) {
        Probe.reached("recovery: a member that lacks the object is asked for it");
        return peer;
      }
    }
    return otherHolder(version, tried);
  }

  /**
   * An OSD that may hold the version and has not reported a copy of the group: it may be about to,
   * or confirms that it has none. Null if all were tried.
   */
  private @Nullable OsdId otherHolder(Version version, SortedSet<OsdId> tried) {
    for (OsdId osd :
        PossibleHolders.of(version, replica.info().history(), replica.membership()).up()) {
      if (!tried.contains(osd) && !osd.equals(replica.self())) {
        Probe.reached("recovery: an OSD is asked that has not reported a copy");
        return osd;
      }
    }
    return null;
  }

  /** Replicas that are not whole. */
  public SortedSet<OsdId> incomplete() {
    return where(peer -> !peer.isWhole());
  }

  private SortedSet<OsdId> where(Predicate<PeerState> condition) {
    SortedSet<OsdId> found = new TreeSet<>();
    peers.forEach((osd, peer) -> {
      if (condition.test(peer)) {
        found.add(osd);
      }
    });
    return found;
  }

  /** Whether any replica is being filled without a log. */
  public boolean isBackfilling() {
    return peers.values().stream().anyMatch(PeerState::isFilled);
  }

  /** Number of replicas that need no backfill, including the primary. */
  public int wholeReplicas() {
    int whole = 1;
    for (PeerState peer : peers.values()) {
      whole += peer.isFilled() ? 0 : 1;
    }
    return whole;
  }

  /** The largest number of objects that any one replica is known to lack. */
  public int backlog() {
    return peers.values().stream().mapToInt(peer -> peer.missing().size()).max().orElse(0);
  }
}
