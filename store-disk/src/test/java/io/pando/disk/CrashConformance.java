package io.pando.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.serve.CheckReport;
import io.pando.disk.serve.QueryStore;
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

/**
 * Requirements on every store after a power failure of its disk: it must hold a prefix of the
 * transactions that includes all reported ones. A back end extends this class with a disk whose
 * power can fail.
 */
public abstract class CrashConformance extends StoreConversation {
  /**
   * A collection that the generator does not use; its map holds the number of applied transactions.
   */
  public static final CollectionId COUNTER = CollectionId.of(new PgId(new PoolId(9), 9));

  private static final int TRANSACTIONS = 60;
  private static final int MAX_SIZE_BYTES = 30_000;

  /** Most boundaries at which a run is cut; a store that flushes more often has more. */
  private static final int MOST_BOUNDARIES = 400;

  private static final int STEPS_BEHIND_FLUSH = 3;

  /** A disk with all the parts that a store needs, empty at first. */
  public interface Disk {
    /** The power of all parts together. */
    Power power();

    /**
     * Opens the existing store, or an empty one; the loop takes its steps.
     *
     * @throws StoreException if the power fails meanwhile
     */
    QueryStore open(TestLoop loop) throws StoreException;

    /** Removes all data that is not durable, and restores the power. */
    void crash() throws MetadataException;
  }

  /** An empty disk. */
  protected abstract Disk disk(Random64 random);

  /** A transaction that also records its number in the store. */
  public static Transaction numbered(Transaction transaction, int number) {
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.PutMeta(COUNTER, sorted("count", Integer.toString(number))));
    ops.addAll(transaction.ops());
    return new Transaction(ops, transaction.binding(), transaction.compression());
  }

  /** The number of the newest transaction in a store; 0 if there is none. */
  protected final int count(ObjectStore store) {
    List<CollectionId> collections = await(store::collections);
    if (!collections.contains(COUNTER)) {
      return 0;
    }
    SortedMap<String, Payload> meta = await(done -> store.readMeta(COUNTER, "count", null, done));
    return meta.isEmpty() ? 1 : Integer.parseInt(meta.sequencedValues().getFirst().toUtf8());
  }

  /** A store from its opening to the power failure. */
  private final class Life {
    private final QueryStore store;
    private final List<CommitOutcome> outcomes = new ArrayList<>();
    private int submitted;

    Life(Disk disk) throws StoreException {
      this.store = disk.open(loop);
    }

    void submit(Transaction transaction) {
      submitted++;
      store.submit(transaction, outcomes::add);
    }

    void run() {
      loop.runUntil(() -> outcomes.size() == submitted);
    }

    /** Number of reported transactions; all later ones are broken. */
    int reported() {
      int reported = outcomes.lastIndexOf(COMMITTED) + 1;
      assertThat(outcomes.subList(0, reported)).allMatch(COMMITTED::equals);
      assertThat(outcomes.subList(reported, outcomes.size()))
          .allMatch(outcome -> outcome instanceof CommitOutcome.Broken);
      return reported;
    }
  }

  private List<Transaction> history(long seed) {
    StoreGenerator generator = generator(new Random64(seed), MAX_SIZE_BYTES);
    List<Transaction> history = new ArrayList<>();
    history.add(Transaction.of(new StoreOp.CreateCollection(COUNTER)));
    for (int number = 2; number <= TRANSACTIONS; number++) {
      history.add(numbered(generator.transaction(), number));
    }
    return history;
  }

  /**
   * Submits a history in groups without waiting in between, until the history ends or the power
   * fails.
   */
  private Life live(Disk disk, List<Transaction> history, Random64 groups) throws StoreException {
    Life life = new Life(disk);
    for (int next = 0; next < history.size(); ) {
      for (int i = 1 + groups.nextInt(6); i > 0 && next < history.size(); i--) {
        life.submit(history.get(next++));
      }
      life.run();
    }
    return life;
  }

  @Test
  void aCutAtEveryFlushLeavesAPrefixWithAllThatWasReported()
      throws StoreException, MetadataException {
    List<Transaction> history = history(11);
    Disk whole = disk(new Random64(1));
    live(whole, history, new Random64(5));
    long flushes = whole.power().flushes();
    assertThat(flushes).isGreaterThan(TRANSACTIONS / 6);
    for (long cut = 0; cut < Math.min(flushes, MOST_BOUNDARIES); cut++) {
      for (int behind = 0; behind < STEPS_BEHIND_FLUSH; behind++) {
        Disk disk = disk(new Random64(cut));
        disk.power().goesAfterFlushes(cut, behind);
        cutAndCompare(disk, history, behind + " steps behind flush " + cut + " of " + flushes);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aCutAnywhereLeavesAPrefixWithAllThatWasReported(long seed)
      throws StoreException, MetadataException {
    Random64 chance = new Random64(seed);
    List<Transaction> history = history(seed);
    Disk whole = disk(new Random64(1));
    live(whole, history, new Random64(5));
    long steps = whole.power().steps();
    for (int i = 0; i < 40; i++) {
      long cut = chance.between(0, steps);
      Disk disk = disk(chance.split());
      disk.power().goesAfter(cut);
      cutAndCompare(disk, history, "step " + cut + " of " + steps + ", seed " + seed);
    }
  }

  private void cutAndCompare(Disk disk, List<Transaction> history, String cut)
      throws StoreException, MetadataException {
    int reported = 0;
    int submitted = 0;
    try {
      Life life = live(disk, history, new Random64(5));
      reported = life.reported();
      submitted = life.submitted;
    } catch (StoreException offWhileOpened) {
      assertThat(offWhileOpened).hasMessageContaining("the power is gone");
    }
    disk.crash();
    QueryStore store = disk.open(loop);
    int count = count(store);
    assertThat(count).as(cut).isBetween(reported, submitted);
    compare(store, history.subList(0, count), cut);
  }

  /** Many power failures of one disk, some of them while the store is being opened. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aLongRunWithManyCutsLosesNothingThatWasReported(long seed)
      throws StoreException, MetadataException {
    Random64 chance = new Random64(seed);
    StoreGenerator generator = generator(chance.split(), MAX_SIZE_BYTES);
    Disk disk = disk(chance.split());
    List<Transaction> survivors = new ArrayList<>();
    survivors.add(Transaction.of(new StoreOp.CreateCollection(COUNTER)));
    Life first = new Life(disk);
    first.submit(survivors.getFirst());
    first.run();
    disk.crash();
    for (int round = 0; round < 12; round++) {
      disk.power().goesAfter(1 + chance.nextInt(chance.oneIn(3) ? 20 : 600));
      int before = survivors.size();
      int reported = 0;
      try {
        Life life = new Life(disk);
        for (int i = 20 + chance.nextInt(80); i > 0; i--) {
          survivors.add(numbered(generator.transaction(), survivors.size() + 1));
          life.submit(survivors.getLast());
          if (chance.oneIn(4)) {
            life.run();
          }
        }
        life.run();
        reported = life.reported();
      } catch (StoreException offWhileOpened) {
        assertThat(offWhileOpened).hasMessageContaining("the power is gone");
      }
      disk.crash();
      QueryStore store = disk.open(loop);
      int count = count(store);
      assertThat(count).isBetween(before + reported, survivors.size());
      survivors.subList(count, survivors.size()).clear();
      ModelStore model = compare(store, survivors, "round " + round + ", seed " + seed);
      disk.crash();
      List<CollectionId> left = new ArrayList<>(model.collectionIds());
      left.remove(COUNTER);
      generator.resume(left);
    }
  }

  private ModelStore compare(QueryStore store, List<Transaction> history, String what) {
    ModelStore model = new ModelStore();
    history.forEach(model::apply);
    try {
      compareAll(store, model);
      CheckReport report = await(done -> store.check(true, done));
      assertThat(report.faults()).isEmpty();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("after a cut at " + what + ", with " + history.size(), e);
    }
    return model;
  }
}
