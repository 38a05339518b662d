package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A disk in memory that loses power: of each unflushed write nothing, half or all survives. It
 * outlives its {@link Device}s. It can also fail to read or to flush, and be full.
 */
public final class FaultyMedium {
  private final TreeMap<Long, byte[]> durable = new TreeMap<>();
  private final TreeMap<Long, byte[]> unflushed = new TreeMap<>();
  private final Set<Long> unreadable = new TreeSet<>();
  private final Random64 random;
  private long lastWritten;
  private int soundReads;
  private int failingReads;
  private final Power power;
  private volatile long room = Long.MAX_VALUE;
  private volatile boolean tellsRoom = true;
  private volatile long reserved;

  /** A medium with a power of its own. */
  public FaultyMedium(Random64 random) {
    this(random, new Power());
  }

  private FaultyMedium(Random64 random, Power power) {
    this.random = random;
    this.power = power;
    power.media.add(this);
  }

  /** The common power of several media. */
  private static final class Power {
    private final AtomicLong stepsLeft = new AtomicLong(Long.MAX_VALUE);
    private final List<FaultyMedium> media = new CopyOnWriteArrayList<>();
  }

  /** Another medium with the same power. */
  FaultyMedium beside() {
    return new FaultyMedium(random.split(), power);
  }

  /** The power fails after {@code steps} more written blocks or flushes. */
  public void losePowerAfter(long steps) {
    power.stepsLeft.set(steps);
  }

  /** Blocks at or above this one have no space; reserving fails, or only the write does. */
  public void limitRoom(long blocks, boolean beforehand) {
    room = blocks;
    tellsRoom = beforehand;
    reserved = beforehand ? reserved : 0;
  }

  /** Restores the power; each unflushed block was written, or not, or half. */
  void restorePower() {
    power.stepsLeft.set(Long.MAX_VALUE);
    power.media.forEach(FaultyMedium::settle);
  }

  private synchronized void settle() {
    for (Map.Entry<Long, byte[]> entry : unflushed.entrySet()) {
      byte[] old = durable.getOrDefault(entry.getKey(), new byte[BLOCK_BYTES]).clone();
      int kept = random.nextInt(3) * BLOCK_BYTES / 2;
      System.arraycopy(entry.getValue(), 0, old, 0, kept);
      durable.put(entry.getKey(), old);
    }
    unflushed.clear();
  }

  /** Makes a block unreadable until it is written again. */
  public synchronized void makeUnreadable(long block) {
    unreadable.add(block);
  }

  /** Makes a block readable again. */
  public synchronized void makeReadable(long block) {
    unreadable.remove(block);
  }

  /** Makes the next {@code times} reads fail. */
  public synchronized void failReads(int times) {
    failReadsAfter(0, times);
  }

  /** Makes {@code times} reads fail after {@code sound} successful ones. */
  public synchronized void failReadsAfter(int sound, int times) {
    soundReads = sound;
    failingReads = times;
  }

  /** The block written last. */
  synchronized long lastWritten() {
    return lastWritten;
  }

  /** Flips a bit of a block. */
  public synchronized void flipBit(long block) {
    byte[] bytes = durable.getOrDefault(block, new byte[BLOCK_BYTES]).clone();
    bytes[random.nextInt(BLOCK_BYTES)] ^= (byte) (1 << random.nextInt(8));
    durable.put(block, bytes);
  }

  /** A device on this medium. */
  public BlockDevice device(long blocks) {
    return new Device(blocks);
  }

  private final class Device implements BlockDevice {
    private final long blocks;

    Device(long blocks) {
      this.blocks = blocks;
    }

    @Override
    public long blocks() {
      return blocks;
    }

    @Override
    public long reserve(long from, long to) throws IOException {
      if (tellsRoom && to > room) {
        throw new DeviceFullException("full at block " + room);
      }
      if (tellsRoom) {
        reserved = Math.max(reserved, to);
      }
      return 0;
    }

    @Override
    public void read(long block, ByteBuffer into) throws IOException {
      synchronized (FaultyMedium.this) {
        if (soundReads > 0) {
          soundReads--;
        } else if (failingReads > 0) {
          failingReads--;
          throw new IOException("Input/output error, for a moment");
        }
        for (long at = block; into.hasRemaining(); at++) {
          if (unreadable.contains(at)) {
            throw new IOException("Input/output error");
          }
          byte[] old = durable.getOrDefault(at, new byte[BLOCK_BYTES]);
          into.put(unflushed.getOrDefault(at, old));
        }
      }
    }

    @Override
    public void write(long block, ByteBuffer from) throws IOException {
      synchronized (FaultyMedium.this) {
        for (long at = block; from.hasRemaining(); at++) {
          if (at >= Math.max(room, reserved)) {
            throw new DeviceFullException("full at block " + at);
          }
          step();
          byte[] bytes = new byte[BLOCK_BYTES];
          from.get(bytes);
          unflushed.put(at, bytes);
          lastWritten = at;
          unreadable.remove(at);
        }
      }
    }

    @Override
    public void flush() throws IOException {
      synchronized (FaultyMedium.this) {
        step();
        durable.putAll(unflushed);
        unflushed.clear();
        step();
      }
    }

    private void step() throws IOException {
      if (power.stepsLeft.getAndDecrement() <= 0) {
        throw new IOException("the power is gone");
      }
    }

    @Override
    public String describe() {
      return "a faulty medium";
    }

    @Override
    public void close() {}
  }
}
