package io.pando.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Compression;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Helpers for calls to a store: they turn the owner's loop until the answer has arrived. */
public abstract class StoreConversation {
  protected static final CollectionId GROUP = CollectionId.of(new PgId(new PoolId(3), 0x1f));
  protected static final CommitOutcome COMMITTED = new CommitOutcome.Committed();

  protected final TestLoop loop = new TestLoop();

  /** Compares the complete contents with a model. */
  protected void compareAll(ObjectStore store, ModelStore model) {
    List<CollectionId> collections = List.copyOf(model.collections.keySet());
    assertThat(this.<List<CollectionId>>await(store::collections)).isEqualTo(collections);
    for (CollectionId id : collections) {
      assertThat(this.<SortedMap<String, Payload>>await(done -> store.readMeta(id, "", null, done)))
          .isEqualTo(model.meta(id, "", null));
      List<ObjectId> objects = List.copyOf(model.collection(id).objects.keySet());
      assertThat(listInPages(store, id)).isEqualTo(objects);
      ObjectQuery all =
          new ObjectQuery(
              List.of(new ByteRange(0, 1 << 20)),
              List.of(new ObjectQuery.Page(null, "", 1000, 1 << 20)),
              true);
      for (ObjectId object : objects) {
        assertThat(read(store, id, object, all)).isEqualTo(model.read(id, object, all));
      }
    }
    // A store may free space a moment after it reported a removal.
    loop.runUntil(() -> mayUse(store.usage().usedBytes(), model));
  }

  /** Whether the space usage of a store is permitted for the contents of a model. */
  protected boolean mayUse(long usedBytes, ModelStore model) {
    return usedBytes == usedBytes(model);
  }

  /** The generator of transactions and queries for the store. */
  protected StoreGenerator generator(Random64 random, int maxSizeBytes) {
    return new StoreGenerator(random, maxSizeBytes);
  }

  /** The compression requested for steps that a test submits directly. */
  protected Compression compression() {
    return Compression.NONE;
  }

  /** Space that the store needs for the contents of a model; by default, clones share it. */
  protected long usedBytes(ModelStore model) {
    return model.usedBytes();
  }

  protected final List<ObjectId> listInPages(ObjectStore store, CollectionId id) {
    List<ObjectId> all = new ArrayList<>();
    ObjectStore.Listing page;
    do {
      ObjectId after = all.isEmpty() ? null : all.getLast();
      page = await(done -> store.list(id, after, 3, done));
      assertThat(page.objects()).hasSizeLessThanOrEqualTo(3);
      all.addAll(page.objects());
    } while (page.more());
    return all;
  }

  /** Bytes of an object of {@link #GROUP}; they must be sound. */
  protected final Payload bytes(ObjectStore store, ObjectId id, long offset, int length) {
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(offset, length)), List.of(), false);
    ReadOutcome outcome = read(store, GROUP, id, query);
    assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
    return ((ReadOutcome.Found) outcome).view().data().getFirst();
  }

  protected final ReadOutcome read(
      ObjectStore store, CollectionId collection, ObjectId id, ObjectQuery query) {
    return await(done -> store.read(collection, id, query, done));
  }

  protected final void commit(ObjectStore store, StoreOp... ops) {
    assertThat(submit(store, ops)).isEqualTo(COMMITTED);
  }

  protected final CommitOutcome submit(ObjectStore store, StoreOp... ops) {
    Transaction transaction = new Transaction(List.of(ops), false, compression());
    return await(done -> store.submit(transaction, done));
  }

  protected final <T> T await(Consumer<Consumer<T>> call) {
    List<T> answers = new ArrayList<>();
    call.accept(answers::add);
    loop.runUntil(() -> !answers.isEmpty());
    return answers.getFirst();
  }

  protected static SortedMap<String, Payload> sorted(String key, String value) {
    SortedMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);
    map.put(key, Payload.utf8(value));
    return map;
  }
}
