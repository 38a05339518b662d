package io.pando.sim;

import io.pando.bytes.ByteRange;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.PoolInfo;
import io.pando.cluster.ShardMapping;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.port.ObjectStore;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Compares all copies of all groups of pools of replicas: the set of objects, their bytes,
 * attributes and maps. A copy that is marked as damaged does not count where disks were corrupted
 * on purpose: an OSD that does not serve a damaged copy has no reason to check it.
 */
final class ReplicaComparison {
  private static final ObjectQuery ALL =
      new ObjectQuery(
          List.of(new ByteRange(0, 1 << 26)),
          List.of(new ObjectQuery.Page(null, "", 1_000_000, Integer.MAX_VALUE)),
          false);

  private final SimCluster cluster;
  private final List<SimOsd> osds;
  private final boolean spoilt;

  /** Creates a comparison; {@code spoilt}: bytes were corrupted on purpose. */
  ReplicaComparison(SimCluster cluster, List<SimOsd> osds, boolean spoilt) {
    this.cluster = cluster;
    this.osds = osds;
    this.spoilt = spoilt;
  }

  List<String> compare(ClusterMap map) {
    List<String> differences = new ArrayList<>();
    Placement placement = new Placement();
    for (PoolInfo pool :
        map.pools().values().stream().filter(pool -> pool.code() == null).toList()) {
      for (int seed = 0; seed < pool.groupCount(); seed++) {
        GroupMapping mapping = placement.locate(map, new PgId(pool.id(), seed));
        compare(pool, mapping, differences);
      }
    }
    return differences;
  }

  private void compare(PoolInfo pool, GroupMapping mapping, List<String> differences) {
    SortedMap<OsdId, SortedMap<ObjectId, String>> copies = new TreeMap<>();
    SortedSet<ObjectId> all = new TreeSet<>();
    for (OsdId osd : mapping.acting().osds()) {
      SortedMap<ObjectId, String> copy = copyOf(osd, pool, mapping.group());
      copies.put(osd, copy);
      all.addAll(copy.keySet());
    }
    for (ObjectId object : all) {
      SortedSet<String> kinds = new TreeSet<>();
      copies.values().forEach(copy -> kinds.add(copy.getOrDefault(object, "absent")));
      if (spoilt) {
        kinds.removeIf(kind -> kind.startsWith("Damaged"));
      }
      if (kinds.size() > 1) {
        StringBuilder text = new StringBuilder(mapping.group() + " " + object + ":");
        copies.forEach((osd, copy) ->
            text.append(' ').append(osd).append(' ').append(copy.getOrDefault(object, "absent")));
        differences.add(text.toString());
      }
    }
  }

  private SortedMap<ObjectId, String> copyOf(OsdId osd, PoolInfo pool, PgId group) {
    List<ObjectStore> stores = osds.get(osd.value()).stores();
    ObjectStore store = stores.get(ShardMapping.shardOf(pool, group, stores.size()));
    CollectionId collection = CollectionId.of(group);
    CompletableFuture<ObjectStore.Listing> listing = new CompletableFuture<>();
    store.list(collection, null, Integer.MAX_VALUE, listing::complete);
    SortedMap<ObjectId, String> copy = new TreeMap<>();
    for (ObjectId object : cluster.await(listing).objects()) {
      CompletableFuture<ReadOutcome> read = new CompletableFuture<>();
      store.read(collection, object, ALL, read::complete);
      copy.put(object, cluster.await(read).toString());
    }
    return copy;
  }
}
