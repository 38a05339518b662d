package io.pando.osd;

import io.pando.bytes.Payload;
import io.pando.cluster.ClusterMap;
import io.pando.collect.Utf8Order;
import io.pando.format.MapRecords;
import io.pando.port.ObjectStore;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The newest map that an OSD knew, stored in the daemon's collection of its first store. A
 * restarted OSD continues from this map and so receives every map in between, from which its groups
 * derive their past intervals.
 */
public final class SavedMap {
  private static final String KEY = "map";

  private final ObjectStore store;
  private final Consumer<String> fatal;

  SavedMap(ObjectStore store, Consumer<String> fatal) {
    this.store = store;
    this.fatal = fatal;
  }

  /** The saved map among the records of the daemon's collection. */
  public static Optional<ClusterMap> of(SortedMap<String, Payload> entries) {
    return Optional.ofNullable(entries.get(KEY)).map(MapRecords.MAP::decode);
  }

  /** Reads the saved map. Creates the daemon's collection at the first start. */
  void load(Consumer<Optional<ClusterMap>> done) {
    store.collections(collections -> {
      if (collections.contains(CollectionId.DAEMON)) {
        store.readMeta(CollectionId.DAEMON, KEY, KEY + "\0", entries -> done.accept(of(entries)));
      } else {
        submit(
            new StoreOp.CreateCollection(CollectionId.DAEMON), () -> done.accept(Optional.empty()));
      }
    });
  }

  /** Stores a newer map. */
  void save(ClusterMap map) {
    TreeMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    entries.put(KEY, MapRecords.MAP.encode(map));
    submit(new StoreOp.PutMeta(CollectionId.DAEMON, entries), () -> {});
  }

  private void submit(StoreOp op, Runnable done) {
    store.submit(
        new Transaction(List.of(op), true),
        outcome -> {
          switch (outcome) {
            case CommitOutcome.Committed _ -> done.run();
            case CommitOutcome.NoSpace full ->
                fatal.accept(
                    "no space for the cluster map: " + full.freeBytes() + " bytes are free");
            case CommitOutcome.Broken broken -> fatal.accept(broken.what());
          }
        });
  }
}
