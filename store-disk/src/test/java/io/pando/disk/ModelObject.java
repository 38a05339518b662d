package io.pando.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The simplest model of an object: an array, and a token for each block that holds data. Objects
 * that may share a block have the same token.
 */
final class ModelObject {
  final TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  final TreeMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);
  byte[] bytes = new byte[0];
  private final TreeMap<Integer, Object> blocks = new TreeMap<>();

  ModelObject copy() {
    ModelObject copy = new ModelObject();
    copy.attributes.putAll(attributes);
    copy.map.putAll(map);
    copy.bytes = bytes.clone();
    copy.blocks.putAll(blocks);
    return copy;
  }

  void write(long offset, byte[] data) {
    if (data.length == 0) {
      return;
    }
    grow(offset + data.length);
    System.arraycopy(data, 0, bytes, (int) offset, data.length);
    for (int block = (int) offset / BLOCK_BYTES;
        block <= (offset + data.length - 1) / BLOCK_BYTES;
        block++) {
      blocks.put(block, new Object());
    }
  }

  void zero(long offset, long length) {
    grow(offset + length);
    Arrays.fill(bytes, (int) offset, (int) (offset + length), (byte) 0);
    for (int block : List.copyOf(blocks.keySet())) {
      long start = (long) block * BLOCK_BYTES;
      if (start >= offset && start + BLOCK_BYTES <= offset + length) {
        blocks.remove(block);
      } else if (length > 0 && start < offset + length && start + BLOCK_BYTES > offset) {
        blocks.put(block, new Object());
      }
    }
  }

  /** Parts of blocks are written; whole blocks are shared, and so is the last block of both. */
  void copyRange(ModelObject from, ByteRange range) {
    long end = Math.min(range.end(), from.bytes.length);
    boolean toBothEnds = end == from.bytes.length && end >= bytes.length;
    for (long at = range.offset(); at < end; ) {
      int block = (int) (at / BLOCK_BYTES);
      long start = (long) block * BLOCK_BYTES;
      long to = Math.min(start + BLOCK_BYTES, end);
      Object token = from.blocks.get(block);
      if (token == null) {
        zero(at, to - at);
      } else {
        write(at, Arrays.copyOfRange(from.bytes, (int) at, (int) to));
        if (at == start && (to == start + BLOCK_BYTES || toBothEnds)) {
          blocks.put(block, token);
        }
      }
      at = to;
    }
  }

  void truncate(long size) {
    boolean cut = size < bytes.length && size % BLOCK_BYTES != 0;
    bytes = Arrays.copyOf(bytes, (int) size);
    blocks.tailMap((int) ((size + BLOCK_BYTES - 1) / BLOCK_BYTES), true).clear();
    if (cut) {
      blocks.computeIfPresent((int) (size / BLOCK_BYTES), (_, _) -> new Object());
    }
  }

  Payload read(ByteRange range) {
    int from = (int) Math.min(range.offset(), bytes.length);
    int to = (int) Math.min(range.end(), bytes.length);
    return Payload.wrap(Arrays.copyOfRange(bytes, from, to));
  }

  List<ByteRange> allocated() {
    List<ByteRange> ranges = new ArrayList<>();
    for (int block : blocks.keySet()) {
      long start = (long) block * BLOCK_BYTES;
      long end = Math.min(start + BLOCK_BYTES, bytes.length);
      boolean follows = !ranges.isEmpty() && ranges.getLast().end() == start;
      long from = follows ? ranges.removeLast().offset() : start;
      ranges.add(new ByteRange(from, end - from));
    }
    return ranges;
  }

  Collection<Object> blocks() {
    return blocks.values();
  }

  private void grow(long size) {
    if (size > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) size);
    }
  }
}
