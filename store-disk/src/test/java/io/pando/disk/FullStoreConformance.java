package io.pando.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requirements on every object store that runs out of space. */
public abstract class FullStoreConformance extends StoreConversation {
  /** An empty store with space for {@code capacityBytes} of data. */
  protected abstract ObjectStore format(long capacityBytes);

  /** Closes the store in good order, with everything submitted durable, and opens it again. */
  protected abstract ObjectStore reopen();

  /** Called whenever nothing is pending, for a back end's own checks. */
  protected void onQuiet() {}

  @Test
  void aBindingTransactionThatIsRefusedTakesAllThatFollowWithIt() {
    ObjectStore store = format(1 << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int size = i == 3 ? 2_000_000 : 1_000;
      store.submit(
          new Transaction(
              List.of(
                  new StoreOp.PutMeta(GROUP, sorted("k" + i, "v")),
                  new StoreOp.Write(
                      GROUP, new ObjectId(i, "o" + i), 0, Payload.wrap(new byte[size]))),
              i > 1),
          outcomes::add);
    }
    loop.runUntil(() -> outcomes.size() == 6);
    assertThat(outcomes.subList(0, 3)).allMatch(COMMITTED::equals);
    assertThat(outcomes.subList(3, 6)).allMatch(o -> o instanceof CommitOutcome.NoSpace);
    assertThat(listInPages(store, GROUP)).hasSize(3);
  }

  @Test
  void refusesWholeTransactionsWhenFull() {
    ObjectStore store = format(1 << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ObjectId id = new ObjectId(i, "o" + i);
      store.submit(
          Transaction.of(
              new StoreOp.PutMeta(GROUP, sorted("k" + i, "v")),
              new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[100_000]))),
          outcomes::add);
    }
    loop.runUntil(() -> outcomes.size() == 20);
    assertThat(outcomes.subList(0, 10)).allMatch(COMMITTED::equals);
    assertThat(outcomes.subList(10, 20)).allMatch(o -> o instanceof CommitOutcome.NoSpace);
    assertThat(listInPages(store, GROUP)).hasSize(10);
    ObjectStore full = store;
    assertThat(
            this.<SortedMap<String, Payload>>await(d -> full.readMeta(GROUP, "", null, d)).keySet())
        .hasSize(10);
    commit(store, new StoreOp.Remove(GROUP, new ObjectId(3, "o3")));
    commit(
        store,
        new StoreOp.Write(GROUP, new ObjectId(30, "new"), 0, Payload.wrap(new byte[100_000])));
    onQuiet();
  }

  @Test
  void whatCountsOnACollectionThatWasRefusedIsRefusedToo() {
    CollectionId child = CollectionId.of(new PgId(new PoolId(3), 0x3f));
    ObjectId id = new ObjectId(1, "o");
    ObjectStore store = format(1 << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    List<Transaction> counting =
        List.of(
            Transaction.of(
                new StoreOp.CreateCollection(child),
                new StoreOp.Write(child, id, 0, Payload.wrap(new byte[2_000_000]))),
            Transaction.of(new StoreOp.PutMeta(child, sorted("a", "b"))),
            Transaction.of(new StoreOp.Write(child, id, 0, Payload.utf8("bytes"))),
            Transaction.of(new StoreOp.RemoveCollection(child)));
    for (int round = 0; round < 2; round++) {
      List<CommitOutcome> outcomes = new ArrayList<>();
      counting.forEach(transaction -> store.submit(transaction, outcomes::add));
      loop.runUntil(() -> outcomes.size() == counting.size());
      assertThat(outcomes).allMatch(o -> o instanceof CommitOutcome.NoSpace);
    }
    ObjectStore reopened = reopen();
    assertThat(this.<List<CollectionId>>await(reopened::collections)).containsExactly(GROUP);
    commit(reopened, new StoreOp.CreateCollection(child));
    commit(reopened, new StoreOp.Write(child, id, 0, Payload.utf8("bytes")));
    onQuiet();
  }

  /**
   * The store contains exactly what it did not refuse; the collections that are created and removed
   * are large.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aStoreThatIsOftenFullHasWhatItReported(long seed) {
    Random64 random = new Random64(seed);
    StoreGenerator generator = new StoreGenerator(random.split(), 300_000);
    ModelStore model = new ModelStore();
    ObjectStore store = format(1 << 20);
    int refused = 0;
    int exhausted = 0;
    boolean isGroupThere = false;
    for (int round = 0; round < 100; round++) {
      List<Transaction> submitted = new ArrayList<>();
      List<CommitOutcome> outcomes = new ArrayList<>();
      for (int i = random.nextInt(12); i >= 0; i--) {
        if (random.oneIn(4)) {
          submitted.add(Transaction.of(onGroup(isGroupThere, random)));
          isGroupThere =
              !(submitted.getLast().ops().getFirst() instanceof StoreOp.RemoveCollection);
        } else {
          submitted.add(generator.transaction());
        }
        store.submit(submitted.getLast(), outcomes::add);
      }
      loop.runUntil(() -> outcomes.size() == submitted.size());
      int taken = applyTaken(model, submitted, outcomes);
      refused += submitted.size() - taken;
      if (taken < submitted.size() && isLastOf(submitted, outcomes)) {
        exhausted++;
        onQuiet();
        store = reopen();
        List<CollectionId> there = new ArrayList<>(model.collectionIds());
        isGroupThere = there.remove(GROUP);
        generator.resume(there);
      }
      compareAll(store, model);
    }
    assertThat(refused).as("refusals").isGreaterThan(exhausted);
    assertThat(exhausted).as("binding ones refused").isPositive();
  }

  /** Steps on a collection that the generator does not use. */
  private static StoreOp[] onGroup(boolean there, Random64 random) {
    ObjectId id = new ObjectId(7, "large");
    StoreOp.Write write = new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[400_000]));
    if (!there) {
      return new StoreOp[] {new StoreOp.CreateCollection(GROUP), write};
    }
    return random.nextBoolean()
        ? new StoreOp[] {new StoreOp.PutMeta(GROUP, sorted("a", "b"))}
        : new StoreOp[] {new StoreOp.RemoveCollection(GROUP)};
  }

  /** Applies the accepted transactions to the model; returns their number. */
  private static int applyTaken(
      ModelStore model, List<Transaction> submitted, List<CommitOutcome> outcomes) {
    int taken = 0;
    for (int i = 0; i < submitted.size(); i++) {
      if (outcomes.get(i).equals(COMMITTED)) {
        model.apply(submitted.get(i));
        taken++;
      } else {
        assertThat(outcomes.get(i)).isInstanceOf(CommitOutcome.NoSpace.class);
      }
    }
    return taken;
  }

  /** Whether a binding transaction was refused; then no later one may have been accepted. */
  private static boolean isLastOf(List<Transaction> submitted, List<CommitOutcome> outcomes) {
    int last = 0;
    while (last < submitted.size()
        && (outcomes.get(last).equals(COMMITTED) || !submitted.get(last).binding())) {
      last++;
    }
    assertThat(outcomes.subList(last, outcomes.size())).doesNotContain(COMMITTED);
    return last < submitted.size();
  }
}
