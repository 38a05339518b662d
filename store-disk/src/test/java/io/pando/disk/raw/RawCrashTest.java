package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.CrashConformance;
import io.pando.disk.MemoryMetadata;
import io.pando.disk.Power;
import io.pando.disk.StoreException;
import io.pando.disk.StoreMemory;
import io.pando.disk.TestLoop;
import io.pando.disk.account.Account;
import io.pando.disk.device.DataIo;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogDisk;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.pack.Codecs;
import io.pando.disk.raw.pipeline.worker.PipelineConfig;
import io.pando.disk.raw.pipeline.worker.StoreResources;
import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.disk.serve.BatchLimits;
import io.pando.disk.serve.QueryStore;
import io.pando.random.Random64;

/** A log, a device and metadata that lose power together; each loses what is not durable. */
class RawCrashTest extends CrashConformance {
  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(64, Integer.MAX_VALUE, random);
  }

  /** The resources of a store, in memory. */
  static final class SimulatedDisk implements Disk {
    private static final long BLOCKS = 4096;

    private final Power power = new Power();
    private final LogConfig sizes;
    private final Random64 random;
    private final LogDisk log;
    private final DataDisk data;
    private final MemoryMetadata metadata;
    private Life life = new Life(new TestLoop());

    /**
     * An empty disk.
     *
     * @param segmentBlocks length of the log's segments
     * @param mostSegments number of segments that there is space for
     */
    SimulatedDisk(int segmentBlocks, int mostSegments, Random64 random) {
      this.random = random;
      this.sizes = new LogConfig((long) segmentBlocks * BLOCK_BYTES, 8 * BLOCK_BYTES);
      this.log = new LogDisk(sizes.segmentBytes(), 512, random.split(), power);
      log.limitTo(mostSegments);
      this.data = new DataDisk(BLOCKS, random.split(), power);
      this.metadata = new MemoryMetadata(random.split(), power);
    }

    @Override
    public Power power() {
      return power;
    }

    @Override
    public QueryStore open(TestLoop loop) throws StoreException {
      life = new Life(loop);
      return SteppedRawStore.open(
          new StoreResources(
              RawStoreCrashTest.IDENTITY,
              "raw",
              new StoreResources.Devices(metadata, data, log, false),
              Codecs.portable(),
              StoreResources.Metering.of(new Account())),
          config(),
          loop,
          random.split(),
          life::onWork);
    }

    private RawStoreConfig config() {
      PipelineConfig pipeline =
          new PipelineConfig(
              sizes,
              8 * sizes.segmentBytes(),
              BLOCK_BYTES,
              new PipelineConfig.ApplyLimits(16, 1 << 16, 0, 1 << 18),
              16,
              1 << 16);
      return new RawStoreConfig(
          new RawStoreConfig.Data(null, 0, false, DataIo.PLAIN),
          new BatchLimits(8, 1 << 16),
          new StoreMemory(1 << 14, 1 << 20, 1 << 20),
          null,
          pipeline);
    }

    @Override
    public void crash() throws MetadataException {
      life.over = true;
      metadata.crash();
      data.restorePower();
      log.restorePower();
    }
  }

  /** The workers of an open store, until the disk below it is gone. */
  private static final class Life {
    private final TestLoop loop;
    private boolean over;

    Life(TestLoop loop) {
      this.loop = loop;
    }

    void onWork(Worker worker) {
      loop.execute(() -> step(worker));
    }

    private void step(Worker worker) {
      if (!over && !worker.isIdle()) {
        worker.step();
        onWork(worker);
      }
    }
  }
}
