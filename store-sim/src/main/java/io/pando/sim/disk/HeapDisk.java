package io.pando.sim.disk;

import io.pando.disk.memory.MemoryDisk;
import io.pando.disk.memory.MemoryLatency;
import io.pando.disk.memory.MemoryStore;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.sim.world.SimProcess;
import io.pando.store.CollectionId;
import io.pando.store.Transaction;
import java.util.List;
import java.util.function.Consumer;

/**
 * A disk whose store is on the heap, without the production code: a crash keeps a prefix of the
 * submitted transactions. It can be slow, and fail to write.
 */
public final class HeapDisk implements SimDisk {
  private static final long LONGEST_COMMIT_NANOS = 3_000_000;
  private static final long LONGEST_READ_NANOS = 300_000;

  private final long capacityBytes;
  private final Random64 random;
  private final DiskFaults faults = new DiskFaults();
  private MemoryDisk disk;

  public HeapDisk(long capacityBytes, Random64 random) {
    this.capacityBytes = capacityBytes;
    this.random = random;
    this.disk = new MemoryDisk(capacityBytes);
  }

  @Override
  public ObjectStore open(SimProcess process, EventLoop loop) {
    return MemoryStore.open(disk, loop, new Latency());
  }

  @Override
  public void crash() {
    disk.crash(random.nextInt(disk.unreported() + 1));
  }

  /**
   * Closes at once: submitted transactions are in memory, and those not reported as durable are
   * kept or lost by chance.
   */
  @Override
  public void close(Runnable done) {
    done.run();
  }

  /** A flush takes no time. */
  @Override
  public boolean isFlushing() {
    return false;
  }

  @Override
  public void wipe() {
    disk = new MemoryDisk(capacityBytes);
    faults.clear();
  }

  @Override
  public void apply(DiskFault fault) {
    faults.apply(fault);
    if (faults.failsWrites()) {
      disk.fail("simulated: the disk cannot be written");
    }
  }

  @Override
  public void lift(DiskFault fault) {
    faults.lift(fault);
    if (!faults.failsWrites()) {
      disk.mend();
    }
  }

  @Override
  public boolean damage(CollectionId collection, ObjectId object, long offset) {
    return disk.damage(collection, object, offset);
  }

  @Override
  public boolean damageAny() {
    return false;
  }

  @Override
  public void check(Consumer<List<String>> done) {
    done.accept(List.of());
  }

  private final class Latency implements MemoryLatency {
    @Override
    public long commitNanos(Transaction transaction) {
      return random.between(20_000, LONGEST_COMMIT_NANOS + faults.extraNanos());
    }

    @Override
    public long readNanos() {
      return random.between(1_000, LONGEST_READ_NANOS + faults.extraNanos());
    }
  }
}
