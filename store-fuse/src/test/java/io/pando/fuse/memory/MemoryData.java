package io.pando.fuse.memory;

import io.pando.bytes.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Bytes of a file, in chunks; those that are absent are holes. */
final class MemoryData {
  static final int CHUNK_BYTES = 64 * 1024;

  private final NavigableMap<Long, byte[]> chunks = new TreeMap<>();
  private long size;

  long size() {
    return size;
  }

  long blocks() {
    return (long) chunks.size() * (CHUNK_BYTES / 512);
  }

  Payload read(long offset, int most) {
    int count = (int) Math.max(0, Math.min(most, size - offset));
    byte[] bytes = new byte[count];
    for (int at = 0; at < count; ) {
      long position = offset + at;
      int inChunk = (int) (position % CHUNK_BYTES);
      int part = Math.min(CHUNK_BYTES - inChunk, count - at);
      byte[] chunk = chunks.get(position / CHUNK_BYTES);
      if (chunk != null) {
        System.arraycopy(chunk, inChunk, bytes, at, part);
      }
      at += part;
    }
    return Payload.wrap(bytes);
  }

  void write(long offset, Payload data) {
    ByteBuffer from = data.asByteBuffer();
    long position = offset;
    while (from.hasRemaining()) {
      int inChunk = (int) (position % CHUNK_BYTES);
      int part = Math.min(CHUNK_BYTES - inChunk, from.remaining());
      byte[] chunk = chunks.computeIfAbsent(position / CHUNK_BYTES, n -> new byte[CHUNK_BYTES]);
      from.get(chunk, inChunk, part);
      position += part;
    }
    size = Math.max(size, position);
  }

  void truncate(long newSize) {
    if (newSize < size) {
      zero(newSize, size - newSize);
    }
    size = newSize;
  }

  void extend(long newSize) {
    size = Math.max(size, newSize);
  }

  /** Frees whole chunks and clears parts of others. */
  void zero(long offset, long length) {
    long end = Math.min(offset + length, size);
    long position = offset;
    while (position < end) {
      int inChunk = (int) (position % CHUNK_BYTES);
      int part = (int) Math.min(CHUNK_BYTES - inChunk, end - position);
      long number = position / CHUNK_BYTES;
      byte[] chunk = chunks.get(number);
      if (part == CHUNK_BYTES || (position + part == size && inChunk == 0)) {
        chunks.remove(number);
      } else if (chunk != null) {
        Arrays.fill(chunk, inChunk, inChunk + part, (byte) 0);
      }
      position += part;
    }
  }

  /** First byte of data at or behind an offset; -1 if there is none. */
  long seekData(long offset) {
    if (offset >= size) {
      return -1;
    }
    Map.Entry<Long, byte[]> next = chunks.ceilingEntry(offset / CHUNK_BYTES);
    return next == null ? -1 : Math.max(offset, next.getKey() * CHUNK_BYTES);
  }

  /** First byte of a hole at or behind an offset, the end at the latest; -1 if it is behind. */
  long seekHole(long offset) {
    if (offset >= size) {
      return -1;
    }
    long number = offset / CHUNK_BYTES;
    while (chunks.containsKey(number)) {
      number++;
    }
    return Math.min(size, Math.max(offset, number * CHUNK_BYTES));
  }
}
