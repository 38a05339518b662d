package io.pando.sim.audit;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.port.ObjectStore;
import io.pando.sim.SimCluster;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

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
      SortedMap<OsdId, StoredCopy> copies = new TreeMap<>();
      for (OsdId osd : mapping.acting().osds()) {
        List<ObjectStore> stores = cluster.disks().stores(osd.value());
        ObjectStore store = stores.get(ShardMapping.shardOf(pool(group), group, stores.size()));
        copies.put(osd, StoredCopy.read(cluster, store, group));
      }
      compareObjects(group, copies);
      compareLogs(group, copies);
      copies.forEach((osd, copy) -> checkAlone(group + " on " + osd, copy));
    }
    return differences;
  }

  /** Groups that OSDs store and should not; empty if there are none. */
  public List<String> leftOvers() {
    List<String> found = new ArrayList<>();
    SortedSet<PgId> known = new TreeSet<>(groups());
    for (int osd = 0; osd < cluster.size(); osd++) {
      for (PgId group : cluster.disks().groupsOn(osd)) {
        if (!known.contains(group)
            || !new Placement().locate(map, group).acting().contains(new OsdId(osd))) {
          found.add("osd." + osd + " still has group " + group);
        }
      }
    }
    return found;
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

  private void compareObjects(PgId group, SortedMap<OsdId, StoredCopy> copies) {
    SortedSet<ObjectId> all = new TreeSet<>();
    copies.values().forEach(copy -> all.addAll(copy.objects().keySet()));
    for (ObjectId object : all) {
      SortedMap<String, List<OsdId>> kinds = new TreeMap<>();
      copies.forEach((osd, copy) -> {
        ReadOutcome outcome = copy.objects().get(object);
        String text = outcome == null ? ABSENT : outcome.toString();
        kinds.computeIfAbsent(text, _ -> new ArrayList<>()).add(osd);
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
  private void compareLogs(PgId group, SortedMap<OsdId, StoredCopy> copies) {
    SortedMap<Version, LogEntry> told = new TreeMap<>();
    SortedSet<Version> heads = new TreeSet<>();
    for (Map.Entry<OsdId, StoredCopy> one : copies.entrySet()) {
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
        cluster.disks().isSpoilt()
            || (info.objects() == copy.objects().size() && info.bytes() == copy.bytes()),
        where,
        "counts %d objects and %d bytes, and has %d and %d"
            .formatted(info.objects(), info.bytes(), copy.objects().size(), copy.bytes()));
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
