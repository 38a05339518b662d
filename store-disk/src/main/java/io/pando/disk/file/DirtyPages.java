package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Pages of files written since the last sync, to estimate the bytes that the device gets. */
final class DirtyPages {
  private static final int CHUNK_PAGES = 1024;

  /** For each file, its dirty pages by chunk of the file. */
  private final Map<String, TreeMap<Long, BitSet>> files = new LinkedHashMap<>();

  void add(String path, long offset, int length) {
    long behind = (offset + length - 1) / BLOCK_BYTES + 1;
    for (long page = offset / BLOCK_BYTES; page < behind; ) {
      long chunk = page / CHUNK_PAGES;
      int first = (int) (page % CHUNK_PAGES);
      int last = (int) Math.min(CHUNK_PAGES, behind - chunk * CHUNK_PAGES);
      files
          .computeIfAbsent(path, _ -> new TreeMap<>())
          .computeIfAbsent(chunk, _ -> new BitSet(CHUNK_PAGES))
          .set(first, last);
      page += last - first;
    }
  }

  void remove(String path) {
    files.remove(path);
  }

  /** Clears the pages; returns their size in bytes. */
  long clear() {
    long pages = 0;
    for (TreeMap<Long, BitSet> chunks : files.values()) {
      for (BitSet chunk : chunks.values()) {
        pages += chunk.cardinality();
      }
    }
    files.clear();
    return pages * BLOCK_BYTES;
  }
}
