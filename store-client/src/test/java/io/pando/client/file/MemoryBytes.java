package io.pando.client.file;

import io.pando.bytes.ByteRange;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Bytes of a file in memory, in blocks; a block that is not there is a hole. */
final class MemoryBytes {
  static final int BLOCK = 4096;

  private final NavigableMap<Long, byte[]> blocks = new TreeMap<>();

  long allocated() {
    return (long) blocks.size() * BLOCK;
  }

  byte[] read(long offset, int length) {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      long at = offset + done;
      int inBlock = (int) (at % BLOCK);
      int some = Math.min(length - done, BLOCK - inBlock);
      byte[] block = blocks.get(at / BLOCK);
      if (block != null) {
        System.arraycopy(block, inBlock, bytes, done, some);
      }
      done += some;
    }
    return bytes;
  }

  void write(long offset, byte[] bytes) {
    for (int done = 0; done < bytes.length; ) {
      long at = offset + done;
      int inBlock = (int) (at % BLOCK);
      int some = Math.min(bytes.length - done, BLOCK - inBlock);
      byte[] block = blocks.computeIfAbsent(at / BLOCK, _ -> new byte[BLOCK]);
      System.arraycopy(bytes, done, block, inBlock, some);
      done += some;
    }
  }

  /** Makes a range read as zeros; whole blocks become holes. */
  void zero(ByteRange range) {
    long firstWhole = Math.ceilDiv(range.offset(), BLOCK);
    long endWhole = range.end() / BLOCK;
    if (firstWhole < endWhole) {
      blocks.subMap(firstWhole, endWhole).clear();
    }
    clear(range, range.offset() / BLOCK);
    clear(range, range.end() / BLOCK);
  }

  private void clear(ByteRange range, long number) {
    byte[] block = blocks.get(number);
    if (block != null) {
      long start = number * BLOCK;
      int from = Math.clamp(range.offset() - start, 0, BLOCK);
      int to = Math.clamp(range.end() - start, 0, BLOCK);
      Arrays.fill(block, from, to, (byte) 0);
    }
  }

  /** Drops what is behind a size. */
  void cut(long size) {
    zero(new ByteRange(size, Long.MAX_VALUE - size - BLOCK));
  }

  /** The first data from an offset on; {@code size} if there is none. */
  long nextData(long offset, long size) {
    if (blocks.containsKey(offset / BLOCK)) {
      return offset;
    }
    Long block = blocks.higherKey(offset / BLOCK);
    return block == null ? size : Math.min(size, block * BLOCK);
  }

  /** The first hole from an offset on: the end of the file is one. */
  long nextHole(long offset, long size) {
    long block = offset / BLOCK;
    if (!blocks.containsKey(block)) {
      return offset;
    }
    while (blocks.containsKey(block)) {
      block++;
    }
    return Math.min(size, block * BLOCK);
  }
}
