package io.pando.sim.audit;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.cluster.erasure.PoolCode;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.MemberId;
import io.pando.id.MemberList;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.port.ObjectStore;
import io.pando.sim.SimCluster;
import io.pando.store.CollectionId;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Checks the stores of a cluster that is clean and at rest: all copies of a group are equal, each
 * is consistent in itself, and no data is left where it does not belong.
 */
public final class Audit {
  private static final String ABSENT = "absent";

  private final SimCluster cluster;
  private final ClusterMap map;
  private final List<String> differences = new ArrayList<>();

  public Audit(SimCluster cluster, ClusterMap map) {
    this.cluster = cluster;
    this.map = map;
  }

  /** Faults of the copies; empty if there are none. */
  public List<String> copies() {
    for (PgId group : groups()) {
      GroupMapping mapping = new Placement().locate(map, group);
      SortedMap<MemberId, StoredCopy> copies = new TreeMap<>();
      for (MemberId member : members(pool(group), mapping.acting())) {
        List<ObjectStore> stores = cluster.disks().stores(member.osd().value());
        ObjectStore store = stores.get(ShardMapping.shardOf(pool(group), group, stores.size()));
        ReplicaId replica = new ReplicaId(group, member.position());
        copies.put(member, StoredCopy.read(cluster, store, replica));
        checkNothingAside(group + " on " + member, store, replica);
      }
      PoolCode code = pool(group).code();
      if (code == null) {
        compareObjects(group, copies);
      } else {
        differences.addAll(new FragmentAudit(cluster, code).differences(group, copies));
      }
      compareLogs(group, copies);
      copies.forEach((member, copy) -> checkAlone(group + " on " + member, copy));
    }
    return differences;
  }

  /** Groups that OSDs store and should not; empty if there are none. */
  public List<String> leftOvers() {
    List<String> found = new ArrayList<>();
    SortedSet<PgId> known = new TreeSet<>(groups());
    for (int osd = 0; osd < cluster.size(); osd++) {
      for (CollectionId collection : cluster.disks().collectionsOn(osd)) {
        ReplicaId replica = collection.replica();
        if (replica != null && !isMember(new OsdId(osd), replica, known)) {
          found.add("osd." + osd + " still has group " + collection);
        }
      }
    }
    return found;
  }

  private boolean isMember(OsdId osd, ReplicaId replica, SortedSet<PgId> known) {
    PgId group = replica.group();
    return known.contains(group)
        && members(pool(group), new Placement().locate(map, group).acting())
            .contains(new MemberId(osd, replica.position()));
  }

  /** The members of a group with this acting set. */
  private static List<MemberId> members(PoolInfo pool, MemberList acting) {
    if (pool.code() == null) {
      return acting.osds().stream().map(MemberId::of).toList();
    }
    List<MemberId> members = new ArrayList<>();
    for (int position = 0; position < acting.positions().size(); position++) {
      int here = position;
      acting.positions().get(position).ifPresent(osd -> members.add(new MemberId(osd, here)));
    }
    return members;
  }

  /** Checks that nothing is kept for undoing updates: all updates are on all members. */
  private void checkNothingAside(String where, ObjectStore store, ReplicaId replica) {
    if (replica.hasPosition()) {
      CompletableFuture<ObjectStore.Listing> listing = new CompletableFuture<>();
      store.list(CollectionId.aside(replica), null, Integer.MAX_VALUE, listing::complete);
      List<ObjectId> aside = cluster.await(listing).objects();
      expect(aside.isEmpty(), where, "keeps aside " + aside);
    }
  }

  private PoolInfo pool(PgId group) {
    return Invariant.present(map.pools().get(group.pool()), () -> "no pool of " + group);
  }

  private List<PgId> groups() {
    List<PgId> groups = new ArrayList<>();
    for (PoolInfo pool : map.pools().values()) {
      for (int seed = 0; seed < pool.groupCount(); seed++) {
        groups.add(new PgId(pool.id(), seed));
      }
    }
    return groups;
  }

  private void compareObjects(PgId group, SortedMap<MemberId, StoredCopy> copies) {
    SortedSet<ObjectId> all = new TreeSet<>();
    copies.values().forEach(copy -> all.addAll(copy.objects().keySet()));
    for (ObjectId object : all) {
      SortedMap<String, List<MemberId>> kinds = new TreeMap<>();
      copies.forEach((member, copy) -> {
        ReadOutcome outcome = copy.objects().get(object);
        String text = outcome == null ? ABSENT : outcome.toString();
        kinds.computeIfAbsent(text, _ -> new ArrayList<>()).add(member);
      });
      if (cluster.disks().isSpoilt()) {
        // An OSD that does not serve a damaged copy has no reason to check it.
        kinds.keySet().removeIf(kind -> kind.startsWith("Damaged"));
      }
      if (kinds.size() > 1) {
        differences.add(group + " " + object + " differs: " + kinds);
      }
    }
  }

  /** Checks that heads are equal, and that two logs agree where they overlap. */
  private void compareLogs(PgId group, SortedMap<MemberId, StoredCopy> copies) {
    SortedMap<Version, LogEntry> told = new TreeMap<>();
    SortedSet<Version> heads = new TreeSet<>();
    for (Map.Entry<MemberId, StoredCopy> one : copies.entrySet()) {
      heads.add(one.getValue().group().info().lastUpdate());
      for (LogEntry entry : one.getValue().group().entries()) {
        LogEntry other = told.putIfAbsent(entry.version(), entry);
        if (other != null && !other.equals(entry)) {
          differences.add(
              "log of %s on %s has %s, another one %s"
                  .formatted(group, one.getKey(), entry, other));
        }
      }
    }
    if (heads.size() > 1) {
      differences.add("logs of " + group + " end at " + heads);
    }
  }

  private void checkAlone(String where, StoredCopy copy) {
    GroupInfo info = copy.group().info();
    expect(copy.group().missing().isEmpty(), where, "misses " + copy.group().missing());
    expect(info.backfilledTo() == null, where, "is not filled");
    // The stored value is as of the last update; the missing set decides whether it still holds.
    expect(
        !info.log().lastComplete().isAfter(info.lastUpdate()),
        where,
        "claims more than it has: " + info);
    expect(
        copy.group().log().undo().isEmpty(), where, "can take back " + copy.group().log().undo());
    long bytes = pool(info.group()).code() == null ? copy.bytes() : copy.bytesOfWholes();
    expect(
        cluster.disks().isSpoilt()
            || (info.objects() == copy.objects().size() && info.bytes() == bytes),
        where,
        "counts %d objects and %d bytes, and has %d and %d"
            .formatted(info.objects(), info.bytes(), copy.objects().size(), bytes));
    checkLog(where, copy);
    long key = pool(info.group()).treeKey();
    TreeAudit.differences(copy, key).forEach(it -> expect(false, where, it));
    IndexAudit.differences(copy).forEach(it -> expect(false, where, it));
  }

  /** Checks that the log has no gap, and agrees with the objects. */
  private void checkLog(String where, StoredCopy copy) {
    GroupInfo info = copy.group().info();
    Version before = info.logTail();
    SortedMap<ObjectId, LogEntry> newest = new TreeMap<>();
    List<LogEntry> log =
        copy.group().entries().stream()
            .filter(entry -> entry.version().isAfter(info.logTail()))
            .toList();
    for (LogEntry entry : log) {
      expect(
          entry.version().counter() == before.counter() + 1 && entry.version().isAfter(before),
          where,
          "has log entry " + entry.version() + " behind " + before);
      before = entry.version();
      if (entry.touchesObject()) {
        newest.put(entry.object(), entry);
      }
    }
    expect(before.equals(info.lastUpdate()), where, "has a log that ends at " + before);
    newest.forEach((object, entry) -> {
      Version expected = entry.kind() == LogEntry.Kind.DELETE ? Version.ZERO : entry.version();
      Version found = copy.version(object);
      expect(
          found.equals(expected) || copy.isDamaged(object),
          where,
          "has " + object + " at " + found + ", not " + expected);
    });
    for (ObjectId object : copy.objects().keySet()) {
      Version version = copy.version(object);
      expect(
          copy.isDamaged(object)
              || (version.isAfter(Version.ZERO) && !version.isAfter(info.lastUpdate())),
          where,
          "has " + object + " at " + version + ", and its log ends at " + info.lastUpdate());
    }
  }

  private void expect(boolean holds, String where, String complaint) {
    if (!holds) {
      differences.add(where + " " + complaint);
    }
  }
}
