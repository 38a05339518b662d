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
 * What a simulated cluster is made of.
 *
 * @param osd settings of all OSDs, but for their places
 * @param exceptions OSDs by number that have other settings
 * @param monitor settings of all monitors
 * @param store what is on their disks
 * @param shardBytes capacity of the disk of each shard; memory that the simulation may take for it
 * @param clocks how wrong clocks may be
 */
public record SimSettings(
    OsdConfig osd,
    SortedMap<Integer, OsdConfig> exceptions,
    MonitorConfig monitor,
    Store store,
    long shardBytes,
    ClockBounds clocks) {
  /** What is on a disk. */
  public enum Store {
    /** The production's raw store on a simulated device. */
    RAW,
    /** A store on the heap: faster, and nothing is ever torn. */
    HEAP,
    /** The production's kv store on simulated metadata. */
    KV,
    /** The production's file store on a simulated file system, log and metadata. */
    FILE
  }

  private static final long USUAL_SHARD_BYTES = 24L << 20;

  /** The production's stores, small disks, clocks as they usually are. */
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

  /** Settings of one OSD, but for its place. */
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
