package io.pando.sim.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.disk.StoreException;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import io.pando.store.CollectionId;
import io.pando.store.CommitOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every disk with a store of the production does, through crashes and faults. */
abstract class SimDiskConformance {
  private static final long SECOND = 1_000_000_000;
  private static final CollectionId GROUP = CollectionId.of(new PgId(new PoolId(1), 3));
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final ObjectQuery ALL =
      new ObjectQuery(List.of(new ByteRange(0, 1 << 20)), List.of(), false);

  private final SimWorld world = new SimWorld(9);
  private final Random64 random = new Random64(10);
  private SimDisk disk = disk(world, random.split(), 4 << 20, "disk");
  private SimProcess process = world.start("owner");
  private ObjectStore store = open();
  private final List<CommitOutcome> outcomes = new ArrayList<>();

  /** An empty one. */
  abstract SimDisk disk(SimWorld in, Random64 chance, long capacityBytes, String name);

  private ObjectStore open() {
    process = world.start("owner");
    EventLoop loop = process.loop();
    try {
      return disk.open(process, loop);
    } catch (StoreException e) {
      throw new AssertionError(e);
    }
  }

  private void crash() {
    process.kill();
    disk.crash();
    store = open();
  }

  private <T> T await(Consumer<Consumer<T>> call) {
    List<T> answers = new ArrayList<>();
    call.accept(answers::add);
    assertThat(world.runUntil(() -> !answers.isEmpty(), world.nowNanos() + SECOND)).isTrue();
    return answers.getFirst();
  }

  private CommitOutcome commit(StoreOp... ops) {
    return this.<CommitOutcome>await(done -> store.submit(new Transaction(List.of(ops)), done));
  }

  private ReadOutcome read(ObjectId object) {
    return this.<ReadOutcome>await(done -> store.read(GROUP, object, ALL, done));
  }

  private static StoreOp write(ObjectId object, long offset, byte[] bytes) {
    return new StoreOp.Write(GROUP, object, offset, Payload.wrap(bytes));
  }

  /** A write of random bytes, which also numbers itself; and the same to a model. */
  private Transaction numbered(int number, SortedMap<ObjectId, byte[]> model) {
    ObjectId object = new ObjectId(random.nextInt(4), "o");
    byte[] before = model.getOrDefault(object, new byte[0]);
    byte[] bytes = new byte[1 + random.nextInt(20_000)];
    random.nextBytes(bytes);
    int offset = random.nextInt(before.length + 1);
    byte[] after = Arrays.copyOf(before, Math.max(before.length, offset + bytes.length));
    System.arraycopy(bytes, 0, after, offset, bytes.length);
    SortedMap<String, Payload> count = new TreeMap<>();
    count.put("count", Payload.utf8(Integer.toString(number)));
    List<StoreOp> ops = new ArrayList<>();
    ops.add(new StoreOp.PutMeta(GROUP, count));
    if (random.oneIn(5)) {
      ops.add(new StoreOp.Remove(GROUP, object));
      model.remove(object);
    } else {
      ops.add(write(object, offset, bytes));
      model.put(object, after);
    }
    return new Transaction(ops);
  }

  private int count() {
    SortedMap<String, Payload> meta =
        this.<SortedMap<String, Payload>>await(done -> store.readMeta(GROUP, "", null, done));
    return meta.isEmpty() ? 0 : Integer.parseInt(meta.sequencedValues().getFirst().toUtf8());
  }

  /** What needs no room, for which it may have to wait. */
  @Test
  void whatWasSubmittedIsDurableOnceTheStoreIsClosed() {
    commit(new StoreOp.CreateCollection(GROUP));
    for (int number = 1; number <= 30; number++) {
      SortedMap<String, Payload> count = new TreeMap<>();
      count.put("count", Payload.utf8(Integer.toString(number)));
      store.submit(new Transaction(List.of(new StoreOp.PutMeta(GROUP, count))), outcomes::add);
    }
    assertThat(outcomes).hasSizeLessThan(30);
    boolean closed = this.<Boolean>await(done -> disk.close(() -> done.accept(true)));
    assertThat(closed).isTrue();
    crash();
    assertThat(count()).isEqualTo(30);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aCrashLeavesAPrefixWithAllThatWasReported(long seed) {
    disk = disk(world, new Random64(seed), 4 << 20, "disk " + seed);
    store = open();
    commit(new StoreOp.CreateCollection(GROUP));
    List<SortedMap<ObjectId, byte[]>> models = new ArrayList<>();
    models.add(new TreeMap<>());
    for (int life = 0; life < 25; life++) {
      int before = models.size() - 1;
      outcomes.clear();
      for (int i = random.nextInt(30); i > 0; i--) {
        SortedMap<ObjectId, byte[]> model = new TreeMap<>(models.getLast());
        store.submit(numbered(models.size(), model), outcomes::add);
        models.add(model);
        world.runFor(random.between(0, 2_000_000));
      }
      crash();
      int count = count();
      assertThat(count).isBetween(before + outcomes.size(), models.size() - 1);
      models.subList(count + 1, models.size()).clear();
      models
          .getLast()
          .forEach((object, bytes) -> {
            ReadOutcome.Found found = (ReadOutcome.Found) read(object);
            assertThat(found.view().data().getFirst().toByteArray()).isEqualTo(bytes);
          });
      assertThat(this.<List<String>>await(disk::check)).isEmpty();
    }
  }

  @Test
  void aDamagedByteIsFoundAndNeverServed() {
    commit(new StoreOp.CreateCollection(GROUP), write(OBJECT, 0, new byte[10_000]));
    assertThat(this.<List<String>>await(disk::check)).isEmpty();
    assertThat(disk.damage(GROUP, OBJECT, 5_000)).isTrue();
    assertThat(read(OBJECT)).isInstanceOf(ReadOutcome.Damaged.class);
    assertThat(disk.damage(GROUP, OBJECT, 50_000)).isFalse();
    assertThat(disk.damageAny()).isTrue();
  }

  @Test
  void whatWasDamagedIsReadAgainOnceAllOfItCameInPieces() {
    byte[] bytes = new byte[13_565];
    random.nextBytes(bytes);
    commit(new StoreOp.CreateCollection(GROUP), write(OBJECT, 0, bytes));
    assertThat(this.<List<String>>await(disk::check)).isEmpty();
    assertThat(disk.damage(GROUP, OBJECT, 5_000)).isTrue();
    commit(write(OBJECT, 0, Arrays.copyOf(bytes, 4096)));
    assertThat(read(OBJECT)).isInstanceOf(ReadOutcome.Damaged.class);
    commit(write(OBJECT, 4096, Arrays.copyOfRange(bytes, 4096, 12_288)));
    commit(write(OBJECT, 12_288, Arrays.copyOfRange(bytes, 12_288, bytes.length)));
    ReadOutcome.Found found = (ReadOutcome.Found) read(OBJECT);
    assertThat(found.view().data().getFirst().toByteArray()).isEqualTo(bytes);
  }

  @Test
  void aFullDiskRefusesAndGoesOnWhenThereIsRoom() {
    commit(new StoreOp.CreateCollection(GROUP), write(OBJECT, 0, new byte[10_000]));
    DiskFault full = new DiskFault.Full();
    disk.apply(full);
    ObjectId other = new ObjectId(8, "p");
    assertThat(commit(write(other, 0, new byte[500_000])))
        .isInstanceOf(CommitOutcome.NoSpace.class);
    assertThat(read(other)).isEqualTo(new ReadOutcome.Absent());
    disk.lift(full);
    assertThat(commit(write(other, 0, new byte[500_000]))).isEqualTo(new CommitOutcome.Committed());
    assertThat(this.<List<String>>await(disk::check)).isEmpty();
  }

  @Test
  void aDiskThatCannotBeWrittenBreaksTheStoreAndKeepsWhatItHad() {
    commit(new StoreOp.CreateCollection(GROUP), write(OBJECT, 0, new byte[10_000]));
    DiskFault failing = new DiskFault.FailingWrites();
    disk.apply(failing);
    assertThat(commit(write(OBJECT, 0, new byte[20_000]))).isInstanceOf(CommitOutcome.Broken.class);
    disk.lift(failing);
    assertThat(commit(write(OBJECT, 0, new byte[20_000]))).isInstanceOf(CommitOutcome.Broken.class);
    crash();
    ReadOutcome.Found found = (ReadOutcome.Found) read(OBJECT);
    assertThat(found.view().size()).isEqualTo(10_000);
  }

  @Test
  void aFailedReadIsDamageAndPasses() {
    commit(new StoreOp.CreateCollection(GROUP), write(OBJECT, 0, new byte[10_000]));
    DiskFault failing = new DiskFault.FailingReads(1);
    disk.apply(failing);
    assertThat(read(OBJECT)).isInstanceOf(ReadOutcome.Damaged.class);
    disk.lift(failing);
    assertThat(read(OBJECT)).isInstanceOf(ReadOutcome.Found.class);
  }

  @Test
  void aSlowDiskTakesItsTime() {
    commit(new StoreOp.CreateCollection(GROUP));
    long quick = timed(() -> commit(write(OBJECT, 0, new byte[100])));
    DiskFault slow = new DiskFault.Slow(SECOND / 5);
    disk.apply(slow);
    assertThat(timed(() -> commit(write(OBJECT, 0, new byte[100])))).isGreaterThan(10 * quick);
  }

  private long timed(Runnable action) {
    long before = world.nowNanos();
    action.run();
    return world.nowNanos() - before;
  }

  @Test
  void anEmptyDiskTakesItsPlace() {
    commit(new StoreOp.CreateCollection(GROUP), write(OBJECT, 0, new byte[10_000]));
    process.kill();
    disk.crash();
    disk.wipe();
    store = open();
    assertThat(this.<List<CollectionId>>await(store::collections)).isEmpty();
    assertThat(store.usage().usedBytes()).isZero();
  }
}
