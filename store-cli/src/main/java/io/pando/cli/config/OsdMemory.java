package io.pando.cli.config;

import io.pando.cli.text.ByteSize;

/**
 * Memory of an OSD that has a process of its own, and its parts.
 *
 * <pre>
 *   osd.memory ─┬─ program   code, classes, threads, the compilers' and the collector's own memory,
 *               │            buffers of sockets and devices
 *               ├─ RocksDB   three quarters of osd.cache: blocks of tables, unwritten tables
 *               └─ heap ─┬─ a quarter of osd.cache: records of objects
 *                        ├─ recently read objects; logs of groups
 *                        └─ messages, writes and reads under way, each in proportion to the heap
 * </pre>
 *
 * <p>The JVM enforces the limit of the heap, and RocksDB its own. The part of the program is
 * measured (docs/decisions/0043-osd-memory.md).
 *
 * @param totalBytes memory of the process
 * @param cacheBytes memory for the metadata of the OSD's stores, all shards together
 */
public record OsdMemory(long totalBytes, long cacheBytes) {
  private static final long MIB = 1L << 20;
  static final long PROGRAM_BYTES = 176 * MIB;

  /** Smallest heap that serves the largest writes and reads without stalls. */
  private static final long LEAST_HEAP_BYTES = 96 * MIB;

  private static final long LEAST_CACHE_BYTES = 4 * MIB;

  /** Smallest total. */
  static final long LEAST_BYTES = 320 * MIB;

  /** Total if neither it nor the cache is set. */
  static final long USUAL_BYTES = 512 * MIB;

  public OsdMemory {
    String beyond = beyond(totalBytes, cacheBytes);
    if (!beyond.isEmpty()) {
      throw new IllegalArgumentException(beyond);
    }
  }

  /** The usual memory. */
  public static OsdMemory usual() {
    return new OsdMemory(USUAL_BYTES, usualCacheBytes(USUAL_BYTES));
  }

  /**
   * Reads {@code memory} and {@code cache}. A cache that is set alone is memory in addition to what
   * an OSD has without that: so configurations that are older than {@code memory} stay valid.
   */
  static OsdMemory read(ConfigSection section) {
    long cache = section.size("cache", LEAST_CACHE_BYTES, 0);
    long total = section.size("memory", LEAST_BYTES, 0);
    if (total == 0) {
      long usual = usualCacheBytes(USUAL_BYTES);
      return cache == 0 ? usual() : new OsdMemory(USUAL_BYTES + Math.max(0, cache - usual), cache);
    }
    long wanted = cache == 0 ? usualCacheBytes(total) : cache;
    String beyond = beyond(total, wanted);
    if (!beyond.isEmpty()) {
      throw section.error(
          "cache",
          "%s: set a smaller osd.cache, an osd.memory of at least %s, or remove one of the two"
              .formatted(beyond, leastBytes(wanted) / MIB + "MiB"));
    }
    return new OsdMemory(total, wanted);
  }

  private static long usualCacheBytes(long totalBytes) {
    return totalBytes / 8;
  }

  private static long nativeBytes(long cacheBytes) {
    return PROGRAM_BYTES + cacheBytes / 4 * 3;
  }

  private static long leastBytes(long cacheBytes) {
    long total = LEAST_BYTES;
    while (!beyond(total, cacheBytes).isEmpty()) {
      total += 16 * MIB;
    }
    return total;
  }

  /** Why the parts do not fit; empty if they do. */
  private static String beyond(long totalBytes, long cacheBytes) {
    long heap = totalBytes - nativeBytes(cacheBytes);
    return heap - cacheBytes / 4 >= LEAST_HEAP_BYTES
        ? ""
        : "%s leave too little of osd.memory, which is %s"
            .formatted(ByteSize.format(cacheBytes), ByteSize.format(totalBytes));
  }

  /** Limit of the heap, in whole mebibytes. */
  public long heapBytes() {
    return (totalBytes - nativeBytes(cacheBytes)) / MIB * MIB;
  }

  /** Heap for recently read objects. */
  public long recentObjectsBytes() {
    return heapBytes() / 6;
  }

  /** Heap for the logs of all groups. */
  public long groupLogBytes() {
    return heapBytes() / 9;
  }
}
