package io.pando.sim.disk;

import io.pando.check.Invariant;
import io.pando.disk.StoreException;
import io.pando.disk.account.Account;
import io.pando.disk.device.MediumSpace;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.CommitPhase;
import io.pando.disk.serve.SteppedStore;
import io.pando.disk.serve.ThreadedStore;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.probe.Limit;
import io.pando.random.Random64;
import io.pando.sim.world.SimFailure;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A disk for a production store that commits batches itself, with one worker: see {@link
 * io.pando.disk.serve.Volume}.
 *
 * @param <S> the store
 */
public abstract sealed class VolumeDisk<S extends SteppedStore> implements SimDisk
    permits KvDisk, FileDisk {
  /** Queries count too: a store on a slow disk that served one at a time would never catch up. */
  private static final Limit BATCH_OPS = Limit.of("simulated volume: updates of a batch", 4, 16);

  private static final Limit BATCH_BYTES =
      Limit.of("simulated volume: bytes of a batch", 4096, 1 << 16);
  private static final Limit CACHE_BYTES = Limit.of("simulated volume: bytes of cache", 1, 1 << 16);

  final DiskFaults faults = new DiskFaults();
  final Random64 random;
  final String name;
  private final SimWorld world;
  private @Nullable StoreProcess life;
  private @Nullable S store;

  VolumeDisk(SimWorld world, Random64 random, String name) {
    this.world = world;
    this.random = random;
    this.name = name;
  }

  static BatchLimits batchLimits() {
    return new BatchLimits(BATCH_OPS.value(), BATCH_BYTES.value());
  }

  static long cacheBytes() {
    return CACHE_BYTES.longValue();
  }

  /** Opens the existing store, or creates an empty one. */
  abstract S open(EventLoop loop, Runnable onWork) throws StoreException;

  /** The phase of disk use for a step of the store. */
  abstract Worker.Phase phase(CommitPhase next);

  /** The power of all parts fails, and returns. */
  abstract void losePower();

  /** All parts are replaced by empty ones. */
  abstract void replace();

  /** Corrupts the block that holds a byte of an object; false if there is none. */
  abstract boolean spoil(S store, CollectionId collection, ObjectId object, long offset)
      throws MetadataException, DamagedRecordException;

  /**
   * Space of a file system on a disk of its own; while the disk is full, other users have taken all
   * of it.
   */
  final Supplier<MediumSpace> space(long totalBytes) {
    return () -> faults.isFull() ? new MediumSpace(totalBytes, 0) : MediumSpace.OWN;
  }

  /** Statistics of the store. */
  final ThreadedStore.Watch watch() {
    return new ThreadedStore.Watch(name, new Account());
  }

  @Override
  public final ObjectStore open(SimProcess process, EventLoop loop) throws StoreException {
    Invariant.check(life == null, () -> name + " is open already");
    StoreProcess begun = new StoreProcess(world, process, new StepDelays(random, faults));
    OnlyWorker worker = new OnlyWorker();
    S opened = open(loop, () -> begun.wanted(worker));
    worker.steps = opened;
    life = begun;
    store = opened;
    return opened;
  }

  /** The store as its only worker. */
  private final class OnlyWorker implements Worker {
    private @Nullable SteppedStore steps;

    private SteppedStore steps() {
      return Invariant.present(steps, () -> name + " is open");
    }

    @Override
    public boolean isIdle() {
      return steps().isIdle();
    }

    @Override
    public boolean isUrgent() {
      return false;
    }

    @Override
    public long pauseNanos() {
      return steps().pauseNanos();
    }

    @Override
    public Phase phase() {
      return VolumeDisk.this.phase(steps().phase());
    }

    @Override
    public void step() {
      steps().step();
    }

    @Override
    public boolean hasEnded() {
      return false;
    }
  }

  @Override
  public final void close(Runnable done) {
    StoreProcess last = Invariant.present(life, () -> name + " is open");
    OnlyWorker worker = new OnlyWorker();
    worker.steps = open();
    last.awaitAll(List.of(worker), Worker::isIdle, done);
  }

  @Override
  public final boolean isFlushing() {
    StoreProcess now = life;
    return now != null && now.isFlushing();
  }

  @Override
  public final void crash() {
    StoreProcess last = life;
    if (last != null) {
      last.end(name, faults, random);
    }
    life = null;
    store = null;
    // The power may have failed while nothing was open yet.
    faults.restorePower();
    losePower();
  }

  @Override
  public final void wipe() {
    Invariant.check(life == null, () -> name + " is open");
    faults.clear();
    replace();
  }

  @Override
  public final void apply(DiskFault fault) {
    faults.apply(fault);
  }

  @Override
  public final void lift(DiskFault fault) {
    faults.lift(fault);
  }

  @Override
  public final boolean damage(CollectionId collection, ObjectId object, long offset) {
    try {
      return spoil(open(), collection, object, offset);
    } catch (MetadataException | DamagedRecordException e) {
      throw new SimFailure(name + ": " + e.getMessage(), e);
    }
  }

  @Override
  public final void check(Consumer<List<String>> done) {
    open().check(false, report -> done.accept(report.faults()));
  }

  private S open() {
    return Invariant.present(store, () -> name + " is open");
  }
}
