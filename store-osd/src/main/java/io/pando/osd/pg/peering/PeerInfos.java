package io.pando.osd.pg.peering;

import io.pando.group.GroupInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
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
  private final SortedMap<OsdId, GroupInfo> infos = new TreeMap<>();
  private final SortedMap<OsdId, SortedMap<ObjectId, Version>> missing = new TreeMap<>();

  PeerInfos(Replica replica) {
    this.replica = replica;
  }

  void clear() {
    infos.clear();
    missing.clear();
  }

  void put(OsdId from, GroupInfo info) {
    infos.put(from, info);
  }

  /** Who is down counts no more; says whether there was somebody. */
  boolean removeDown() {
    return infos.keySet().removeIf(osd -> !replica.membership().map().isUp(osd));
  }

  /** A member that is activated lacks these too. */
  void put(OsdId from, SortedMap<ObjectId, Version> lacks) {
    missing.computeIfAbsent(from, _ -> new TreeMap<>()).putAll(lacks);
  }

  SortedMap<OsdId, GroupInfo> infos() {
    return Collections.unmodifiableSortedMap(infos);
  }

  SortedMap<ObjectId, Version> missingOf(OsdId osd) {
    SortedMap<ObjectId, Version> known = missing.get(osd);
    return known == null ? new TreeMap<>() : known;
  }

  /** With what is here. */
  SortedMap<OsdId, GroupInfo> all() {
    SortedMap<OsdId, GroupInfo> all = new TreeMap<>(infos);
    all.put(replica.self(), replica.info());
    return all;
  }

  /** Who must be heard. */
  PriorSet prior() {
    return PriorSet.of(replica.info().history(), replica.membership(), replica.self(), all());
  }

  /** Who of the prior set was not heard yet. */
  SortedSet<OsdId> unheard(PriorSet prior) {
    SortedSet<OsdId> unheard = new TreeSet<>(prior.probe());
    unheard.removeAll(infos.keySet());
    return unheard;
  }

  /** Whose log is the truth, as far as was heard. */
  Optional<Authority> authority() {
    return Authority.choose(all(), replica.self());
  }

  /** Whether the log here is still the best that anybody told of. */
  boolean isBestHere() {
    return authority()
        .filter(best -> best.info().lastUpdate().equals(replica.info().lastUpdate()))
        .isPresent();
  }
}
