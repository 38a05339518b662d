package io.pando.sim.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.DeviceFullException;
import io.pando.disk.log.BlockSegment;
import io.pando.disk.log.LogConfig;
import io.pando.disk.log.LogMedium;
import io.pando.disk.log.LogSegment;
import io.pando.probe.Limit;
import io.pando.random.Random64;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Segments of a log that survive the daemon, except bytes that were not flushed. A segment begins
 * with the old contents of an earlier one. It can always be read. While the disk is full, only
 * existing and reserved segments are available.
 */
final class SimLogMedium implements LogMedium {
  private static final Limit BATCH_BLOCKS = Limit.of("simulated log: blocks of a batch", 1, 8);
  private static final Limit SPARES = Limit.of("simulated log: segments kept for later", 1, 64);

  private final TreeMap<Long, SimMedium> segments = new TreeMap<>();
  private final ArrayDeque<SimMedium> spares = new ArrayDeque<>();
  private final LogConfig config;
  private final DiskFaults faults;
  private final Random64 random;
  private final String name;

  /** Segments that can be created although the disk is full, in addition to the spare ones. */
  private int promised;

  SimLogMedium(LogConfig config, DiskFaults faults, Random64 random, String name) {
    this.config = config;
    this.faults = faults;
    this.random = random;
    this.name = name;
  }

  /**
   * Sizes of a log.
   *
   * @param segmentBlocks blocks of a segment; a batch has fewer
   */
  static LogConfig config(Limit segmentBlocks) {
    return new LogConfig(
        segmentBlocks.longValue() * BLOCK_BYTES,
        Math.min(BATCH_BLOCKS.value(), segmentBlocks.value() - 1) * BLOCK_BYTES);
  }

  /** The power fails, and returns. */
  void crash() {
    segments.values().forEach(SimMedium::crash);
  }

  @Override
  public SortedSet<Long> segments() {
    return new TreeSet<>(segments.keySet());
  }

  @Override
  public LogSegment create(long number) throws IOException {
    if (faults.failsWrites()) {
      throw new IOException("simulated: " + name + " cannot be written");
    }
    faults.onSegment();
    SimMedium made = segments.get(number);
    if (made == null) {
      made = spares.isEmpty() ? fresh() : spares.pop();
      segments.put(number, made);
    }
    return new BlockSegment(made);
  }

  @Override
  public int reserve(int count) {
    if (faults.isExhausted()) {
      return spares.size();
    }
    if (!faults.isFull()) {
      promised = Math.max(promised, count - spares.size());
    }
    return spares.size() + promised;
  }

  private SimMedium fresh() throws DeviceFullException {
    if (faults.isExhausted() || (promised == 0 && faults.isFull())) {
      throw new DeviceFullException(name + " is full");
    }
    promised = Math.max(0, promised - 1);
    return new SimMedium(config.segmentBytes() / BLOCK_BYTES, faults, random.split(), name, false);
  }

  @Override
  public LogSegment open(long number) throws IOException {
    SimMedium segment = segments.get(number);
    if (segment == null) {
      throw new IOException("simulated: segment " + number + " of " + name + " is not there");
    }
    return new BlockSegment(segment);
  }

  @Override
  public void retire(long number) throws IOException {
    SimMedium retired = segments.remove(number);
    if (retired == null) {
      throw new IOException("simulated: segment " + number + " of " + name + " is not there");
    }
    if (spares.size() < SPARES.value()) {
      spares.push(retired);
    }
  }

  @Override
  public String describe() {
    return "log of " + name;
  }

  @Override
  public void close() {
    // Nothing to do: the disk outlives its user.
  }
}
