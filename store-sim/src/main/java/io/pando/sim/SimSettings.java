package io.pando.sim;

import io.pando.mon.config.MonitorConfig;
import io.pando.osd.config.OsdConfig;
import io.pando.random.Random64;
import io.pando.sim.disk.FileDisk;
import io.pando.sim.disk.HeapDisk;
import io.pando.sim.disk.KvDisk;
import io.pando.sim.disk.RawDisk;
import io.pando.sim.disk.SimDisk;
import io.pando.sim.world.ClockBounds;
import io.pando.sim.world.SimWorld;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of a simulated cluster.
 *
 * @param osd settings of all OSDs, except their locations
 * @param exceptions OSDs with other settings, by number
 * @param monitor settings of all monitors
 * @param store kind of store on their disks
 * @param shardBytes capacity of each shard's disk; memory that the simulation may use for it
 * @param clocks bounds of clock errors
 */
public record SimSettings(
    OsdConfig osd,
    SortedMap<Integer, OsdConfig> exceptions,
    MonitorConfig monitor,
    Store store,
    long shardBytes,
    ClockBounds clocks) {
  /** Kind of store on a disk. */
  public enum Store {
    /** The production raw store on a simulated device. */
    RAW,
    /** A store on the heap: faster, and writes are never torn. */
    HEAP,
    /** The production kv store on simulated metadata. */
    KV,
    /** The production file store on a simulated file system, log and metadata. */
    FILE
  }

  private static final long USUAL_SHARD_BYTES = 24L << 20;

  /** The production stores, small disks, clocks with usual errors. */
  public static SimSettings usual() {
    return new SimSettings(
        OsdConfig.defaults(),
        new TreeMap<>(),
        MonitorConfig.DEFAULT,
        Store.RAW,
        USUAL_SHARD_BYTES,
        ClockBounds.USUAL);
  }

  public SimSettings with(OsdConfig other) {
    return new SimSettings(other, exceptions, monitor, store, shardBytes, clocks);
  }

  public SimSettings withExceptions(SortedMap<Integer, OsdConfig> other) {
    return new SimSettings(osd, other, monitor, store, shardBytes, clocks);
  }

  /** Settings of one OSD, except its location. */
  OsdConfig osd(int number) {
    return exceptions.getOrDefault(number, osd);
  }

  public SimSettings with(MonitorConfig other) {
    return new SimSettings(osd, exceptions, other, store, shardBytes, clocks);
  }

  public SimSettings with(Store other) {
    return new SimSettings(osd, exceptions, monitor, other, shardBytes, clocks);
  }

  public SimSettings withShardBytes(long bytes) {
    return new SimSettings(osd, exceptions, monitor, store, bytes, clocks);
  }

  public SimSettings with(ClockBounds other) {
    return new SimSettings(osd, exceptions, monitor, store, shardBytes, other);
  }

  SimDisk disk(SimWorld world, Random64 random, String name) {
    return switch (store) {
      case RAW -> new RawDisk(world, random, shardBytes, name);
      case HEAP -> new HeapDisk(shardBytes, random);
      case KV -> new KvDisk(world, random, shardBytes, name);
      case FILE -> new FileDisk(world, random, shardBytes, name);
    };
  }
}
