package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.Power;
import io.pando.disk.device.BlockDevice;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Segments in memory that lose power: what was not flushed is then there, or not, or half of it,
 * block by block, and a segment that was retired may be back. It survives the logs that use it.
 */
public final class LogDisk implements LogMedium {
  private static final int WHERE_RECORDS_ARE = 32;

  private final long segmentBlocks;
  private final Random64 random;
  private final SortedMap<Long, Segment> segments = new TreeMap<>();
  private final SortedMap<Long, Segment> retired = new TreeMap<>();
  private final Power power;

  LogDisk(long segmentBlocks, Random64 random) {
    this(segmentBlocks, random, new Power());
  }

  /** One that shares its power with other parts of a disk. */
  public LogDisk(long segmentBlocks, Random64 random, Power power) {
    this.segmentBlocks = segmentBlocks;
    this.random = random;
    this.power = power;
  }

  /** The power goes after so many more blocks written, flushes, and changes of the folder. */
  void losePowerAfter(long count) {
    power.goesAfter(count);
  }

  /** Steps so far. */
  long steps() {
    return power.steps();
  }

  /** The power is back. */
  public void restorePower() {
    power.restore();
    retired.forEach((number, segment) -> {
      if (random.nextBoolean()) {
        segments.put(number, segment);
      }
    });
    retired.clear();
    segments.values().forEach(Segment::crash);
  }

  /** Flips a bit at the beginning of a block that was flushed; says whether it was ever written. */
  boolean flipBit(long number, long block) {
    Segment segment = segments.get(number);
    byte[] bytes = segment == null ? null : segment.durable.get(block);
    if (bytes != null) {
      bytes[random.nextInt(WHERE_RECORDS_ARE)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes != null;
  }

  /** A segment is gone. */
  void lose(long number) {
    segments.remove(number);
  }

  @Override
  public SortedSet<Long> segments() {
    return new TreeSet<>(segments.keySet());
  }

  @Override
  public BlockDevice create(long number) throws IOException {
    power.step();
    // As a folder may do it: in the space of one that was retired.
    Segment used = retired.isEmpty() ? null : retired.remove(retired.firstKey());
    Segment space = used == null ? new Segment() : used;
    segments.put(number, space);
    return space;
  }

  @Override
  public BlockDevice open(long number) throws IOException {
    Segment segment = segments.get(number);
    if (segment == null) {
      throw new IOException("no segment " + number);
    }
    return segment;
  }

  @Override
  public void retire(long number) throws IOException {
    power.step();
    retired.put(number, (Segment) open(number));
    segments.remove(number);
  }

  @Override
  public String describe() {
    return "log disk";
  }

  @Override
  public void close() {}

  private final class Segment implements BlockDevice {
    private final Map<Long, byte[]> durable = new TreeMap<>();
    private final Map<Long, byte[]> unflushed = new TreeMap<>();

    private void crash() {
      unflushed.forEach((block, bytes) -> {
        byte[] old = durable.getOrDefault(block, new byte[BLOCK_BYTES]).clone();
        System.arraycopy(bytes, 0, old, 0, random.nextInt(3) * BLOCK_BYTES / 2);
        durable.put(block, old);
      });
      unflushed.clear();
    }

    @Override
    public long blocks() {
      return segmentBlocks;
    }

    @Override
    public void reserve(long from, long to) {}

    @Override
    public void read(long block, ByteBuffer into) {
      for (long at = block; into.hasRemaining(); at++) {
        byte[] old = durable.getOrDefault(at, new byte[BLOCK_BYTES]);
        into.put(unflushed.getOrDefault(at, old));
      }
    }

    @Override
    public void write(long block, ByteBuffer from) throws IOException {
      for (long at = block; from.hasRemaining(); at++) {
        power.step();
        byte[] bytes = new byte[BLOCK_BYTES];
        from.get(bytes);
        unflushed.put(at, bytes);
      }
    }

    @Override
    public void flush() throws IOException {
      power.step();
      durable.putAll(unflushed);
      unflushed.clear();
      power.flushed();
    }

    @Override
    public String describe() {
      return "log disk";
    }

    @Override
    public void close() {}
  }
}
