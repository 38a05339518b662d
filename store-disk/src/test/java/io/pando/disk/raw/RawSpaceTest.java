package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.Power;
import io.pando.disk.StoreException;
import io.pando.disk.TestLoop;
import io.pando.disk.account.Account;
import io.pando.disk.device.BlockDevice;
import io.pando.disk.log.LogDisk;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.id.ObjectId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Space that a store takes on a device. */
class RawSpaceTest {
  private static final int MIB = 1 << 20;

  private final TestLoop loop = new TestLoop();
  private final Depth device = new Depth();
  private final SteppedRawStore store = open();

  private SteppedRawStore open() {
    Power power = new Power();
    RawStoreConfig config = RawStoreConfig.DEFAULT;
    LogDisk log = new LogDisk(config.pipeline().log().segmentBytes(), 512, new Random64(1), power);
    StoreResources ground =
        new StoreResources(
            RawStoreCrashTest.IDENTITY,
            "raw",
            new StoreResources.Devices(
                new MemoryMetadata(new Random64(2), power), device, log, false),
            Codecs.portable(),
            StoreResources.Metering.of(new Account()));
    try {
      return SteppedRawStore.open(ground, config, loop, new Random64(3), this::onWork);
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  private void onWork(Worker worker) {
    loop.execute(() -> {
      if (!worker.isIdle()) {
        worker.step();
        onWork(worker);
      }
    });
  }

  private void commit(StoreOp op) {
    AtomicReference<@Nullable CommitOutcome> told = new AtomicReference<>();
    store.submit(Transaction.of(op), told::set);
    loop.runUntil(() -> told.get() != null);
    assertThat(told.get()).isInstanceOf(CommitOutcome.Committed.class);
  }

  @Test
  void anObjectThatIsWrittenAgainAndAgainTakesNoMoreAndMoreOfTheDevice() {
    CollectionId collection = CollectionId.DAEMON;
    ObjectId object = new ObjectId(7, "again");
    Payload bytes = Payload.copyOf(ByteBuffer.allocate(4 * MIB));
    commit(new StoreOp.CreateCollection(collection));
    for (int i = 0; i < 100; i++) {
      commit(new StoreOp.Write(collection, object, 0, bytes));
    }
    assertThat(device.writtenBlocks * BLOCK_BYTES).isGreaterThan(350L * MIB);
    assertThat(device.deepest * BLOCK_BYTES).isLessThan(200L * MIB);
  }

  @Test
  void spaceForLongRunsIsNotFilledBefore() {
    CollectionId collection = CollectionId.DAEMON;
    Payload bytes = Payload.copyOf(ByteBuffer.allocate(4 * MIB));
    commit(new StoreOp.CreateCollection(collection));
    for (int i = 0; i < 50; i++) {
      commit(new StoreOp.Write(collection, new ObjectId(i, "long"), 0, bytes));
    }
    assertThat(device.filledBlocks * BLOCK_BYTES).isLessThan(40L * MIB);
    long filledBefore = device.filledBlocks;
    for (int i = 0; i < 60_000; i++) {
      ObjectId object = new ObjectId(i, "short");
      commit(new StoreOp.Write(collection, object, 0, bytes.slice(0, BLOCK_BYTES)));
    }
    assertThat((device.filledBlocks - filledBefore) * BLOCK_BYTES).isGreaterThan(100L * MIB);
  }

  /** Short runs may come next, and each would make the file system record its first write there. */
  @Test
  void littleSpaceIsClaimedForLongRunsThatAreYetToCome() {
    CollectionId collection = CollectionId.DAEMON;
    Payload bytes = Payload.copyOf(ByteBuffer.allocate(4 * MIB));
    commit(new StoreOp.CreateCollection(collection));
    for (int i = 0; i < 200; i++) {
      commit(new StoreOp.Write(collection, new ObjectId(i, "long"), 0, bytes));
      assertThat((device.claimedTo - device.deepest) * BLOCK_BYTES).isLessThan(24L * MIB);
    }
    assertThat(device.claimedTo * BLOCK_BYTES).isGreaterThan(700L * MIB);
  }

  /** Other writes at that moment wait for as long as it takes. */
  @Test
  void spaceForShortRunsIsReservedInSmallParts() {
    CollectionId collection = CollectionId.DAEMON;
    Payload bytes = Payload.copyOf(ByteBuffer.allocate(BLOCK_BYTES));
    commit(new StoreOp.CreateCollection(collection));
    for (int i = 0; i < 40_000; i++) {
      commit(new StoreOp.Write(collection, new ObjectId(i, "short"), 0, bytes));
      device.mostAtOnce = i < 10_000 ? 0 : device.mostAtOnce;
    }
    assertThat(device.filledBlocks * BLOCK_BYTES).isGreaterThan(150L * MIB);
    assertThat(device.mostAtOnce * BLOCK_BYTES).isBetween(1L, 2L * MIB);
  }

  /** A device that records how far it was written, filled and claimed, and stores no data. */
  private static final class Depth implements BlockDevice {
    private long deepest;
    private long writtenBlocks;
    private long filledBlocks;
    private long mostAtOnce;
    private long claimedTo;

    @Override
    public long blocks() {
      return (1L << 30) / BLOCK_BYTES;
    }

    @Override
    public long reserve(long from, long to) {
      filledBlocks += to - from;
      mostAtOnce = Math.max(mostAtOnce, to - from);
      return 0;
    }

    @Override
    public boolean claim(long from, long to) {
      claimedTo = to;
      return true;
    }

    @Override
    public void read(long block, ByteBuffer into) {
      throw new UnsupportedOperationException("nothing is read");
    }

    @Override
    public void write(long block, ByteBuffer from) {
      int count = from.remaining() / BLOCK_BYTES;
      from.position(from.limit());
      writtenBlocks += count;
      deepest = Math.max(deepest, block + count);
    }

    @Override
    public void flush() {}

    @Override
    public String describe() {
      return "a depth";
    }

    @Override
    public void close() {}
  }
}
