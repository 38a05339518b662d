package io.pando.disk.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.Power;
import io.pando.disk.StoreException;
import io.pando.disk.StoreSpace;
import io.pando.disk.TestLoop;
import io.pando.disk.account.Account;
import io.pando.disk.log.LogDisk;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.pipeline.apply.StoreWorker;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which queries wait for updates that are not applied yet. */
class RawQueriesTest {
  private static final CollectionId COLLECTION = CollectionId.DAEMON;
  private static final ObjectId OBJECT = new ObjectId(7, "changed");
  private static final ObjectId OTHER = new ObjectId(8, "another");
  private static final ObjectQuery BYTES =
      new ObjectQuery(List.of(new ByteRange(0, 10)), List.of(), false);

  private final TestLoop loop = new TestLoop();
  private final SteppedRawStore store = open();
  private boolean storeHeld;

  private SteppedRawStore open() {
    Power power = new Power();
    RawStoreConfig config = RawStoreConfig.DEFAULT;
    LogDisk log = new LogDisk(config.pipeline().log().segmentBytes(), 512, new Random64(1), power);
    StoreResources ground =
        new StoreResources(
            RawStoreCrashTest.IDENTITY,
            "raw",
            new StoreResources.Devices(
                new MemoryMetadata(new Random64(2), power),
                new DataDisk(1 << 12, new Random64(3), power),
                log,
                false),
            Codecs.portable(),
            StoreResources.Metering.of(new Account()));
    try {
      return SteppedRawStore.open(ground, config, loop, new Random64(4), this::onWork);
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  private void onWork(Worker worker) {
    loop.execute(() -> {
      boolean held = storeHeld && worker instanceof StoreWorker;
      if (!held && !worker.isIdle()) {
        worker.step();
        onWork(worker);
      }
    });
  }

  private void commit(StoreOp... ops) {
    AtomicReference<@Nullable CommitOutcome> told = new AtomicReference<>();
    store.submit(Transaction.of(ops), told::set);
    loop.runUntil(() -> told.get() != null);
    assertThat(told.get()).isInstanceOf(CommitOutcome.Committed.class);
  }

  private AtomicReference<@Nullable ReadOutcome> read(ObjectId object) {
    AtomicReference<@Nullable ReadOutcome> told = new AtomicReference<>();
    store.read(COLLECTION, object, BYTES, told::set);
    return told;
  }

  private static Payload bytesOf(@Nullable ReadOutcome outcome) {
    return ((ReadOutcome.Found) Objects.requireNonNull(outcome)).view().data().getFirst();
  }

  @Test
  void onlyThoseAboutWhatChangesWaitForTheChange() {
    commit(new StoreOp.CreateCollection(COLLECTION), write(OBJECT, "before"));
    loop.runUntil(store.store()::isIdle);
    storeHeld = true;
    commit(write(OBJECT, "behind"));

    AtomicReference<@Nullable ReadOutcome> other = read(OTHER);
    assertThat(store.store().attend()).isTrue();
    loop.runUntil(() -> other.get() != null);
    assertThat(other.get()).isInstanceOf(ReadOutcome.Absent.class);

    AtomicReference<@Nullable ReadOutcome> changed = read(OBJECT);
    assertThat(store.store().attend()).isFalse();
    assertThat(changed.get()).isNull();
    storeHeld = false;
    onWork(store.store());
    loop.runUntil(() -> changed.get() != null);
    assertThat(bytesOf(changed.get())).isEqualTo(Payload.utf8("behind"));
  }

  /** For a cached object, the query is not even sent behind the log. */
  @Test
  void whatIsWrittenInWholeBlocksIsKnownOnTheLoop() {
    Payload block = Payload.wrap(new byte[StoreSpace.BLOCK_BYTES]);
    commit(
        new StoreOp.CreateCollection(COLLECTION), new StoreOp.Write(COLLECTION, OBJECT, 0, block));
    AtomicReference<@Nullable ReadOutcome> first = read(OBJECT);
    loop.runUntil(() -> first.get() != null);
    storeHeld = true;
    store.submit(
        Transaction.of(new StoreOp.Write(COLLECTION, OBJECT, block.size(), block)), _ -> {});

    AtomicReference<@Nullable ReadOutcome> amended = new AtomicReference<>();
    ObjectQuery.Amendment whole = new ObjectQuery.Amendment(block.size(), block.size());
    ObjectQuery query = new ObjectQuery(List.of(), List.of(), false, List.of(whole));
    store.read(COLLECTION, OBJECT, query, amended::set);
    ReadOutcome.Found found = (ReadOutcome.Found) Objects.requireNonNull(amended.get());
    assertThat(found.view().size()).isEqualTo(2L * block.size());
  }

  private static StoreOp write(ObjectId object, String text) {
    return new StoreOp.Write(COLLECTION, object, 0, Payload.utf8(text));
  }
}
