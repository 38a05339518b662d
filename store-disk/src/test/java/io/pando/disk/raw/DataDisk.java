package io.pando.disk.raw;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.Power;
import io.pando.disk.device.BlockDevice;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** Blocks that lose power with the other parts of a disk. They outlive the stores that use them. */
final class DataDisk implements BlockDevice {
  private final Map<Long, byte[]> durable = new TreeMap<>();
  private final Map<Long, byte[]> unflushed = new TreeMap<>();
  private final long blocks;
  private final Random64 random;
  private final Power power;

  DataDisk(long blocks, Random64 random, Power power) {
    this.blocks = blocks;
    this.random = random;
    this.power = power;
  }

  /** Restores the power; of each unflushed block nothing, half or all was written. */
  void restorePower() {
    power.restore();
    unflushed.forEach((block, bytes) -> {
      byte[] old = durable.getOrDefault(block, new byte[BLOCK_BYTES]).clone();
      System.arraycopy(bytes, 0, old, 0, random.nextInt(3) * BLOCK_BYTES / 2);
      durable.put(block, old);
    });
    unflushed.clear();
  }

  @Override
  public long blocks() {
    return blocks;
  }

  @Override
  public long reserve(long from, long to) {
    return 0;
  }

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
    return "data disk";
  }

  @Override
  public void close() {}
}
