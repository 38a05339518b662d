package io.pando.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
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
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requirements on every object store, whatever its medium. A back end extends this class. */
public abstract class StoreConformance extends FullStoreConformance {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void doesWhatTheModelDoes(long seed) {
    Random64 random = new Random64(seed);
    StoreGenerator generator = generator(random.split(), 700_000);
    ModelStore model = new ModelStore();
    ObjectStore store = format(256L << 20);
    List<CommitOutcome> outcomes = new ArrayList<>();
    List<Runnable> checks = new ArrayList<>();
    int submitted = 0;
    for (int round = 0; round < 40; round++) {
      for (int i = random.nextInt(12); i >= 0; i--) {
        Transaction transaction = generator.transaction();
        model.apply(transaction);
        store.submit(transaction, outcomes::add);
        submitted++;
        if (generator.hasCollection() && random.oneIn(2)) {
          checks.add(query(store, generator, model));
        }
      }
      if (random.oneIn(3)) {
        int expected = submitted;
        loop.runUntil(() -> outcomes.size() == expected);
      }
      if (random.oneIn(8)) {
        int expected = submitted;
        loop.runUntil(() -> outcomes.size() == expected);
        checks.forEach(Runnable::run);
        checks.clear();
        compareAll(store, model);
        onQuiet();
        store = reopen();
        compareAll(store, model);
      }
    }
    int expected = submitted;
    loop.runUntil(() -> outcomes.size() == expected);
    checks.forEach(Runnable::run);
    assertThat(outcomes).allMatch(COMMITTED::equals);
  }

  /** Sends a query now; the result compares the answer with the model's answer of this moment. */
  private Runnable query(ObjectStore store, StoreGenerator generator, ModelStore model) {
    CollectionId collection = generator.collection();
    ObjectId object = generator.object();
    ObjectQuery query = generator.query();
    ReadOutcome expected = model.read(collection, object, query);
    List<ReadOutcome> answers = new ArrayList<>();
    store.read(collection, object, query, answers::add);
    String from = generator.key();
    String to = generator.upper();
    SortedMap<String, Payload> expectedMeta = model.meta(collection, from, to);
    List<SortedMap<String, Payload>> metas = new ArrayList<>();
    store.readMeta(collection, from, to, metas::add);
    List<ObjectId> expectedObjects = List.copyOf(model.collection(collection).objects.keySet());
    List<ObjectStore.Listing> listings = new ArrayList<>();
    store.list(collection, null, 100, listings::add);
    Runnable many = queryMany(store, generator, model, collection);
    return () -> {
      loop.runUntil(() -> !answers.isEmpty() && !metas.isEmpty() && !listings.isEmpty());
      many.run();
      assertThat(answers).containsExactly(expected);
      assertThat(metas).containsExactly(expectedMeta);
      assertThat(listings).containsExactly(new ObjectStore.Listing(expectedObjects, false));
    };
  }

  private Runnable queryMany(
      ObjectStore store, StoreGenerator generator, ModelStore model, CollectionId collection) {
    List<ObjectId> objects = List.of(generator.object(), generator.object(), generator.object());
    ObjectQuery query = generator.query();
    List<ReadOutcome> expected = model.readAll(collection, objects, query, 10_000);
    List<List<ReadOutcome>> read = new ArrayList<>();
    store.readAll(collection, objects, query, 10_000, read::add);
    ObjectId after = generator.object();
    String name = generator.key();
    List<PositionRange> parts = generator.parts();
    ObjectStore.AttributeListing expectedPage =
        model.listAttribute(collection, parts, after, 3, name);
    List<ObjectStore.AttributeListing> pages = new ArrayList<>();
    store.listAttribute(collection, parts, after, 3, name, pages::add);
    assertThat(read).as("an answer from inside the call").isEmpty();
    return () -> {
      loop.runUntil(() -> !read.isEmpty() && !pages.isEmpty());
      assertThat(read).containsExactly(expected);
      assertThat(pages).containsExactly(expectedPage);
    };
  }

  @Test
  void readsUntilThereIsEnough() {
    ObjectStore store = format(64L << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    List<ObjectId> ids = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ids.add(new ObjectId(i, "o" + i));
      commit(store, new StoreOp.Write(GROUP, ids.get(i), 0, Payload.wrap(new byte[1000])));
    }
    ObjectQuery query = new ObjectQuery(List.of(new ByteRange(0, 600)), List.of(), false);
    assertThat(readAll(store, ids, query, 1800)).hasSize(3);
    assertThat(readAll(store, ids, query, 1)).hasSize(1);
    assertThat(readAll(store, ids, query, 100_000)).hasSize(10);
    assertThat(readAll(store, ids, ObjectQuery.STAT, 1)).hasSize(10);
  }

  private List<ReadOutcome> readAll(
      ObjectStore store, List<ObjectId> ids, ObjectQuery query, long maxBytes) {
    return this.<List<ReadOutcome>>await(done -> store.readAll(GROUP, ids, query, maxBytes, done));
  }

  @Test
  void keepsLargeSparseObjects() {
    ObjectStore store = format(64L << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    ObjectId id = new ObjectId(1, "large");
    Random64 random = new Random64(7);
    TreeMap<Long, Payload> written = new TreeMap<>();
    for (int i = 0; i < 60; i++) {
      long offset = random.between(0, (1L << 30) / 65_536 - 1) * 65_536 + 1000;
      byte[] bytes = new byte[1 + random.nextInt(20_000)];
      random.nextBytes(bytes);
      written.put(offset, Payload.wrap(bytes));
      store.submit(
          Transaction.of(new StoreOp.Write(GROUP, id, offset, Payload.wrap(bytes))), _ -> {});
    }
    commit(store, new StoreOp.Truncate(GROUP, id, 1L << 30));
    for (int pass = 0; pass < 2; pass++) {
      ObjectStore now = store;
      for (Map.Entry<Long, Payload> entry : written.entrySet()) {
        long offset = entry.getKey();
        Payload expected = entry.getValue();
        assertThat(bytes(now, id, offset, expected.size())).isEqualTo(expected);
        assertThat(bytes(now, id, offset - 1000, 1000)).isEqualTo(Payload.wrap(new byte[1000]));
      }
      store = reopen();
    }
    commit(store, new StoreOp.Zero(GROUP, id, new ByteRange(0, 1L << 30)));
    awaitEmpty(store);
    commit(store, new StoreOp.Write(GROUP, id, (1L << 40), Payload.utf8("far")));
    commit(store, new StoreOp.Truncate(GROUP, id, 0));
    commit(store, new StoreOp.Remove(GROUP, id));
    awaitEmpty(store);
    onQuiet();
  }

  /** Waits until the store is empty: it may free space a moment after it reported a removal. */
  private void awaitEmpty(ObjectStore store) {
    onQuiet();
    loop.runUntil(() -> store.usage().usedBytes() == 0);
  }

  @Test
  void dividesACollectionAndPutsItTogetherAgain() {
    CollectionId child = CollectionId.of(new PgId(new PoolId(3), 0x3f));
    PositionRange upper = new PositionRange(0x80000000, -1);
    ObjectStore store = format(64L << 20);
    ModelStore model = new ModelStore();
    submitTo(store, model, new StoreOp.CreateCollection(GROUP));
    for (int i = 0; i < 40; i++) {
      ObjectId id = new ObjectId(Integer.reverse(i << 27 | i), "o" + i);
      submitTo(
          store,
          model,
          new StoreOp.Write(GROUP, id, i * 40_000L, Payload.utf8("bytes " + i)),
          new StoreOp.PutAttributes(GROUP, id, sorted("a", "b" + i)),
          new StoreOp.PutMap(GROUP, id, sorted("key", "value" + i)));
    }
    ObjectId late = new ObjectId(-1, "late");
    submitTo(
        store,
        model,
        new StoreOp.Write(GROUP, late, 0, Payload.utf8("of the same transaction")),
        new StoreOp.CreateCollection(child),
        new StoreOp.MoveObjects(GROUP, child, upper),
        new StoreOp.PutMeta(child, sorted("m", "n")),
        new StoreOp.Write(child, late, 5, Payload.utf8("and changed")));
    compareAll(store, model);
    onQuiet();
    ObjectStore reopened = reopen();
    compareAll(reopened, model);
    submitTo(
        reopened,
        model,
        new StoreOp.Write(child, late, 900_000, Payload.utf8("more")),
        new StoreOp.MoveObjects(child, GROUP, PositionRange.ALL),
        new StoreOp.RemoveCollection(child));
    compareAll(reopened, model);
    onQuiet();
    compareAll(reopen(), model);
  }

  private void submitTo(ObjectStore store, ModelStore model, StoreOp... ops) {
    model.apply(Transaction.of(ops));
    commit(store, ops);
  }

  @Test
  void aCloneIsIndependent() {
    ObjectStore store = format(64L << 20);
    ModelStore model = new ModelStore();
    ObjectId from = new ObjectId(1, "from");
    ObjectId clone = new ObjectId(2, "clone");
    byte[] bytes = new byte[700_000];
    new Random64(8).nextBytes(bytes);
    submitTo(
        store,
        model,
        new StoreOp.CreateCollection(GROUP),
        new StoreOp.Clone(GROUP, clone, new StoreOp.Origin(GROUP, from)),
        new StoreOp.Write(GROUP, from, 0, Payload.wrap(bytes)),
        new StoreOp.Zero(GROUP, from, new ByteRange(50_000, 100_000)),
        new StoreOp.PutAttributes(GROUP, from, sorted("a", "b")),
        new StoreOp.PutMap(GROUP, from, sorted("key", "value")),
        new StoreOp.Write(GROUP, clone, 900_000, Payload.utf8("goes")),
        new StoreOp.PutMap(GROUP, clone, sorted("goes", "too")),
        new StoreOp.Clone(GROUP, clone, new StoreOp.Origin(GROUP, from)),
        new StoreOp.Clone(GROUP, clone, new StoreOp.Origin(GROUP, clone)),
        new StoreOp.Write(GROUP, from, 5_000, Payload.utf8("changed at once")));
    compareAll(store, model);
    submitTo(
        store,
        model,
        new StoreOp.Write(GROUP, from, 10_000, Payload.utf8("changed")),
        new StoreOp.Write(GROUP, clone, 300_000, Payload.wrap(new byte[8192])),
        new StoreOp.Truncate(GROUP, clone, 600_001),
        new StoreOp.PutMap(GROUP, clone, sorted("key", "other")),
        new StoreOp.RemoveAttributes(GROUP, clone, List.of("a")));
    compareAll(store, model);
    onQuiet();
    ObjectStore reopened = reopen();
    compareAll(reopened, model);
    submitTo(
        reopened,
        model,
        new StoreOp.Clone(GROUP, new ObjectId(3, "third"), new StoreOp.Origin(GROUP, clone)));
    submitTo(reopened, model, new StoreOp.Remove(GROUP, from));
    compareAll(reopened, model);
    onQuiet();
    submitTo(reopened, model, new StoreOp.Remove(GROUP, clone));
    submitTo(reopened, model, new StoreOp.Remove(GROUP, new ObjectId(3, "third")));
    awaitEmpty(reopened);
  }

  /** As an update of a group does: what it replaces is kept aside, restored, and dropped. */
  @Test
  void aRangeKeptAsideOutlastsAnOverwriteAndIsRestored() {
    ObjectStore store = format(64L << 20);
    ModelStore model = new ModelStore();
    ReplicaId copy = new ReplicaId(new PgId(new PoolId(4), 7), 2);
    CollectionId group = CollectionId.of(copy);
    CollectionId aside = CollectionId.aside(copy);
    ObjectId object = new ObjectId(1, "object");
    ObjectId kept = new ObjectId(1, "kept");
    StoreOp.Origin from = new StoreOp.Origin(group, object);
    byte[] bytes = new byte[400_001];
    new Random64(9).nextBytes(bytes);
    submitTo(
        store,
        model,
        new StoreOp.CreateCollection(group),
        new StoreOp.CreateCollection(aside),
        new StoreOp.CloneRange(aside, kept, from, new ByteRange(0, 10_000)),
        new StoreOp.Write(group, object, 0, Payload.wrap(bytes)),
        new StoreOp.Zero(group, object, new ByteRange(262_144, 70_000)),
        new StoreOp.PutAttributes(group, object, sorted("a", "b")));
    compareAll(store, model);
    byte[] before = read(store, group, object);
    for (ByteRange range :
        List.of(
            new ByteRange(4_096, 4_096),
            new ByteRange(260_000, 30_000),
            new ByteRange(5, 1),
            new ByteRange(390_000, Long.MAX_VALUE - 390_000),
            new ByteRange(500_000, 4_096))) {
      int length = (int) Math.min(range.length(), 20_000);
      submitTo(
          store,
          model,
          new StoreOp.CloneRange(aside, kept, from, range),
          new StoreOp.Write(group, object, range.offset(), Payload.wrap(new byte[length])));
      compareAll(store, model);
      submitTo(
          store,
          model,
          new StoreOp.Truncate(group, object, 400_001),
          new StoreOp.CloneRange(group, object, new StoreOp.Origin(aside, kept), range),
          new StoreOp.Remove(aside, kept));
      compareAll(store, model);
      assertThat(read(store, group, object)).as("restored " + range).isEqualTo(before);
    }
    onQuiet();
    ObjectStore reopened = reopen();
    compareAll(reopened, model);
    assertThat(this.<List<CollectionId>>await(reopened::collections)).containsExactly(group, aside);
    submitTo(reopened, model, new StoreOp.CloneRange(aside, kept, from, new ByteRange(0, 9_000)));
    submitTo(reopened, model, new StoreOp.RemoveCollection(group));
    compareAll(reopened, model);
    submitTo(reopened, model, new StoreOp.RemoveCollection(aside));
    awaitEmpty(reopened);
  }

  private byte[] read(ObjectStore store, CollectionId collection, ObjectId object) {
    ObjectQuery all = new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);
    ReadOutcome outcome = await(done -> store.read(collection, object, all, done));
    return outcome instanceof ReadOutcome.Found found
        ? found.view().data().getFirst().toByteArray()
        : new byte[0];
  }

  @Test
  void removesACollectionWithAllThatIsInIt() {
    ObjectStore store = format(64L << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    for (int i = 0; i < 30; i++) {
      ObjectId id = new ObjectId(i * 77, "o" + i);
      commit(
          store,
          new StoreOp.Write(GROUP, id, i * 300_000L, Payload.wrap(new byte[5000])),
          new StoreOp.PutMap(GROUP, id, sorted("key", "value")));
    }
    commit(store, new StoreOp.PutMeta(GROUP, sorted("m", "n")));
    commit(store, new StoreOp.RemoveCollection(GROUP), new StoreOp.CreateCollection(GROUP));
    awaitEmpty(store);
    assertThat(listInPages(store, GROUP)).isEmpty();
    ObjectStore reopened = reopen();
    assertThat(this.<SortedMap<String, Payload>>await(d -> reopened.readMeta(GROUP, "", null, d)))
        .isEmpty();
    onQuiet();
  }
}
