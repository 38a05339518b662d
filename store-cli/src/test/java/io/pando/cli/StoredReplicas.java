package io.pando.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.daemon.Networks;
import io.pando.disk.ShardFolders;
import io.pando.disk.raw.RawShards;
import io.pando.disk.raw.RawStore;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import io.pando.port.Network;
import io.pando.port.ObjectStore;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the OSDs of a stopped cluster have on their disks: for each OSD, every object of every
 * placement group with its bytes, attributes and key/value map.
 */
record StoredReplicas(SortedMap<OsdId, SortedMap<String, ReadOutcome>> byOsd) {
  private static final int PAGE = 1000;

  static StoredReplicas open(ClusterConfig config) throws Exception {
    SortedMap<OsdId, SortedMap<String, ReadOutcome>> byOsd = new TreeMap<>();
    try (Network network = Networks.open(config)) {
      EventLoop loop = network.loops().getFirst();
      for (OsdEntry entry : config.osds()) {
        byOsd.put(new OsdId(entry.id()), read(config, entry, loop));
      }
    }
    return new StoredReplicas(byOsd);
  }

  void assertEqualEverywhere() {
    SortedMap<String, ReadOutcome> first = byOsd.values().iterator().next();
    assertThat(first).isNotEmpty();
    assertThat(byOsd)
        .allSatisfy((osd, objects) -> assertThat(objects).as("%s", osd).isEqualTo(first));
    assertThat(first.values()).allMatch(outcome -> outcome instanceof ReadOutcome.Found);
  }

  private static SortedMap<String, ReadOutcome> read(
      ClusterConfig config, OsdEntry entry, EventLoop loop) throws Exception {
    List<EventLoop> owners = new ArrayList<>();
    for (int i = 0; i < ShardFolders.count(entry.data().resolve("store")); i++) {
      owners.add(loop);
    }
    Path directory = entry.data().resolve("store");
    List<RawStore> stores =
        RawShards.open(
            directory, RawStoreConfig.DEFAULT, config.cluster(), new OsdId(entry.id()), owners);
    SortedMap<String, ReadOutcome> objects = new TreeMap<>();
    try {
      for (RawStore store : stores) {
        readAll(store, loop, objects);
      }
    } finally {
      ShardFolders.close(stores);
    }
    return objects;
  }

  private static void readAll(
      ObjectStore store, EventLoop loop, SortedMap<String, ReadOutcome> objects) {
    for (CollectionId collection :
        StoredReplicas.<List<CollectionId>>ask(loop, store::collections)) {
      if (collection.copy() != null) {
        readCollection(store, loop, collection, objects);
      }
    }
  }

  private static void readCollection(
      ObjectStore store,
      EventLoop loop,
      CollectionId collection,
      SortedMap<String, ReadOutcome> objects) {
    ObjectQuery all =
        new ObjectQuery(
            List.of(new ByteRange(0, 1 << 20)),
            List.of(new ObjectQuery.Page(null, "", PAGE, 1 << 20)),
            false);
    @Nullable ObjectId after = null;
    ObjectStore.Listing page;
    do {
      ObjectId from = after;
      page = ask(loop, done -> store.list(collection, from, PAGE, done));
      for (ObjectId object : page.objects()) {
        after = object;
        ReadOutcome outcome = ask(loop, done -> store.read(collection, object, all, done));
        objects.put(collection + "/" + object.name(), outcome);
      }
    } while (page.more());
  }

  private static <T> T ask(EventLoop loop, Consumer<Consumer<T>> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    loop.execute(() -> question.accept(answer::complete));
    return answer.orTimeout(30, TimeUnit.SECONDS).join();
  }
}
