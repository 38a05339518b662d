package io.pando.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/** An object as simple as it can be: an array, and a bit for each block that holds data. */
final class ModelObject {
  final TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  final TreeMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);
  byte[] bytes = new byte[0];
  private final BitSet blocks = new BitSet();

  void write(long offset, byte[] data) {
    if (data.length == 0) {
      return;
    }
    grow(offset + data.length);
    System.arraycopy(data, 0, bytes, (int) offset, data.length);
    blocks.set((int) offset / BLOCK_BYTES, (int) (offset + data.length - 1) / BLOCK_BYTES + 1);
  }

  void zero(long offset, long length) {
    int oldSize = bytes.length;
    grow(offset + length);
    Arrays.fill(bytes, (int) offset, (int) (offset + length), (byte) 0);
    for (int block = 0; block <= oldSize / BLOCK_BYTES; block++) {
      long start = (long) block * BLOCK_BYTES;
      if (start >= offset && start + BLOCK_BYTES <= offset + length) {
        blocks.clear(block);
      }
    }
  }

  void truncate(long size) {
    bytes = Arrays.copyOf(bytes, (int) size);
    blocks.clear((int) ((size + BLOCK_BYTES - 1) / BLOCK_BYTES), Integer.MAX_VALUE);
  }

  Payload read(ByteRange range) {
    int from = (int) Math.min(range.offset(), bytes.length);
    int to = (int) Math.min(range.end(), bytes.length);
    return Payload.wrap(Arrays.copyOfRange(bytes, from, to));
  }

  List<ByteRange> allocated() {
    List<ByteRange> ranges = new ArrayList<>();
    for (int from = blocks.nextSetBit(0); from >= 0; ) {
      int to = blocks.nextClearBit(from);
      long start = (long) from * BLOCK_BYTES;
      ranges.add(new ByteRange(start, Math.min((long) to * BLOCK_BYTES, bytes.length) - start));
      from = blocks.nextSetBit(to);
    }
    return ranges;
  }

  int blockCount() {
    return blocks.cardinality();
  }

  private void grow(long size) {
    if (size > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) size);
    }
  }
}
