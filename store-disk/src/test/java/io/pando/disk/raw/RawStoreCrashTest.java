package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.cluster.PositionRange;
import io.pando.disk.ModelStore;
import io.pando.disk.StoreConversation;
import io.pando.disk.StoreException;
import io.pando.disk.StoreGenerator;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreMemory;
import io.pando.disk.account.Account;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogMedium;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.volume.SoundBlocks;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.CheckReport;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The state of a raw store after failures of its medium. */
final class RawStoreCrashTest extends StoreConversation {
  static final StoreIdentity IDENTITY =
      new StoreIdentity(ClusterId.parse("00112233-4455-6677-8899-aabbccddeeff"), new OsdId(3), 1);

  /**
   * A collection that the generator does not use; its map holds the number of applied transactions.
   */
  static final CollectionId COUNTER = CollectionId.of(new PgId(new PoolId(9), 9));

  private static final RawStoreConfig CONFIG =
      new RawStoreConfig(
          new RawStoreConfig.Data(null, 64 << 20, true, DataIo.PLAIN),
          new BatchLimits(16, 1 << 16),
          new StoreMemory(0, 1 << 20, 1 << 20),
          null,
          new PipelineConfig(
              new LogConfig(1 << 20, 1 << 16),
              1 << 23,
              4096,
              new PipelineConfig.ApplyLimits(16, 1 << 16, 100_000, 1 << 20),
              64,
              0));

  @TempDir Path directory = Path.of("set by JUnit");

  private final Random64 random = new Random64(99);
  private final FaultyMedium medium = new FaultyMedium(random.split());
  private final FaultyLogMedium logMedium = new FaultyLogMedium(medium, 1 << 20);
  private @Nullable RawStore open;

  @AfterEach
  void close() throws StoreException {
    if (open != null) {
      open.close();
      open = null;
    }
  }

  private RawStore format() throws StoreException {
    RawStore.format(directory.resolve("s"), CONFIG, IDENTITY);
    return open();
  }

  private RawStore open() throws StoreException {
    RawStore store =
        RawDirectory.open(
            directory.resolve("s"),
            CONFIG,
            IDENTITY,
            loop,
            new Media() {
              @Override
              public BlockDevice device(Path path, long first, long blocks, RawStoreConfig config) {
                return medium.device(blocks);
              }

              @Override
              public LogMedium log(Path folder, LogConfig config, boolean direct, Account account) {
                return logMedium;
              }
            });
    open = store;
    return store;
  }

  static Transaction numbered(Transaction transaction, int number) {
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.PutMeta(COUNTER, sorted("count", Integer.toString(number))));
    ops.addAll(transaction.ops());
    return new Transaction(ops);
  }

  private int count(RawStore store) {
    SortedMap<String, Payload> meta = await(done -> store.readMeta(COUNTER, "count", null, done));
    return Integer.parseInt(meta.sequencedValues().getFirst().toUtf8());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aPowerLossLeavesAPrefixWithAllThatWasReported(long seed) throws StoreException {
    Random64 chance = new Random64(seed);
    StoreGenerator generator = new StoreGenerator(chance.split(), 100_000);
    List<Transaction> survivors = new ArrayList<>();
    survivors.add(numbered(Transaction.of(new StoreOp.CreateCollection(GROUP)), 1));
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(COUNTER));
    commit(store, survivors.getFirst().ops().toArray(StoreOp[]::new));
    generator.resume(List.of(GROUP));
    for (int life = 0; life < 6; life++) {
      int before = survivors.size();
      medium.losePowerAfter(1 + chance.nextInt(300));
      List<CommitOutcome> outcomes = new ArrayList<>();
      int submitted = 20 + chance.nextInt(80);
      for (int i = 0; i < submitted; i++) {
        Transaction transaction = numbered(generator.transaction(), survivors.size() + 1);
        survivors.add(transaction);
        store.submit(transaction, outcomes::add);
      }
      loop.runUntil(() -> outcomes.size() == submitted);
      int reported = outcomes.lastIndexOf(COMMITTED) + 1;
      assertThat(outcomes.subList(0, reported)).allMatch(COMMITTED::equals);
      close();
      medium.restorePower();
      store = open();
      int count = count(store);
      assertThat(count).isBetween(before + reported, survivors.size());
      survivors.subList(count, survivors.size()).clear();
      ModelStore model = new ModelStore();
      model.apply(Transaction.of(new StoreOp.CreateCollection(COUNTER)));
      survivors.forEach(model::apply);
      compareAll(store, model);
      assertClean(store);
      List<CollectionId> left = new ArrayList<>(model.collectionIds());
      left.remove(COUNTER);
      generator.resume(left);
    }
  }

  private void assertClean(RawStore store) {
    assertThat(faults(store)).isEmpty();
  }

  private List<String> faults(RawStore store) {
    CheckReport report = await(done -> store.check(true, done));
    return report.faults();
  }

  @Test
  void aFullMediumIsToldBeforehand() throws StoreException {
    medium.limitRoom(50, true);
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(GROUP));
    ObjectId id = new ObjectId(1, "x");
    commit(store, new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[40 * 4096])));
    assertThat(submit(store, new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[40 * 4096]))))
        .isInstanceOf(CommitOutcome.NoSpace.class);
    commit(store, new StoreOp.Write(GROUP, id, 0, Payload.utf8("still here")));
    assertClean(store);
  }

  @Test
  void aFullMediumThatTellsLateRefusesWholeTransactions() throws StoreException {
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(GROUP));
    ObjectId id = new ObjectId(1, "x");
    commit(store, new StoreOp.Write(GROUP, id, 0, Payload.utf8("before")));
    assertClean(store);
    medium.limitRoom(50, false);
    assertThat(
            submit(
                store,
                new StoreOp.PutMeta(GROUP, sorted("a", "b")),
                new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[60 * 4096]))))
        .isInstanceOf(CommitOutcome.NoSpace.class);
    assertThat(bytes(store, id, 0, 100)).isEqualTo(Payload.utf8("before"));
    assertThat(this.<List<CollectionId>>await(store::collections)).containsExactly(GROUP);
    assertThat(this.<SortedMap<String, Payload>>await(d -> store.readMeta(GROUP, "", null, d)))
        .isEmpty();
    assertClean(store);
    medium.limitRoom(Long.MAX_VALUE, true);
    commit(
        store,
        new StoreOp.CreateCollection(COUNTER),
        new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[60 * 4096])));
    assertClean(store);
  }

  @Test
  void whatIsBindingWaitsForAMediumThatTellsLateThatItIsFull() throws StoreException {
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(GROUP));
    ObjectId id = new ObjectId(1, "x");
    commit(store, new StoreOp.Write(GROUP, id, 0, Payload.utf8("before")));
    assertClean(store);
    medium.limitRoom(50, false);
    List<CommitOutcome> outcomes = new ArrayList<>();
    store.submit(
        Transaction.of(
            new StoreOp.CreateCollection(COUNTER),
            new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[60 * 4096]))),
        outcomes::add);
    store.submit(
        new Transaction(List.of(new StoreOp.Write(GROUP, id, 0, Payload.utf8("behind it"))), true),
        outcomes::add);
    medium.limitRoom(Long.MAX_VALUE, true);
    store.submit(Transaction.of(new StoreOp.RemoveCollection(GROUP)), outcomes::add);
    loop.runUntil(() -> outcomes.size() == 3);
    assertThat(outcomes).allMatch(COMMITTED::equals);
    assertThat(this.<List<CollectionId>>await(store::collections)).containsExactly(COUNTER);
    assertClean(store);
  }

  @Test
  void aFailedFlushBreaksTheStoreOpenly() throws StoreException {
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(GROUP));
    medium.losePowerAfter(1);
    ObjectId id = new ObjectId(1, "x");
    for (int i = 0; i < 2; i++) {
      assertThat(submit(store, new StoreOp.Write(GROUP, id, 0, Payload.utf8("lost"))))
          .isInstanceOfSatisfying(
              CommitOutcome.Broken.class,
              broken -> assertThat(broken.what()).contains("the power is gone"));
    }
    assertThat(read(store, GROUP, id, ObjectQuery.STAT)).isEqualTo(new ReadOutcome.Absent());
    assertThat(store.pendingTransactions()).isZero();
  }

  @Test
  void aBrokenRuleIsThrownAtOnceAndLeavesNoTrace() throws StoreException {
    RawStore store = format();
    commit(store, new StoreOp.CreateCollection(COUNTER));
    for (StoreOp broken :
        List.of(
            new StoreOp.CreateCollection(COUNTER),
            new StoreOp.RemoveCollection(GROUP),
            new StoreOp.MoveObjects(COUNTER, GROUP, PositionRange.ALL),
            new StoreOp.PutMeta(GROUP, sorted("a", "b")))) {
      Transaction transaction =
          Transaction.of(new StoreOp.PutMeta(COUNTER, sorted("must", "not be")), broken);
      assertThatThrownBy(() -> store.submit(transaction, _ -> {}))
          .isInstanceOf(Invariant.BrokenInvariant.class)
          .hasMessageContaining("exist");
    }
    close();
    RawStore again = open();
    assertThat(this.<List<CollectionId>>await(again::collections)).containsExactly(COUNTER);
    assertThat(this.<SortedMap<String, Payload>>await(d -> again.readMeta(COUNTER, "", null, d)))
        .isEmpty();
    assertClean(again);
  }

  @Test
  void wrongOrUnreadableBytesAreNeverGivenOut() throws StoreException {
    RawStore store = format();
    ObjectId id = new ObjectId(1, "x");
    byte[] content = new byte[3 * 4096];
    random.nextBytes(content);
    commit(
        store,
        new StoreOp.CreateCollection(GROUP),
        new StoreOp.Write(GROUP, id, 0, Payload.wrap(content)));
    ObjectQuery all = new ObjectQuery(List.of(new ByteRange(0, 3 * 4096)), List.of(), false);
    for (int round = 0; round < 2; round++) {
      long victim = medium.lastWritten();
      if (round == 0) {
        medium.flipBit(victim);
      } else {
        medium.makeUnreadable(victim);
      }
      assertDamaged(read(store, GROUP, id, all));
      assertThat(faults(store)).hasSize(1);
      for (int block = 0; block < 3; block++) {
        commit(store, new StoreOp.Write(GROUP, id, block * 4096 + 7, Payload.utf8("part")));
      }
      assertDamaged(read(store, GROUP, id, all));
      close();
      store = open();
      assertDamaged(read(store, GROUP, id, all));
      commit(store, new StoreOp.Write(GROUP, id, 0, Payload.wrap(content)));
      assertThat(bytes(store, id, 0, content.length)).isEqualTo(Payload.wrap(content));
    }
  }

  @Test
  void aReadThatFailsForAMomentIsTriedAgain() throws StoreException {
    ObjectId id = new ObjectId(1, "x");
    RawStore store = reopenedWith(id, "what is here");
    medium.failReads(SoundBlocks.ATTEMPTS - 1);
    assertThat(bytes(store, id, 0, 100)).isEqualTo(Payload.utf8("what is here"));
    medium.failReads(SoundBlocks.ATTEMPTS - 1);
    commit(store, new StoreOp.Write(GROUP, id, 5, Payload.utf8("IS")));
    assertThat(bytes(store, id, 0, 100)).isEqualTo(Payload.utf8("what IS here"));
    medium.failReads(SoundBlocks.ATTEMPTS);
    assertThat(read(store, GROUP, id, whole(100))).isInstanceOf(ReadOutcome.Damaged.class);
    assertThat(bytes(store, id, 0, 100)).isEqualTo(Payload.utf8("what IS here"));
  }

  @Test
  void whatAWriteLeavesOfABlockIsLookedAtBeforeAndThenNeededNoMore() throws StoreException {
    ObjectId id = new ObjectId(1, "x");
    RawStore store = reopenedWith(id, "abcdef");
    long block = medium.lastWritten();
    ObjectQuery.Amendment part = new ObjectQuery.Amendment(2, 2);
    ObjectQuery.Amendment all = new ObjectQuery.Amendment(0, 6);
    medium.makeUnreadable(block);
    assertThat(read(store, GROUP, id, before(part))).isInstanceOf(ReadOutcome.Damaged.class);
    assertThat(read(store, GROUP, id, before(all))).isInstanceOf(ReadOutcome.Found.class);
    medium.makeReadable(block);
    assertThat(read(store, GROUP, id, before(part))).isInstanceOf(ReadOutcome.Found.class);
    medium.makeUnreadable(block);
    commit(store, new StoreOp.Write(GROUP, id, 2, Payload.utf8("CD")));
    assertThat(bytes(store, id, 0, 6)).isEqualTo(Payload.utf8("abCDef"));
  }

  @Test
  void whatIsReplacedToItsEndNeedNotBeReadable() throws StoreException {
    ObjectId id = new ObjectId(1, "x");
    RawStore store = reopenedWith(id, "abcdef");
    medium.makeUnreadable(medium.lastWritten());
    commit(store, new StoreOp.Write(GROUP, id, 0, Payload.utf8("123456")));
    assertThat(bytes(store, id, 0, 6)).isEqualTo(Payload.utf8("123456"));
  }

  /** A newly opened store that holds one object and has not read it. */
  private RawStore reopenedWith(ObjectId id, String content) throws StoreException {
    commit(
        format(),
        new StoreOp.CreateCollection(GROUP),
        new StoreOp.Write(GROUP, id, 0, Payload.utf8(content)));
    close();
    return open();
  }

  private static ObjectQuery whole(int length) {
    return new ObjectQuery(List.of(new ByteRange(0, length)), List.of(), false);
  }

  private static ObjectQuery before(ObjectQuery.Amendment amendment) {
    return new ObjectQuery(List.of(), List.of(), false, List.of(amendment));
  }

  private static void assertDamaged(ReadOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            ReadOutcome.Damaged.class,
            damaged ->
                assertThat(damaged.what())
                    .contains("object 80000000:x of 3.1f", "bytes ", "faulty medium"));
  }
}
