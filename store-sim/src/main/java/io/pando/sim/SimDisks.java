package io.pando.sim;

import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.port.ObjectStore;
import io.pando.sim.disk.SimDisk;
import io.pando.store.CollectionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The disks of all OSDs of a cluster: damages and replaces them, checks them, and remembers on
 * which OSDs bytes were corrupted, unreadable or lost, and since when.
 */
public final class SimDisks {
  private final SimCluster cluster;
  private final List<SimOsd> osds;
  private final TreeMap<OsdId, Long> faultySince = new TreeMap<>();
  private final TreeMap<ObjectId, Long> ruined = new TreeMap<>();
  private boolean spoilt;

  SimDisks(SimCluster cluster, List<SimOsd> osds) {
    this.cluster = cluster;
    this.osds = osds;
  }

  /**
   * Corrupts the block of an object at an offset on one OSD; returns whether it holds data there.
   */
  public boolean damage(int osd, PgId group, ObjectId object, long offset) {
    return damage(osd, ReplicaId.of(group), object, offset);
  }

  /** Like {@link #damage(int, PgId, ObjectId, long)}, for one copy of a group. */
  public boolean damage(int osd, ReplicaId replica, ObjectId object, long offset) {
    onSpoilt(new OsdId(osd));
    return osds.get(osd).damage(replica, object, offset);
  }

  /**
   * Like {@link #damage}, for an object of which all good copies may then be gone: from now on
   * clients may be told that this object is damaged, wherever it is.
   */
  public boolean ruin(int osd, ReplicaId replica, ObjectId object, long offset) {
    boolean any = osds.get(osd).damage(replica, object, offset);
    if (any) {
      spoilt = true;
      ruined.putIfAbsent(object, cluster.world().nowNanos());
    }
    return any;
  }

  /** Flips a bit somewhere on an OSD's disks; false if they hold no data. */
  public boolean damageAny(int osd) {
    onSpoilt(new OsdId(osd));
    return osds.get(osd).damageAny();
  }

  /** Bytes on the disks of an OSD are corrupted or unreadable. */
  void onSpoilt(OsdId osd) {
    spoilt = true;
    onFaulty(osd);
  }

  private void onFaulty(OsdId osd) {
    faultySince.putIfAbsent(osd, cluster.world().nowNanos());
  }

  /**
   * Replaces the disks of a dead OSD by empty ones. With its old number it can only start after it
   * was purged and created again with its new {@link #identity}.
   */
  public void lose(int osd) {
    osds.get(osd).loseDisks();
    onFaulty(osds.get(osd).id());
  }

  /** Identity of an OSD's data, which it reports when it starts. */
  public UUID identity(int osd) {
    return osds.get(osd).identity();
  }

  /** Objects of which all good copies may be gone, and since when. */
  public SortedMap<ObjectId, Long> ruined() {
    return Collections.unmodifiableSortedMap(ruined);
  }

  /** OSDs whose bytes were corrupted, unreadable or lost before a given time. */
  public List<OsdId> faultyBy(long nanos) {
    return faultySince.entrySet().stream()
        .filter(entry -> entry.getValue() <= nanos)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether bytes were ever corrupted on purpose, or were unreadable. */
  public boolean isSpoilt() {
    return spoilt;
  }

  /** Whether one of the disks of an OSD is making bytes durable. */
  public boolean isFlushing(int osd) {
    return osds.get(osd).disks().stream().anyMatch(SimDisk::isFlushing);
  }

  /**
   * Faults of the stores of all living OSDs: blocks with no owner, or with two. Empty if there are
   * none.
   */
  public List<String> check() {
    List<String> faults = new ArrayList<>();
    for (SimOsd osd : osds) {
      for (SimDisk disk : osd.isAlive() ? osd.disks() : List.<SimDisk>of()) {
        CompletableFuture<List<String>> checked = new CompletableFuture<>();
        disk.check(checked::complete);
        cluster.await(checked).forEach(fault -> faults.add(osd.id() + ": " + fault));
      }
    }
    return faults;
  }

  /** Groups that have a collection on an OSD. */
  public List<PgId> groupsOn(int osd) {
    return collectionsOn(osd).stream()
        .map(CollectionId::copy)
        .flatMap(Stream::ofNullable)
        .map(ReplicaId::group)
        .toList();
  }

  /** All collections on an OSD. */
  public List<CollectionId> collectionsOn(int osd) {
    List<CollectionId> all = new ArrayList<>();
    for (ObjectStore store : osds.get(osd).stores()) {
      CompletableFuture<List<CollectionId>> collections = new CompletableFuture<>();
      store.collections(collections::complete);
      all.addAll(cluster.await(collections));
    }
    return all;
  }

  /** Stores of an OSD's present life, one for each shard, for checks of their contents. */
  public List<ObjectStore> stores(int osd) {
    return List.copyOf(osds.get(osd).stores());
  }
}
