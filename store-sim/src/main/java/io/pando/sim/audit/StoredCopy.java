package io.pando.sim.audit;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.ReplicaId;
import io.pando.id.Version;
import io.pando.osd.pg.replica.StoredGroup;
import io.pando.port.ObjectStore;
import io.pando.sim.SimCluster;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Contents of a group in one OSD's store, read without the OSD.
 *
 * @param meta the group's own map
 * @param objects contents of each object, or why it cannot be read
 */
record StoredCopy(
    StoredGroup group, SortedMap<String, Payload> meta, SortedMap<ObjectId, ReadOutcome> objects) {
  private static final ObjectQuery ALL =
      new ObjectQuery(
          List.of(new ByteRange(0, 1 << 26)),
          List.of(new ObjectQuery.Page(null, "", 1_000_000, Integer.MAX_VALUE)),
          false);

  static StoredCopy read(SimCluster cluster, ObjectStore store, ReplicaId replica) {
    CollectionId collection = CollectionId.of(replica);
    CompletableFuture<SortedMap<String, Payload>> meta = new CompletableFuture<>();
    store.readMeta(collection, "", null, meta::complete);
    CompletableFuture<ObjectStore.Listing> listing = new CompletableFuture<>();
    store.list(collection, null, Integer.MAX_VALUE, listing::complete);
    SortedMap<ObjectId, ReadOutcome> objects = new TreeMap<>();
    for (ObjectId object : cluster.await(listing).objects()) {
      CompletableFuture<ReadOutcome> read = new CompletableFuture<>();
      store.read(collection, object, ALL, read::complete);
      objects.put(object, cluster.await(read));
    }
    SortedMap<String, Payload> entries = cluster.await(meta);
    return new StoredCopy(StoredGroup.parse(replica.group(), entries), entries, objects);
  }

  /** Total bytes of all objects. */
  long bytes() {
    return objects.values().stream()
        .mapToLong(it -> it instanceof ReadOutcome.Found found ? found.view().size() : 0)
        .sum();
  }

  /** Whether an object exists here and cannot be read. */
  boolean isDamaged(ObjectId object) {
    return objects.get(object) instanceof ReadOutcome.Damaged;
  }

  /** Version stored with an object; {@link Version#ZERO} if there is none. */
  Version version(ObjectId object) {
    return stamp(object).version();
  }

  /** Total bytes of the objects whose fragments these are. */
  long bytesOfWholes() {
    return objects.keySet().stream().mapToLong(object -> stamp(object).objectBytes()).sum();
  }

  /** What is stored about an object. */
  private ObjectInfo stamp(ObjectId object) {
    if (objects.get(object) instanceof ReadOutcome.Found found) {
      ObjectView view = found.view();
      Payload stored = view.attributes().get(ObjectInfo.ATTRIBUTE);
      if (stored != null) {
        return GroupRecords.OBJECT.decode(stored);
      }
    }
    return new ObjectInfo(Version.ZERO, 0);
  }
}
