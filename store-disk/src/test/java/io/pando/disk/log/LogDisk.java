package io.pando.disk.log;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.disk.Power;
import io.pando.disk.device.DeviceFullException;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Segments in memory that lose power. Of each unflushed unit nothing, half or all may survive, and
 * a retired segment may be back. The disk outlives the logs that use it.
 */
public final class LogDisk implements LogMedium {
  private static final int WHERE_RECORDS_ARE = 32;

  private final long segmentBytes;
  private final int unitBytes;
  private final Random64 random;
  private final SortedMap<Long, Segment> segments = new TreeMap<>();
  private final SortedMap<Long, Segment> retired = new TreeMap<>();
  private final Power power;
  private int most = Integer.MAX_VALUE;
  private int promised;
  private int inUse;

  LogDisk(long segmentBytes, int unitBytes, Random64 random) {
    this(segmentBytes, unitBytes, random, new Power());
  }

  /** A disk that shares its power with other parts. */
  public LogDisk(long segmentBytes, int unitBytes, Random64 random, Power power) {
    this.segmentBytes = segmentBytes;
    this.unitBytes = unitBytes;
    this.random = random;
    this.power = power;
  }

  /** The power fails after {@code count} more written units, flushes, and changes of the folder. */
  void losePowerAfter(long count) {
    power.goesAfter(count);
  }

  /** Limits the number of segments, including retired ones; existing segments stay. */
  public void limitTo(int count) {
    most = count;
  }

  /** Number of steps so far. */
  long steps() {
    return power.steps();
  }

  /** Restores the power. */
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

  /** Flips a bit at the beginning of a flushed unit; returns whether it was ever written. */
  boolean flipBit(long number, long unit) {
    Segment segment = segments.get(number);
    byte[] bytes = segment == null ? null : segment.durable.get(unit);
    if (bytes != null) {
      bytes[random.nextInt(WHERE_RECORDS_ARE)] ^= (byte) (1 << random.nextInt(8));
    }
    return bytes != null;
  }

  /** Zeroes flushed units. */
  void wipe(long number, long... units) {
    Segment segment = there(number);
    for (long unit : units) {
      segment.durable.remove(unit);
    }
  }

  /** Copies a unit to another position. */
  void repeat(long number, long unit, long into, long at) {
    there(into).durable.put(at, Objects.requireNonNull(there(number).durable.get(unit)).clone());
  }

  private Segment there(long number) {
    return Objects.requireNonNull(segments.get(number));
  }

  /** Number of segments that are open. */
  int inUse() {
    return inUse;
  }

  /** A copy of all contents on a disk with another unit size. */
  LogDisk copy(int otherUnitBytes) {
    LogDisk copy = new LogDisk(segmentBytes, otherUnitBytes, random.split());
    segments.forEach((number, segment) -> {
      ByteBuffer bytes = ByteBuffer.allocate((int) segmentBytes);
      segment.read(0, bytes);
      Segment copied = copy.new Segment();
      for (long unit = 0; unit < segmentBytes / otherUnitBytes; unit++) {
        byte[] part = new byte[otherUnitBytes];
        bytes.get((int) unit * otherUnitBytes, part);
        copied.durable.put(unit, part);
      }
      copy.segments.put(number, copied);
    });
    return copy;
  }

  /** Loses a segment. */
  void lose(long number) {
    segments.remove(number);
  }

  @Override
  public SortedSet<Long> segments() {
    return new TreeSet<>(segments.keySet());
  }

  @Override
  public LogSegment create(long number) throws IOException {
    power.step();
    Segment begun = segments.get(number);
    if (begun != null) {
      inUse++;
      return begun;
    }
    // As a folder may do: reuses the space of a retired segment.
    Segment used = retired.isEmpty() ? null : retired.remove(retired.firstKey());
    if (used == null && promised == 0 && segments.size() >= most) {
      throw new DeviceFullException("no space for segment " + number);
    }
    promised = used == null ? Math.max(0, promised - 1) : promised;
    Segment space = used == null ? new Segment() : used;
    segments.put(number, space);
    inUse++;
    return space;
  }

  @Override
  public int reserve(int count) {
    int there = segments.size() + retired.size();
    promised =
        Math.clamp((long) count - retired.size(), promised, Math.max(promised, most - there));
    return retired.size() + promised;
  }

  @Override
  public LogSegment open(long number) throws IOException {
    Segment segment = segments.get(number);
    if (segment == null) {
      throw new IOException("no segment " + number);
    }
    inUse++;
    return segment;
  }

  @Override
  public void retire(long number) throws IOException {
    power.step();
    retired.put(number, there(number));
    segments.remove(number);
  }

  @Override
  public String describe() {
    return "log disk";
  }

  @Override
  public void close() {}

  private final class Segment implements LogSegment {
    private final Map<Long, byte[]> durable = new TreeMap<>();
    private final Map<Long, byte[]> unflushed = new TreeMap<>();

    private void crash() {
      unflushed.forEach((unit, bytes) -> {
        byte[] old = durable.getOrDefault(unit, new byte[unitBytes]).clone();
        System.arraycopy(bytes, 0, old, 0, random.nextInt(3) * unitBytes / 2);
        durable.put(unit, old);
      });
      unflushed.clear();
    }

    @Override
    public long bytes() {
      return segmentBytes;
    }

    @Override
    public int unitBytes() {
      return unitBytes;
    }

    @Override
    public void read(long position, ByteBuffer into) {
      assertThat(position % BLOCK_BYTES + into.remaining() % BLOCK_BYTES).isZero();
      assertThat(position + into.remaining()).as("its end").isLessThanOrEqualTo(segmentBytes);
      for (long at = position / unitBytes; into.hasRemaining(); at++) {
        byte[] old = durable.getOrDefault(at, new byte[unitBytes]);
        into.put(unflushed.getOrDefault(at, old));
      }
    }

    @Override
    public void writeDurably(long position, ByteBuffer from) throws IOException {
      assertThat(position % unitBytes + from.remaining() % unitBytes).isZero();
      for (long at = position / unitBytes; from.hasRemaining(); at++) {
        power.step();
        byte[] bytes = new byte[unitBytes];
        from.get(bytes);
        unflushed.put(at, bytes);
      }
      power.step();
      durable.putAll(unflushed);
      unflushed.clear();
      power.flushed();
    }

    @Override
    public void close() {
      inUse--;
    }
  }
}
