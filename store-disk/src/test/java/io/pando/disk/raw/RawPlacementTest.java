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

/** Whether bytes go to the log or to their place, by measured durations; time is simulated. */
class RawPlacementTest {
  private static final CollectionId COLLECTION = CollectionId.DAEMON;
  private static final int LENGTH = 128 << 10;

  private final TestLoop loop = new TestLoop();
  private final Account account = new Account();
  private long nowNanos;

  private SteppedRawStore open(long dataNanos, boolean apart) throws StoreException {
    Power power = new Power();
    RawStoreConfig config = RawStoreConfig.DEFAULT;
    LogDisk log = new LogDisk(config.pipeline().log().segmentBytes(), 512, new Random64(1), power);
    return SteppedRawStore.open(
        new StoreResources(
            RawStoreCrashTest.IDENTITY,
            "raw",
            new StoreResources.Devices(
                new MemoryMetadata(new Random64(2), power), new SlowDevice(dataNanos), log, apart),
            Codecs.portable(),
            new StoreResources.Metering(account, () -> nowNanos)),
        config,
        loop,
        new Random64(3),
        this::onWork);
  }

  private void onWork(Worker worker) {
    loop.execute(() -> {
      if (!worker.isIdle()) {
        worker.step();
        onWork(worker);
      }
    });
  }

  private void commit(SteppedRawStore store, StoreOp op) {
    AtomicReference<@Nullable CommitOutcome> told = new AtomicReference<>();
    store.submit(Transaction.of(op), told::set);
    loop.runUntil(() -> told.get() != null);
    assertThat(told.get()).isInstanceOf(CommitOutcome.Committed.class);
  }

  /** Bytes that a write of {@code length} bytes adds to the log. */
  private long logged(SteppedRawStore store, int length) {
    long before = account.written().log();
    Payload bytes = Payload.copyOf(ByteBuffer.allocate(length));
    commit(store, new StoreOp.Write(COLLECTION, new ObjectId(7, "x"), 0, bytes));
    return account.written().log() - before;
  }

  @Test
  void withALogOfItsOwnWhatIsSlowToPlaceComesToBeLogged() throws StoreException {
    SteppedRawStore store = open(20_000_000, true);
    commit(store, new StoreOp.CreateCollection(COLLECTION));
    assertThat(account.performance().traits()).containsEntry("place_from", "65536 bytes");
    assertThat(logged(store, LENGTH)).isLessThan(LENGTH / 2);
    for (int i = 0; i < 100; i++) {
      logged(store, LENGTH);
    }
    assertThat(account.performance().traits()).containsEntry("place_from", "524288 bytes");
    assertThat(logged(store, LENGTH)).isGreaterThan(LENGTH);
    assertThat(logged(store, 1 << 20)).isLessThan(LENGTH / 2);
  }

  @Test
  void withALogOfItsOwnWhatIsFastToPlaceIsPlaced() throws StoreException {
    SteppedRawStore store = open(0, true);
    commit(store, new StoreOp.CreateCollection(COLLECTION));
    assertThat(logged(store, 4 * BLOCK_BYTES)).isGreaterThan(4 * BLOCK_BYTES);
    for (int i = 0; i < 200; i++) {
      nowNanos += 1;
      logged(store, LENGTH);
    }
    assertThat(logged(store, LENGTH)).isLessThan(LENGTH / 2);
  }

  @Test
  void onOneDeviceEveryBlockGoesToItsPlaceWhateverThatTakes() throws StoreException {
    SteppedRawStore store = open(20_000_000, false);
    commit(store, new StoreOp.CreateCollection(COLLECTION));
    for (int i = 0; i < 100; i++) {
      assertThat(logged(store, BLOCK_BYTES)).isLessThan(BLOCK_BYTES / 2);
    }
    assertThat(account.performance().traits()).containsEntry("place_from", "4096 bytes");
  }

  /** Takes time for each flush; stores nothing. */
  private final class SlowDevice implements BlockDevice {
    private final long flushNanos;

    SlowDevice(long flushNanos) {
      this.flushNanos = flushNanos;
    }

    @Override
    public long blocks() {
      return (1L << 30) / BLOCK_BYTES;
    }

    @Override
    public long reserve(long from, long to) {
      return 0;
    }

    @Override
    public void read(long block, ByteBuffer into) {
      throw new UnsupportedOperationException("nothing is read");
    }

    @Override
    public void write(long block, ByteBuffer from) {
      from.position(from.limit());
    }

    @Override
    public void flush() {
      nowNanos += flushNanos;
    }

    @Override
    public String describe() {
      return "a slow device";
    }

    @Override
    public void close() {}
  }
}
