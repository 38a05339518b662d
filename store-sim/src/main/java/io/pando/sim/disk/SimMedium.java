package io.pando.sim.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.BlockDevice;
import io.pando.disk.device.DeviceFullException;
import io.pando.disk.device.MediumSpace;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * Blocks that survive the daemon. Blocks that were written and not flushed exist until the power
 * fails; a crash then loses, keeps or tears each such block independently.
 */
final class SimMedium implements BlockDevice {
  private static final int SECTOR_BYTES = 512;

  private static final byte[] ZEROS = new byte[BLOCK_BYTES];

  private final byte[][] durable;
  private final BitSet written = new BitSet();

  /** Blocks whose space was given back. */
  private final BitSet discarded = new BitSet();

  private final TreeMap<Long, byte[]> unflushed = new TreeMap<>();
  private final DiskFaults faults;
  private final Random64 random;
  private final String name;
  private final boolean own;
  private long reserved;

  /** Creates the blocks for data. */
  SimMedium(long blocks, DiskFaults faults, Random64 random, String name) {
    this(blocks, faults, random, name, true);
  }

  /**
   * Creates blocks.
   *
   * @param own whether this medium's reads fail when the disk's do, and it is full when the disk is
   */
  SimMedium(long blocks, DiskFaults faults, Random64 random, String name, boolean own) {
    this.own = own;
    this.durable = new byte[Math.toIntExact(blocks)][];
    Arrays.fill(durable, ZEROS);
    this.faults = faults;
    this.random = random;
    this.name = name;
  }

  /** The power fails, and returns. */
  void crash() {
    for (Map.Entry<Long, byte[]> entry : unflushed.entrySet()) {
      switch (random.nextInt(3)) {
        case 0 -> {}
        case 1 -> keep(entry.getKey(), entry.getValue());
        default -> {
          byte[] before = durable[Math.toIntExact(entry.getKey())];
          keep(entry.getKey(), torn(before, entry.getValue()));
        }
      }
    }
    unflushed.clear();
  }

  private byte[] torn(byte[] before, byte[] after) {
    byte[] mixed = before.clone();
    for (int at = 0; at < BLOCK_BYTES; at += SECTOR_BYTES) {
      if (random.nextBoolean()) {
        System.arraycopy(after, at, mixed, at, SECTOR_BYTES);
      }
    }
    return mixed;
  }

  /** Flips a bit of a block. */
  void flipBit(long block) {
    byte[] bytes = bytes(block).clone();
    bytes[random.nextInt(BLOCK_BYTES)] ^= (byte) (1 << random.nextInt(8));
    if (unflushed.containsKey(block)) {
      unflushed.put(block, bytes);
    } else {
      durable[Math.toIntExact(block)] = bytes;
    }
  }

  /** Flips a bit of some block that was written before; false if there is none. */
  boolean flipAnyBit() {
    int start = random.nextInt(durable.length);
    for (int i = 0; i < durable.length; i++) {
      int block = (start + i) % durable.length;
      if (written.get(block)) {
        flipBit(block);
        return true;
      }
    }
    return false;
  }

  @Override
  public long blocks() {
    return durable.length;
  }

  @Override
  public long reserve(long from, long to) throws IOException {
    if (own && faults.isFullOfData() && (to > reserved || isDiscarded(from, to))) {
      throw new DeviceFullException(name + " is full");
    }
    setAside(from, to);
    return 0;
  }

  private boolean isDiscarded(long from, long to) {
    int next = discarded.nextSetBit(Math.toIntExact(from));
    return next >= 0 && next < to;
  }

  private void setAside(long from, long to) {
    reserved = Math.max(reserved, to);
    discarded.clear(Math.toIntExact(from), Math.toIntExact(to));
  }

  @Override
  public boolean discard(long from, long to) {
    int first = Math.toIntExact(from);
    int end = Math.toIntExact(to);
    unflushed.subMap(from, to).clear();
    Arrays.fill(durable, first, end, ZEROS);
    written.clear(first, end);
    discarded.set(first, end);
    return true;
  }

  @Override
  public void eachUnreserved(long to, RangeVisitor visitor) throws IOException {
    for (int from = discarded.nextSetBit(0); from >= 0 && from < to; ) {
      int end = discarded.nextClearBit(from);
      visitor.onRange(from, Math.min(end, to));
      from = discarded.nextSetBit(end);
    }
  }

  /**
   * Reserves the last space. While other users have taken all but the reserve, the reserve is
   * available for promised data.
   */
  @Override
  public long reserveLast(long from, long to) throws IOException {
    if (faults.isExhausted()) {
      return reserve(from, to);
    }
    setAside(from, to);
    return 0;
  }

  /** Overwrites the blocks with zeros, as a file does: none of them may be in use. */
  @Override
  public long reserveClaimed(long from, long to) throws IOException {
    long filled = reserve(from, to);
    unflushed.subMap(from, to).clear();
    Arrays.fill(durable, Math.toIntExact(from), Math.toIntExact(to), ZEROS);
    return filled;
  }

  @Override
  public void read(long block, ByteBuffer into) throws IOException {
    if (own && faults.failsRead(block, into.remaining() / BLOCK_BYTES, random)) {
      throw new IOException("simulated: block " + block + " of " + name + " cannot be read");
    }
    for (long at = block; into.hasRemaining(); at++) {
      into.put(bytes(at));
    }
  }

  private byte[] bytes(long block) {
    byte[] fresh = unflushed.get(block);
    return fresh != null ? fresh : durable[Math.toIntExact(block)];
  }

  private void keep(long block, byte[] bytes) {
    durable[Math.toIntExact(block)] = bytes;
    written.set(Math.toIntExact(block));
  }

  @Override
  public void write(long block, ByteBuffer from) throws IOException {
    for (long at = block; from.hasRemaining(); at++) {
      failIfMust();
      if (hasNoRoom(at)) {
        throw new DeviceFullException(name + " is full at block " + at);
      }
      byte[] bytes = new byte[BLOCK_BYTES];
      from.get(bytes);
      unflushed.put(at, bytes);
    }
  }

  private boolean hasNoRoom(long block) {
    return !written.get(Math.toIntExact(block))
        && (faults.isExhausted()
            || (own
                && faults.isFullOfData()
                && (block >= reserved || isDiscarded(block, block + 1))));
  }

  /** A file system without space is shared with other users. */
  @Override
  public MediumSpace space() {
    return own && faults.tellsExhausted()
        ? new MediumSpace((long) durable.length * BLOCK_BYTES, 0)
        : MediumSpace.OWN;
  }

  @Override
  public void flush() throws IOException {
    failIfMust();
    if (faults.isPowerFailing()) {
      throw new IOException("simulated: the power of " + name + " fails");
    }
    unflushed.forEach(this::keep);
    unflushed.clear();
  }

  private void failIfMust() throws IOException {
    if (faults.failsWrites()) {
      throw new IOException("simulated: " + name + " cannot be written");
    }
  }

  @Override
  public String describe() {
    return name;
  }

  @Override
  public void close() {
    // Nothing to do: the disk outlives its user.
  }
}
