package io.pando.disk.kv;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.Payload;
import io.pando.format.DamagedRecordException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A part of an object in memory: bytes from its beginning on, followed by zeros. A block of it may
 * be lost: it could not be read while other blocks were changed. A block is no longer lost once all
 * of its bytes were replaced. The value of a stripe in RocksDB begins with a byte that says what
 * follows:
 *
 * <pre>
 *   0    the bytes
 *   1    the bytes, all blocks are lost; written by older releases
 *   2    length of the next field (2 bytes); a bit for each lost block, the first one lowest;
 *        the bytes
 * </pre>
 */
final class Stripe {
  private static final byte SOUND = 0;
  private static final byte LOST = 1;
  private static final byte PARTLY_LOST = 2;
  private static final int MOST_BLOCKS = (16 << 20) / BLOCK_BYTES;

  /** The byte {@link #SOUND}, always, then the bytes. */
  private byte[] value;

  private int length;
  private final BitSet lost;

  private Stripe(byte[] value, int length, BitSet lost) {
    this.value = value;
    this.length = length;
    this.lost = lost;
  }

  /** A stripe of zeros. */
  static Stripe empty() {
    return new Stripe(new byte[] {SOUND}, 0, new BitSet());
  }

  /** A stripe that could not be read. */
  static Stripe lost() {
    return new Stripe(new byte[] {SOUND}, 0, allBlocks());
  }

  private static BitSet allBlocks() {
    BitSet all = new BitSet();
    all.set(0, MOST_BLOCKS);
    return all;
  }

  /** A stripe from its stored value; it takes ownership of the array. */
  static Stripe of(byte[] value) throws DamagedRecordException {
    if (value.length == 0 || value[0] < SOUND || value[0] > PARTLY_LOST) {
      throw new DamagedRecordException("not a stripe: " + value.length + " bytes");
    }
    if (value[0] == PARTLY_LOST) {
      return partlyLost(value);
    }
    BitSet lost = value[0] == LOST ? allBlocks() : new BitSet();
    value[0] = SOUND;
    return new Stripe(value, value.length - 1, lost);
  }

  private static Stripe partlyLost(byte[] value) throws DamagedRecordException {
    ByteBuffer in = ByteBuffer.wrap(value, 1, value.length - 1);
    int bits = in.remaining() < Short.BYTES ? -1 : Short.toUnsignedInt(in.getShort());
    if (bits < 0 || bits > in.remaining()) {
      throw new DamagedRecordException("not a stripe: " + value.length + " bytes");
    }
    BitSet lost = BitSet.valueOf(in.slice(in.position(), bits));
    in.position(in.position() + bits);
    byte[] sound = new byte[1 + in.remaining()];
    int length = in.remaining();
    in.get(sound, 1, length);
    return new Stripe(sound, length, lost);
  }

  /** Clears the lost mark of all blocks that hold no data. */
  void loseOnly(BitSet data) {
    lost.and(data);
  }

  /** Whether any byte from {@code from} to {@code to}, exclusive, is lost. */
  boolean isLost(int from, int to) {
    int first = lost.nextSetBit(from / BLOCK_BYTES);
    return first >= 0 && first * BLOCK_BYTES < to;
  }

  /** Marks blocks whose bytes were all replaced as not lost; bytes behind the end do not count. */
  private void found(int from, int to, int end) {
    for (int block = lost.nextSetBit(0); block >= 0; block = lost.nextSetBit(block + 1)) {
      int start = block * BLOCK_BYTES;
      if (from <= start && to >= Math.min(start + BLOCK_BYTES, end)) {
        lost.clear(block);
      }
    }
  }

  /** Copies bytes out; leaves the target unchanged where the stripe has no bytes. */
  void get(int from, byte[] into, int at, int count) {
    int there = Math.min(count, length - from);
    if (there > 0) {
      System.arraycopy(value, 1 + from, into, at, there);
    }
  }

  /**
   * Writes bytes.
   *
   * @param end end of the object within the stripe, before the write
   */
  void put(int from, Payload data, int end) {
    found(from, from + data.size(), end);
    grow(from + data.size());
    data.copyTo(value, 1 + from);
  }

  /**
   * Makes bytes those of another stripe; blocks that are lost there are lost here, too.
   *
   * @param end end of the object within the stripe, before the change
   */
  void copy(Stripe from, int first, int behind, int end) {
    byte[] bytes = new byte[behind - first];
    from.get(first, bytes, 0, bytes.length);
    put(first, Payload.wrap(bytes), end);
    for (int block = first / BLOCK_BYTES; block * BLOCK_BYTES < behind; block++) {
      if (from.lost.get(block)) {
        lost.set(block);
      }
    }
  }

  /**
   * Writes zeros.
   *
   * @param end end of the object within the stripe, before the write
   */
  void zero(int from, int to, int end) {
    found(from, to, end);
    if (to >= length) {
      truncate(from);
    } else {
      Arrays.fill(value, 1 + from, 1 + to, (byte) 0);
    }
  }

  void truncate(int newLength) {
    if (newLength < length) {
      Arrays.fill(value, 1 + newLength, 1 + length, (byte) 0);
      length = newLength;
    }
  }

  private void grow(int newLength) {
    if (newLength > length) {
      if (value.length < 1 + newLength) {
        value = Arrays.copyOf(value, Math.max(1 + newLength, 2 * value.length));
      }
      length = newLength;
    }
  }

  /** The value as it is stored. */
  byte[] toBytes() {
    if (lost.isEmpty()) {
      return value.length == 1 + length ? value : Arrays.copyOf(value, 1 + length);
    }
    byte[] bits = lost.toByteArray();
    return ByteBuffer.allocate(1 + Short.BYTES + bits.length + length)
        .put(PARTLY_LOST)
        .putShort((short) bits.length)
        .put(bits)
        .put(value, 1, length)
        .array();
  }
}
