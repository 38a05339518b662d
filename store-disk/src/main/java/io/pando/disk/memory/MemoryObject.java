package io.pando.disk.memory;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One object. Its bytes are a map from block number to at most {@code BLOCK_BYTES} bytes; missing
 * bytes of a block are zeros. A block without an entry is a hole. No entry begins at or behind the
 * size, and no byte behind the size is other than zero. Payloads are immutable, so copies of an
 * object share them.
 */
final class MemoryObject {
  final TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  final TreeMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);
  private final TreeMap<Long, Payload> blocks = new TreeMap<>();
  private final TreeSet<Long> damaged = new TreeSet<>();
  private long size;

  MemoryObject copy() {
    MemoryObject copy = new MemoryObject();
    copy.attributes.putAll(attributes);
    copy.map.putAll(map);
    copy.blocks.putAll(blocks);
    copy.damaged.addAll(damaged);
    copy.size = size;
    return copy;
  }

  long size() {
    return size;
  }

  long blockCount() {
    return blocks.size();
  }

  void write(long offset, Payload data) {
    for (int done = 0; done < data.size(); ) {
      long at = offset + done;
      int inBlock = (int) (at % BLOCK_BYTES);
      int length = Math.min(BLOCK_BYTES - inBlock, data.size() - done);
      writeBlock(at / BLOCK_BYTES, inBlock, data.slice(done, length));
      done += length;
    }
    if (!data.isEmpty()) {
      size = Math.max(size, offset + data.size());
    }
  }

  void zero(ByteRange range) {
    long end = Math.min(range.end(), size);
    for (Long block : blocksIn(range.offset(), end)) {
      long start = block * BLOCK_BYTES;
      int from = (int) Math.max(0, range.offset() - start);
      int to = (int) Math.min(BLOCK_BYTES, range.end() - start);
      if (from == 0 && to == BLOCK_BYTES) {
        drop(block);
      } else {
        writeBlock(block, from, Payload.wrap(new byte[to - from]));
      }
    }
    size = Math.max(size, range.end());
  }

  /** Makes the bytes of a range, cut at the end of another object, those of that object. */
  void copyRange(MemoryObject from, ByteRange range) {
    long end = Math.min(range.end(), from.size);
    long done = range.offset();
    for (long block : from.blocksIn(done, end)) {
      long start = Math.max(block * BLOCK_BYTES, range.offset());
      long stop = Math.min((block + 1) * BLOCK_BYTES, end);
      zero(new ByteRange(done, start - done));
      write(start, from.read(new ByteRange(start, stop - start)));
      if (from.damaged.contains(block)) {
        damaged.add(block);
      }
      done = stop;
    }
    if (done < end) {
      zero(new ByteRange(done, end - done));
    }
  }

  void truncate(long newSize) {
    long firstGone = (newSize + BLOCK_BYTES - 1) / BLOCK_BYTES;
    for (Long block : List.copyOf(blocks.tailMap(firstGone).keySet())) {
      drop(block);
    }
    int kept = (int) (newSize % BLOCK_BYTES);
    blocks.computeIfPresent(
        newSize / BLOCK_BYTES, (_, old) -> old.slice(0, Math.min(kept, old.size())));
    size = newSize;
  }

  /** The bytes of a range, cut at the object's end. */
  Payload read(ByteRange range) {
    long end = Math.min(range.end(), size);
    if (range.offset() >= end) {
      return Payload.EMPTY;
    }
    byte[] bytes = new byte[Math.toIntExact(end - range.offset())];
    for (Long block : blocksIn(range.offset(), end)) {
      long start = block * BLOCK_BYTES;
      Payload content = blocks.getOrDefault(block, Payload.EMPTY);
      int from = (int) Math.max(0, range.offset() - start);
      int to = (int) Math.min(content.size(), end - start);
      if (from < to) {
        int at = (int) (start + from - range.offset());
        content.asByteBuffer().get(from, bytes, at, to - from);
      }
    }
    return Payload.wrap(bytes);
  }

  /** Ranges that hold data: whole blocks, cut at the object's end. */
  List<ByteRange> allocated() {
    List<ByteRange> ranges = new ArrayList<>();
    long start = -1;
    long end = -1;
    for (Long block : blocks.keySet()) {
      if (block * BLOCK_BYTES != end) {
        if (start >= 0) {
          ranges.add(new ByteRange(start, end - start));
        }
        start = block * BLOCK_BYTES;
      }
      end = (block + 1) * BLOCK_BYTES;
    }
    if (start >= 0) {
      ranges.add(new ByteRange(start, Math.min(end, size) - start));
    }
    return ranges;
  }

  /** Damages the block at an offset; returns whether there is one. */
  boolean damage(long offset) {
    long block = offset / BLOCK_BYTES;
    return blocks.containsKey(block) && damaged.add(block);
  }

  /** Whether the range touches a damaged block. */
  boolean isDamaged(ByteRange range) {
    long end = Math.min(range.end(), size);
    return range.offset() < end && !damaged.subSet(first(range), true, last(end), true).isEmpty();
  }

  private void writeBlock(long block, int from, Payload data) {
    if (from == 0 && (data.size() == BLOCK_BYTES || block * BLOCK_BYTES + data.size() >= size)) {
      damaged.remove(block);
      blocks.put(block, data);
      return;
    }
    Payload old = blocks.getOrDefault(block, Payload.EMPTY);
    byte[] merged = new byte[Math.max(old.size(), from + data.size())];
    old.asByteBuffer().get(merged, 0, old.size());
    data.asByteBuffer().get(merged, from, data.size());
    blocks.put(block, Payload.wrap(merged));
  }

  private void drop(long block) {
    blocks.remove(block);
    damaged.remove(block);
  }

  private List<Long> blocksIn(long offset, long end) {
    if (offset >= end) {
      return List.of();
    }
    NavigableMap<Long, Payload> in =
        blocks.subMap(offset / BLOCK_BYTES, true, (end - 1) / BLOCK_BYTES, true);
    return in.entrySet().stream().map(Map.Entry::getKey).toList();
  }

  private static long first(ByteRange range) {
    return range.offset() / BLOCK_BYTES;
  }

  private static long last(long end) {
    return (end - 1) / BLOCK_BYTES;
  }
}
