package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.Replica;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Infos that peers sent in this interval, and the conclusions from all of them. */
final class PeerInfos {
  private final Replica replica;
  private final SortedMap<MemberId, GroupInfo> infos = new TreeMap<>();
  private final SortedMap<MemberId, SortedMap<ObjectId, Version>> missing = new TreeMap<>();

  PeerInfos(Replica replica) {
    this.replica = replica;
  }

  void put(MemberId from, GroupInfo info) {
    infos.put(from, info);
  }

  /** Removes the infos of members whose OSDs are down; returns whether there were any. */
  boolean removeDown() {
    return infos.keySet().removeIf(member -> !replica.membership().isUp(member));
  }

  /** Adds objects that an activated member lacks. */
  void put(MemberId from, SortedMap<ObjectId, Version> lacks) {
    missing.computeIfAbsent(from, _ -> new TreeMap<>()).putAll(lacks);
  }

  SortedMap<MemberId, GroupInfo> infos() {
    return Collections.unmodifiableSortedMap(infos);
  }

  SortedMap<ObjectId, Version> missingOf(MemberId member) {
    SortedMap<ObjectId, Version> known = missing.get(member);
    return known == null ? new TreeMap<>() : known;
  }

  /** The infos of the peers and of this member. */
  SortedMap<MemberId, GroupInfo> all() {
    SortedMap<MemberId, GroupInfo> all = new TreeMap<>(infos);
    all.put(replica.self(), replica.info());
    return all;
  }

  /** The members that must be heard. */
  PriorSet prior() {
    return PriorSet.of(
        replica.info().history(),
        replica.membership(),
        replica.self(),
        all(),
        replica.redundancy());
  }

  /** The members of the prior set that were not heard yet. */
  SortedSet<MemberId> unheard(PriorSet prior) {
    SortedSet<MemberId> unheard = new TreeSet<>(prior.probe());
    unheard.removeAll(infos.keySet());
    return unheard;
  }

  /** The replica with the authoritative log, as far as was heard. */
  Optional<Authority> authority() {
    return Authority.choose(all(), replica.self(), replica.redundancy());
  }

  /** Whether the log here is as new as the best that was heard. */
  boolean isBestHere() {
    return authority()
        .filter(best -> best.info().lastUpdate().equals(replica.info().lastUpdate()))
        .isPresent();
  }

  /**
   * Whether a member proves that it adopted this log in this interval. Its log must end where the
   * log here does, because no update is ordered before all members are activated. A member whose
   * log ends elsewhere serves another activation, and may have acknowledged updates that are not
   * here.
   */
  boolean isProof(MemberId from, GroupInfo info) {
    boolean proof =
        info.history().sameIntervalSince() == replica.interval()
            && info.lastUpdate().equals(replica.log().head());
    if (!proof) {
      replica.report(
          "%s is not activated: it is at %s in the interval since epoch %d, not at %s since %d"
              .formatted(
                  from,
                  info.lastUpdate(),
                  info.history().sameIntervalSince(),
                  replica.log().head(),
                  replica.interval()));
    }
    return proof;
  }
}
