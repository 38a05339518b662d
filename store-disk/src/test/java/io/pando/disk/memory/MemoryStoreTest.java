package io.pando.disk.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.ModelStore;
import io.pando.disk.StoreConformance;
import io.pando.disk.StoreGenerator;
import io.pando.id.ObjectId;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MemoryStoreTest extends StoreConformance {
  private final Random64 random = new Random64(42);
  private final MemoryLatency latency =
      new MemoryLatency() {
        @Override
        public long commitNanos(Transaction transaction) {
          return random.nextInt(1000);
        }

        @Override
        public long readNanos() {
          return random.nextInt(100);
        }
      };
  private @Nullable MemoryDisk disk;

  @Override
  protected ObjectStore format(long capacityBytes) {
    disk = new MemoryDisk(capacityBytes);
    return open();
  }

  @Override
  protected ObjectStore reopen() {
    return open();
  }

  @Override
  protected long usedBytes(ModelStore model) {
    return model.unsharedBytes();
  }

  private MemoryDisk disk() {
    return Objects.requireNonNull(disk);
  }

  private MemoryStore open() {
    return MemoryStore.open(disk(), loop, latency);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aCrashLeavesAPrefixWithAllThatWasReported(long seed) {
    ObjectStore store = format(256L << 20);
    Random64 chance = new Random64(seed);
    StoreGenerator generator = new StoreGenerator(chance.split(), 100_000);
    List<Transaction> transactions = new ArrayList<>();
    List<CommitOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Transaction transaction = generator.transaction();
      transactions.add(transaction);
      store.submit(transaction, outcomes::add);
    }
    int reported = chance.nextInt(100);
    loop.runUntil(() -> outcomes.size() >= reported);
    int kept = chance.nextInt(disk().unreported() + 1);
    int surviving = outcomes.size() + kept;
    disk().crash(kept);
    int before = outcomes.size();
    ModelStore model = new ModelStore();
    transactions.subList(0, surviving).forEach(model::apply);
    compareAll(open(), model);
    assertThat(outcomes).as("answers of a dead store").hasSize(before);
  }

  @Test
  void damageIsSeenUntilTheBlockIsWrittenAnew() {
    ObjectStore store = format(1 << 20);
    ObjectId id = new ObjectId(5, "x");
    commit(
        store,
        new StoreOp.CreateCollection(GROUP),
        new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[12_288])));
    assertThat(disk().damage(GROUP, id, 5000)).isTrue();
    ObjectQuery second = new ObjectQuery(List.of(new ByteRange(4096, 10)), List.of(), false);
    assertThat(read(store, GROUP, id, second)).isInstanceOf(ReadOutcome.Damaged.class);
    assertThat(bytes(store, id, 0, 4096)).isEqualTo(Payload.wrap(new byte[4096]));
    commit(store, new StoreOp.Write(GROUP, id, 4100, Payload.utf8("part")));
    assertThat(read(store, GROUP, id, second)).isInstanceOf(ReadOutcome.Damaged.class);
    commit(store, new StoreOp.Write(GROUP, id, 4096, Payload.wrap(new byte[4096])));
    assertThat(read(store, GROUP, id, second)).isInstanceOf(ReadOutcome.Found.class);
  }

  @Test
  void aClonedRangeIsDamagedWhereItsOriginIs() {
    ObjectStore store = format(1 << 20);
    ObjectId id = new ObjectId(5, "x");
    ObjectId clone = new ObjectId(6, "clone");
    StoreOp.Origin from = new StoreOp.Origin(GROUP, id);
    ObjectQuery second = new ObjectQuery(List.of(new ByteRange(4096, 10)), List.of(), false);
    commit(
        store,
        new StoreOp.CreateCollection(GROUP),
        new StoreOp.Write(GROUP, id, 0, Payload.wrap(new byte[12_288])));
    assertThat(disk().damage(GROUP, id, 5000)).isTrue();
    commit(store, new StoreOp.CloneRange(GROUP, clone, from, new ByteRange(0, 4096)));
    commit(store, new StoreOp.Write(GROUP, clone, 4096, Payload.utf8("sound")));
    assertThat(read(store, GROUP, clone, second)).isInstanceOf(ReadOutcome.Found.class);
    commit(store, new StoreOp.CloneRange(GROUP, clone, from, new ByteRange(4000, 97)));
    assertThat(read(store, GROUP, clone, second)).isInstanceOf(ReadOutcome.Damaged.class);
    commit(store, new StoreOp.CloneRange(GROUP, clone, from, new ByteRange(8192, 4096)));
    assertThat(bytes(store, clone, 8192, 4096)).isEqualTo(Payload.wrap(new byte[4096]));
  }

  @Test
  void aFailedDiskBreaksThePromiseOpenly() {
    ObjectStore store = format(1 << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    disk().fail("cable pulled");
    assertThat(submit(store, new StoreOp.Touch(GROUP, new ObjectId(1, "x"))))
        .isEqualTo(new CommitOutcome.Broken("cable pulled"));
  }

  @Test
  void nothingStaysBehindATransactionThatWasLost() {
    ModelStore model = new ModelStore();
    model.apply(Transaction.of(new StoreOp.CreateCollection(GROUP)));
    ObjectStore store = format(1 << 20);
    commit(store, new StoreOp.CreateCollection(GROUP));
    disk().fail("cable pulled");
    submit(store, new StoreOp.Touch(GROUP, new ObjectId(1, "x")));
    disk().mend();
    assertThat(submit(store, new StoreOp.Touch(GROUP, new ObjectId(1, "y"))))
        .isInstanceOf(CommitOutcome.Broken.class);
    store.submit(Transaction.of(new StoreOp.Touch(GROUP, new ObjectId(1, "z"))), _ -> {});
    disk().crash(1);
    compareAll(open(), model);
  }
}
