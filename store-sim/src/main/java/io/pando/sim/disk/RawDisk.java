package io.pando.sim.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.check.Invariant;
import io.pando.disk.StoreException;
import io.pando.disk.StoreIdentity;
import io.pando.disk.StoreMemory;
import io.pando.disk.account.Account;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogConfig;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.disk.raw.SteppedRawStore;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.serve.BatchLimits;
import io.pando.format.DamagedRecordException;
import io.pando.id.ClusterId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.probe.Limit;
import io.pando.random.Random64;
import io.pando.sim.world.SimFailure;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A disk for the production raw store: a medium and metadata that keep flushed data. Its workers
 * have a {@link StoreProcess}.
 */
public final class RawDisk implements SimDisk {
  private static final Limit SEGMENT_BLOCKS = Limit.of("simulated log: blocks of a segment", 8, 64);
  private static final Limit APPLY_OPS = Limit.of("simulated store: updates taken at once", 1, 16);
  private static final Limit APPLY_BYTES =
      Limit.of("simulated store: bytes of updates taken at once", 1, 1 << 16);
  private static final Limit PENDING_BYTES =
      Limit.of("simulated store: bytes that it may be behind the log", 1, 1 << 18);
  private static final Limit ALLOTMENT_BLOCKS =
      Limit.ofReserve("simulated store: blocks allotted", 1, 16);
  private static final Limit CACHE_BYTES = Limit.of("simulated store: bytes of cache", 1, 1 << 16);
  private static final int LEAST_SEGMENTS = 4;

  static final StoreIdentity IDENTITY =
      new StoreIdentity(new ClusterId(new UUID(0, 0)), new OsdId(0), 0);

  private final SimWorld world;
  private final Random64 random;
  private final String name;
  private final long blocks;
  private final DiskFaults faults = new DiskFaults();
  private final RawStoreConfig config = config();
  private SimMedium medium;
  private SimLogMedium log;
  private SimMetadata metadata;
  private @Nullable StoreProcess life;
  private @Nullable SteppedRawStore store;

  /** Creates an empty disk. */
  public RawDisk(SimWorld world, Random64 random, long capacityBytes, String name) {
    this.world = world;
    this.random = random;
    this.name = name;
    this.blocks = capacityBytes / BLOCK_BYTES;
    this.medium = new SimMedium(blocks, faults, random.split(), name);
    this.log = new SimLogMedium(config.pipeline().log(), faults, random.split(), name);
    this.metadata = new SimMetadata(faults, random.split(), name);
  }

  private static RawStoreConfig config() {
    LogConfig log = SimLogMedium.config(SEGMENT_BLOCKS);
    long applyBytes = APPLY_BYTES.longValue();
    return new RawStoreConfig(
        new RawStoreConfig.Data(null, 0, false, DataIo.PLAIN),
        new BatchLimits(64, 1 << 16),
        new StoreMemory(1 << 18, 1 << 20, 1 << 20),
        null,
        new PipelineConfig(
            log,
            LEAST_SEGMENTS * log.segmentBytes(),
            BLOCK_BYTES,
            new PipelineConfig.ApplyLimits(
                APPLY_OPS.value(), applyBytes, 0, Math.max(applyBytes, PENDING_BYTES.longValue())),
            ALLOTMENT_BLOCKS.value(),
            CACHE_BYTES.longValue()));
  }

  @Override
  public ObjectStore open(SimProcess process, EventLoop loop) throws StoreException {
    Invariant.check(life == null, () -> name + " is open already");
    StoreProcess begun = new StoreProcess(world, process, new StepDelays(random, faults));
    SteppedRawStore opened =
        SteppedRawStore.open(
            new StoreResources(
                IDENTITY,
                name,
                new StoreResources.Devices(metadata, medium, log, false),
                Codecs.portable(),
                StoreResources.Metering.of(new Account())),
            config,
            loop,
            random.split(),
            begun::wanted);
    life = begun;
    store = opened;
    return opened;
  }

  @Override
  public void close(Runnable done) {
    SteppedRawStore closing = open();
    StoreProcess last = Invariant.present(life, () -> name + " is open");
    closing.stop();
    last.awaitAll(List.of(closing.log(), closing.store()), Worker::hasEnded, done);
  }

  @Override
  public boolean isFlushing() {
    StoreProcess now = life;
    return now != null && now.isFlushing();
  }

  @Override
  public void crash() {
    StoreProcess last = life;
    if (last != null) {
      last.end(name, faults, random);
    }
    life = null;
    store = null;
    // The power may have failed while nothing was open yet.
    faults.restorePower();
    medium.crash();
    log.crash();
    metadata.crash();
  }

  @Override
  public void wipe() {
    Invariant.check(life == null, () -> name + " is open");
    faults.clear();
    medium = new SimMedium(blocks, faults, random.split(), name);
    log = new SimLogMedium(config.pipeline().log(), faults, random.split(), name);
    metadata = new SimMetadata(faults, random.split(), name);
  }

  @Override
  public void apply(DiskFault fault) {
    faults.apply(fault);
  }

  @Override
  public void lift(DiskFault fault) {
    faults.lift(fault);
  }

  @Override
  public boolean damage(CollectionId collection, ObjectId object, long offset) {
    try {
      OptionalLong block = open().blockOf(collection, object, offset);
      block.ifPresent(medium::flipBit);
      return block.isPresent();
    } catch (MetadataException | DamagedRecordException e) {
      throw new SimFailure(name + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean damageAny() {
    return medium.flipAnyBit();
  }

  @Override
  public void check(Consumer<List<String>> done) {
    open().check(false, report -> done.accept(report.faults()));
  }

  private SteppedRawStore open() {
    return Invariant.present(store, () -> name + " is open");
  }
}
