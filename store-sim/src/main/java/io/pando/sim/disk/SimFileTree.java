package io.pando.sim.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.device.DeviceFullException;
import io.pando.disk.file.FileTree;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Files that survive the daemon, except changes that were not synced: a crash keeps any part of
 * them, in any order. Each file exists or not, with a size that it had at some time since the sync,
 * and each page as it was at some time since, or with sectors of several times.
 *
 * <p>A page can be made unreadable until all of it is written again. A real file system fails a
 * write to a part of such a page; this one does so and leaves the page unreadable. Reads never
 * return other bytes than were written: files have no checksums, so a store on them could not
 * detect that.
 */
final class SimFileTree implements FileTree {
  private final TreeMap<String, SimFile> files = new TreeMap<>();

  /** Paths of files that were changed since their last sync. */
  private final Set<String> unsynced = new LinkedHashSet<>();

  private final SpoiltBytes spoilt = new SpoiltBytes();
  private final DiskFaults faults;
  private final Random64 random;
  private final String name;

  SimFileTree(DiskFaults faults, Random64 random, String name) {
    this.faults = faults;
    this.random = random;
    this.name = name;
  }

  /** The power fails, and returns. */
  void crash() {
    for (String path : unsynced) {
      SimFile file = file(path);
      file.crash(random);
      if (!file.isThere()) {
        files.remove(path);
      }
    }
    unsynced.clear();
  }

  /** Makes the page of a file that holds a byte unreadable; false if there is none. */
  boolean spoil(String path, long offset) {
    SimFile file = file(path);
    boolean there = offset < file.size() && file.has(offset / BLOCK_BYTES);
    if (there) {
      file.spoil(offset / BLOCK_BYTES);
    }
    return there;
  }

  /** Makes some page of some file unreadable; false if there is none. */
  boolean spoilAny() {
    List<String> paths = new ArrayList<>(files());
    paths.removeIf(path -> file(path).pages().isEmpty());
    if (paths.isEmpty()) {
      return false;
    }
    String path = paths.get(random.nextInt(paths.size()));
    List<Long> pages = file(path).pages();
    return spoil(path, pages.get(random.nextInt(pages.size())) * BLOCK_BYTES);
  }

  private SimFile file(String path) {
    SimFile file = files.get(path);
    return file == null ? new SimFile(spoilt) : file;
  }

  /** The file, registered as changed. */
  private SimFile changed(String path) {
    unsynced.add(path);
    return files.computeIfAbsent(path, _ -> new SimFile(spoilt));
  }

  @Override
  public int read(String path, long offset, ByteBuffer into) throws IOException {
    SimFile file = file(path);
    if (!file.isThere()) {
      return ABSENT;
    }
    int there = (int) Math.clamp(file.size() - offset, 0L, into.remaining());
    long end = offset + there;
    for (long at = offset; at < end; ) {
      long page = at / BLOCK_BYTES;
      byte[] bytes = file.page(page);
      if (spoilt.contains(bytes) || faults.failsRead(block(path, page), 1, random)) {
        throw new IOException("simulated: page " + page + " of " + path + " cannot be read");
      }
      int from = (int) (at % BLOCK_BYTES);
      int length = (int) Math.min(BLOCK_BYTES - from, end - at);
      into.put(bytes, from, length);
      at += length;
    }
    return there;
  }

  /** Block number of a page on the disk, for faults that depend on the place. */
  private static long block(String path, long page) {
    return Integer.toUnsignedLong(path.hashCode()) + (page << Integer.SIZE);
  }

  /** Writes bytes; they may enter the page cache even if the disk can no longer be written. */
  @Override
  public void write(String path, long offset, ByteBuffer bytes) throws IOException {
    failIfMust(random.nextBoolean());
    SimFile file = changed(path);
    for (long at = offset; bytes.hasRemaining(); ) {
      long page = at / BLOCK_BYTES;
      if (faults.isFull() && !file.has(page)) {
        throw new DeviceFullException(name + " is full");
      }
      int from = (int) (at % BLOCK_BYTES);
      byte[] part = new byte[Math.min(BLOCK_BYTES - from, bytes.remaining())];
      bytes.get(part);
      file.write(page, from, part);
      at += part.length;
    }
  }

  @Override
  public void zero(String path, long from, long to) throws IOException {
    failIfMust(random.nextBoolean());
    long end = Math.min(to, file(path).size());
    for (long at = from; at < end; ) {
      int length = (int) Math.min(BLOCK_BYTES - at % BLOCK_BYTES, end - at);
      if (file(path).has(at / BLOCK_BYTES)) {
        changed(path).write(at / BLOCK_BYTES, (int) (at % BLOCK_BYTES), new byte[length]);
      }
      at += length;
    }
  }

  @Override
  public void truncate(String path, long size) throws IOException {
    failIfMust(random.nextBoolean());
    if (file(path).size() > size) {
      changed(path).truncate(size);
    }
  }

  @Override
  public void delete(String path) throws IOException {
    failIfMust(random.nextBoolean());
    if (file(path).isThere()) {
      changed(path).delete();
    }
  }

  @Override
  public void copy(String from, String into) throws IOException {
    if (file(into).isThere()) {
      return;
    }
    failIfMust(true);
    if (faults.isFull()) {
      throw new DeviceFullException(name + " is full");
    }
    files.put(into, file(from).copy());
    unsynced.remove(into);
    failAsPowerDoes();
  }

  @Override
  public void move(String from, String into) throws IOException {
    if (file(into).isThere()) {
      return;
    }
    failIfMust(true);
    files.put(into, file(from).copy());
    unsynced.remove(into);
    files.remove(from);
    unsynced.remove(from);
    failAsPowerDoes();
  }

  @Override
  public void sync() throws IOException {
    failIfMust(true);
    failAsPowerDoes();
    for (String path : unsynced) {
      SimFile file = file(path);
      file.sync();
      if (!file.isThere()) {
        files.remove(path);
      }
    }
    unsynced.clear();
  }

  private void failIfMust(boolean seen) throws IOException {
    if (faults.failsWrites() && seen) {
      throw new IOException("simulated: " + name + " cannot be written");
    }
  }

  private void failAsPowerDoes() throws IOException {
    if (faults.isPowerFailing()) {
      throw new IOException("simulated: the power of " + name + " fails");
    }
  }

  @Override
  public SortedSet<String> files() {
    SortedSet<String> there = new TreeSet<>(files.keySet());
    there.removeIf(path -> !file(path).isThere());
    return there;
  }

  @Override
  public void close() {
    // Nothing to do: the disk outlives its user.
  }
}
