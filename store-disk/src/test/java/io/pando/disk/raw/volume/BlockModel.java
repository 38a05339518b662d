package io.pando.disk.raw.volume;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.disk.raw.format.RawUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** A model of an object: its bytes, and which of its blocks are stored. */
final class BlockModel {
  /** Device blocks that belong to one object, or to several clones. */
  record Home(int places) {}

  /** Homes by block number; missing ones are holes. They are compared by identity. */
  private final TreeMap<Long, Home> homes = new TreeMap<>();

  private byte[] bytes = {};

  int size() {
    return bytes.length;
  }

  byte[] read(int from, int length) {
    int start = Math.min(from, bytes.length);
    return Arrays.copyOfRange(bytes, start, Math.min(start + length, bytes.length));
  }

  void write(int offset, byte[] data) {
    if (data.length == 0) {
      return;
    }
    grow(offset + data.length);
    System.arraycopy(data, 0, bytes, offset, data.length);
    for (long block = offset / BLOCK_BYTES;
        block <= (offset + data.length - 1) / BLOCK_BYTES;
        block++) {
      homes.put(block, new Home(1));
    }
  }

  /** Packs blocks that were written. */
  void pack(int index, RawUnit unit) {
    Home home = new Home(unit.places());
    for (int slot = unit.first(); slot < unit.first() + unit.count(); slot++) {
      homes.put(index * 64L + slot, home);
    }
  }

  void zero(int offset, int length) {
    int end = Math.min(offset + length, roundUp(bytes.length));
    for (long block : List.copyOf(homes.keySet())) {
      long from = block * BLOCK_BYTES;
      if (from < end && from + BLOCK_BYTES > offset) {
        if (from >= offset && from + BLOCK_BYTES <= end) {
          homes.remove(block);
        } else {
          homes.put(block, new Home(1));
        }
      }
    }
    grow(offset + length);
    Arrays.fill(bytes, offset, offset + length, (byte) 0);
  }

  void truncate(int size) {
    if (size < bytes.length) {
      homes.tailMap((long) roundUp(size) / BLOCK_BYTES, true).clear();
      if (size % BLOCK_BYTES != 0) {
        homes.computeIfPresent((long) size / BLOCK_BYTES, (_, _) -> new Home(1));
      }
    }
    bytes = Arrays.copyOf(bytes, size);
  }

  void copy(BlockModel other) {
    bytes = other.bytes.clone();
    homes.clear();
    homes.putAll(other.homes);
  }

  /** Ranges that are not holes. */
  List<ByteRange> allocated() {
    List<ByteRange> ranges = new ArrayList<>();
    for (long block : homes.keySet()) {
      long from = block * BLOCK_BYTES;
      long length = Math.min(BLOCK_BYTES, bytes.length - from);
      if (!ranges.isEmpty() && ranges.getLast().end() == from) {
        ByteRange last = ranges.removeLast();
        ranges.add(new ByteRange(last.offset(), last.length() + length));
      } else {
        ranges.add(new ByteRange(from, length));
      }
    }
    return ranges;
  }

  /** Adds its homes to those of other objects. */
  void addHomes(IdentityHashMap<Home, Boolean> byIdentity) {
    homes.values().forEach(home -> byIdentity.put(home, true));
  }

  /** Numbers of the blocks that are not holes. */
  Set<Long> blocks() {
    return homes.keySet();
  }

  private void grow(int size) {
    if (size > bytes.length) {
      bytes = Arrays.copyOf(bytes, size);
    }
  }

  private static int roundUp(int size) {
    return (size + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }
}
