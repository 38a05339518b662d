package io.pando.sim.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * A file with its history since its last sync: its sizes, and the versions of each of its pages. A
 * version is never changed; a new one is added.
 *
 * <p>Invariants: bytes of the newest versions after the newest size are zeros; no list is empty,
 * and each begins with the durable value.
 */
final class SimFile {
  /** Size of a file that does not exist. */
  static final long ABSENT = -1;

  private static final int SECTOR_BYTES = 512;
  private static final byte[] ZEROS = new byte[BLOCK_BYTES];

  private final List<Long> sizes = new ArrayList<>();
  private final TreeMap<Long, List<byte[]>> pages = new TreeMap<>();
  private final SpoiltBytes spoilt;

  /** A file that never existed. */
  SimFile(SpoiltBytes spoilt) {
    this.spoilt = spoilt;
    sizes.add(ABSENT);
  }

  /** A durable file with the newest bytes of this one; empty if this one does not exist. */
  SimFile copy() {
    SimFile copy = new SimFile(spoilt);
    copy.sizes.set(0, Math.max(0, size()));
    pages.forEach(
        (page, versions) -> copy.pages.put(page, new ArrayList<>(List.of(versions.getLast()))));
    return copy;
  }

  long size() {
    return sizes.getLast();
  }

  boolean isThere() {
    return size() != ABSENT;
  }

  /** Whether a page was written, so that it has a place on the disk. */
  boolean has(long page) {
    return pages.containsKey(page);
  }

  /** The newest version of a page; the caller must not change it. */
  byte[] page(long page) {
    List<byte[]> versions = pages.get(page);
    return versions == null ? ZEROS : versions.getLast();
  }

  /** Pages that hold data, in order. */
  List<Long> pages() {
    return List.copyOf(pages.keySet());
  }

  /**
   * Changes bytes of one page, which may extend the file. An unreadable page stays so unless all
   * its bytes are replaced.
   */
  void write(long page, int from, byte[] bytes) {
    byte[] before = page(page);
    byte[] after = before.clone();
    System.arraycopy(bytes, 0, after, from, bytes.length);
    long start = page * BLOCK_BYTES;
    boolean replaced =
        from == 0 && bytes.length >= Math.min(BLOCK_BYTES, Math.max(0, size() - start));
    if (spoilt.contains(before) && !replaced) {
      spoilt.add(after);
    }
    put(page, after);
    if (start + from + bytes.length > size()) {
      sizes.add(start + from + bytes.length);
    }
  }

  /** Truncates the file, which must be longer. */
  void truncate(long size) {
    sizes.add(size);
    for (long page : pages.tailMap(size / BLOCK_BYTES).keySet()) {
      int left = (int) Math.max(0, size - page * BLOCK_BYTES);
      byte[] after = left == 0 ? ZEROS : cut(page(page), left);
      if (left > 0 && spoilt.contains(page(page))) {
        spoilt.add(after);
      }
      put(page, after);
    }
  }

  private static byte[] cut(byte[] page, int length) {
    return Arrays.copyOf(Arrays.copyOf(page, length), BLOCK_BYTES);
  }

  /** Deletes the file. */
  void delete() {
    truncate(0);
    sizes.add(ABSENT);
  }

  private void put(long page, byte[] version) {
    pages.computeIfAbsent(page, _ -> new ArrayList<>(List.of(ZEROS))).add(version);
  }

  /** Makes one page unreadable. */
  void spoil(long page) {
    byte[] bad = page(page).clone();
    spoilt.add(bad);
    List<byte[]> versions = pages.computeIfAbsent(page, _ -> new ArrayList<>(List.of(ZEROS)));
    versions.set(versions.size() - 1, bad);
  }

  /** Makes the newest state durable. */
  void sync() {
    settle(size());
    pages.values().forEach(versions -> versions.subList(0, versions.size() - 1).clear());
  }

  /**
   * After a crash a random state since the last sync remains; each sector of a page may be from
   * another time.
   */
  void crash(Random64 random) {
    long size = sizes.get(random.nextInt(sizes.size()));
    settle(size);
    pages.replaceAll((page, versions) -> {
      byte[] left = versions.size() == 1 ? versions.getFirst() : mixed(versions, random);
      int length = (int) Math.min(BLOCK_BYTES, size - page * BLOCK_BYTES);
      byte[] whole = length == BLOCK_BYTES ? left : cut(left, length);
      if (spoilt.contains(left)) {
        spoilt.add(whole);
      }
      return new ArrayList<>(List.of(whole));
    });
  }

  private void settle(long size) {
    sizes.clear();
    sizes.add(size);
    pages.tailMap((Math.max(0, size) + BLOCK_BYTES - 1) / BLOCK_BYTES).clear();
  }

  private byte[] mixed(List<byte[]> versions, Random64 random) {
    byte[] mixed = new byte[BLOCK_BYTES];
    boolean bad = false;
    boolean torn = random.nextBoolean();
    byte[] version = versions.get(random.nextInt(versions.size()));
    for (int at = 0; at < BLOCK_BYTES; at += SECTOR_BYTES) {
      if (torn) {
        version = versions.get(random.nextInt(versions.size()));
      }
      System.arraycopy(version, at, mixed, at, SECTOR_BYTES);
      bad |= spoilt.contains(version);
    }
    if (bad) {
      spoilt.add(mixed);
    }
    return mixed;
  }
}
