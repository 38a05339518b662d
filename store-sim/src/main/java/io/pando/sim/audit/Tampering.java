package io.pando.sim.audit;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.cluster.erasure.PoolCode;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import io.pando.store.CollectionId;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Changes copies of objects in the store of one OSD without its daemon: either in ways that the
 * other copies prove to be wrong, or in ways that a scrub cannot prove to be wrong.
 */
final class Tampering {
  private enum Way {
    REMOVED,
    AGED,
    SPOILT,
    OTHER_BYTES,
    OTHER_ENTRIES,
    STRANGE,
    NEWER
  }

  private static final List<Way> PROVEN =
      List.of(Way.REMOVED, Way.AGED, Way.SPOILT, Way.OTHER_BYTES, Way.OTHER_ENTRIES, Way.STRANGE);

  /** With two readable copies it is not known which of them is good. */
  private static final List<Way> PROVEN_BY_TWO = List.of(Way.REMOVED, Way.AGED, Way.SPOILT);

  /** A copy that is newer than all records suggests that the records are old. */
  private static final List<Way> UNPROVEN = List.of(Way.NEWER, Way.SPOILT);

  private static final List<Way> UNPROVEN_BY_TWO =
      List.of(Way.NEWER, Way.SPOILT, Way.OTHER_BYTES, Way.STRANGE);

  /** A fragment that is newer than all records is known by them, or by the others. */
  private static final List<Way> UNPROVEN_OF_FRAGMENTS =
      List.of(Way.NEWER, Way.SPOILT, Way.OTHER_BYTES);

  private static final int MOST = 6;

  private final SimCluster cluster;
  private final ClusterMap map;
  private final Random64 random;
  private final OsdId victim;
  private final SortedSet<ObjectId> changed = new TreeSet<>();
  private final SortedSet<ObjectId> certain = new TreeSet<>();
  private final SortedSet<PgId> groups = new TreeSet<>();

  Tampering(SimCluster cluster, ClusterMap map, Random64 random) {
    this.cluster = cluster;
    this.map = map;
    this.random = random;
    this.victim = new OsdId(random.nextInt(cluster.size()));
  }

  /** Makes changes that other copies prove to be wrong; returns the changed objects. */
  SortedSet<ObjectId> tamper() {
    return tamper(PROVEN, PROVEN_BY_TWO);
  }

  /** Makes changes that a scrub cannot decide, or that clients may find first. */
  SortedSet<ObjectId> confuse() {
    return tamper(UNPROVEN, UNPROVEN_BY_TWO);
  }

  /** Objects that clients cannot have repaired before a scrub reached them; none with fragments. */
  SortedSet<ObjectId> certainlyFound() {
    return certain;
  }

  /** Groups with changed objects. */
  SortedSet<PgId> groups() {
    return groups;
  }

  private SortedSet<ObjectId> tamper(List<Way> ways, List<Way> waysOfTwo) {
    for (PoolInfo pool : map.livePools()) {
      for (int seed = 0; seed < pool.groupCount() && changed.size() < MOST; seed++) {
        GroupMapping mapping = new Placement().locate(map, new PgId(pool.id(), seed));
        int count = mapping.acting().count();
        if (mapping.acting().contains(victim)) {
          if (pool.code() != null) {
            tamperFragments(pool, pool.code(), mapping, ways);
          } else if (count >= 2) {
            tamper(pool, ReplicaId.of(mapping.group()), count == 2 ? waysOfTwo : ways);
          }
        }
      }
    }
    return changed;
  }

  /** Fragments are tampered with if the others certainly decode. */
  private void tamperFragments(PoolInfo pool, PoolCode code, GroupMapping mapping, List<Way> ways) {
    boolean oneIsFound = code.parameters().groups() == 0 && code.parameters().m() >= 2;
    List<Way> possible = new ArrayList<>(ways.equals(PROVEN) ? PROVEN : UNPROVEN_OF_FRAGMENTS);
    if (ways.equals(PROVEN) && !oneIsFound) {
      possible.remove(Way.OTHER_BYTES);
    }
    int spare = mapping.acting().count() - code.alwaysDecodes();
    if (mapping.acting().count() == code.positions() && spare > 0) {
      int position = mapping.acting().positions().indexOf(Optional.of(victim));
      tamper(pool, new ReplicaId(mapping.group(), position), possible);
    }
  }

  private void tamper(PoolInfo pool, ReplicaId replica, List<Way> ways) {
    List<ObjectStore> stores = cluster.disks().stores(victim.value());
    ObjectStore store = stores.get(ShardMapping.shardOf(pool, replica.group(), stores.size()));
    StoredCopy copy = StoredCopy.read(cluster, store, replica);
    for (ObjectId object : copy.objects().keySet()) {
      if (random.oneIn(3) && copy.objects().get(object) instanceof ReadOutcome.Found found) {
        Way way = ways.get(random.nextInt(ways.size()));
        List<StoreOp> ops = ops(way, pool, replica, copy, object, found.view());
        boolean done =
            way == Way.SPOILT
                ? found.view().size() > 0
                    && cluster.disks().damage(victim.value(), replica, object, 0)
                : submit(store, ops);
        if (done) {
          cluster.notes().onTampered();
          groups.add(replica.group());
          cluster.world().note("tamper: " + object + " is " + way + " on " + victim);
        }
        if (done && way != Way.STRANGE) {
          changed.add(object);
        }
        if (done && !replica.hasPosition() && way != Way.STRANGE && way != Way.SPOILT) {
          certain.add(object);
        }
      }
    }
  }

  private boolean submit(ObjectStore store, List<StoreOp> ops) {
    if (!ops.isEmpty()) {
      store.submit(new Transaction(ops, false), _ -> {});
    }
    return !ops.isEmpty();
  }

  private List<StoreOp> ops(
      Way way,
      PoolInfo pool,
      ReplicaId replica,
      StoredCopy copy,
      ObjectId object,
      ObjectView view) {
    CollectionId in = CollectionId.of(replica);
    Version version = copy.version(object);
    return switch (way) {
      case SPOILT -> List.of();
      case REMOVED -> List.of(new StoreOp.Remove(in, object));
      case AGED ->
          List.of(inVersion(in, object, view, new Version(version.epoch(), version.counter() - 1)));
      case NEWER -> {
        Version newest = copy.group().info().lastUpdate();
        yield newest.isAfter(version) ? List.of(inVersion(in, object, view, newest)) : List.of();
      }
      case OTHER_BYTES ->
          replica.hasPosition() && view.size() == 0
              ? List.of()
              : List.of(
                  new StoreOp.Write(
                      in,
                      object,
                      view.size() / 2,
                      replica.hasPosition()
                          ? Payload.utf8("!")
                          : Payload.utf8("tampered " + view.size())));
      case OTHER_ENTRIES -> {
        SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
        entries.put("tampered", Payload.utf8(object.name()));
        yield List.of(new StoreOp.PutMap(in, object, entries));
      }
      case STRANGE -> {
        ObjectId strange = strange(pool, replica.group());
        changed.add(strange);
        certain.add(strange);
        List<StoreOp> ops = new ArrayList<>();
        ops.add(new StoreOp.Write(in, strange, 0, Payload.utf8("strange")));
        ops.add(record(in, strange, new ObjectInfo(copy.group().info().lastUpdate(), 1)));
        yield ops;
      }
    };
  }

  /** Changes nothing but the version in the record of an object. */
  private static StoreOp inVersion(
      CollectionId in, ObjectId object, ObjectView view, Version version) {
    Payload stored = view.attributes().get(ObjectInfo.ATTRIBUTE);
    long objectBytes = stored == null ? 0 : GroupRecords.OBJECT.decode(stored).objectBytes();
    return record(in, object, new ObjectInfo(version, 1, objectBytes));
  }

  private static StoreOp record(CollectionId in, ObjectId object, ObjectInfo info) {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(info));
    return new StoreOp.PutAttributes(in, object, attributes);
  }

  /** An object that would belong to the group and does not exist. */
  private ObjectId strange(PoolInfo pool, PgId group) {
    ObjectId object = Placement.object("strange-" + random.nextLong());
    while (!Placement.group(pool, object).equals(group)) {
      object = Placement.object("strange-" + random.nextLong());
    }
    return object;
  }
}
