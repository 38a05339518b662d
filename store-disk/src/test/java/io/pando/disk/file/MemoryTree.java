package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.disk.Power;
import io.pando.random.Random64;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Files in memory that lose power. Of unsynced changes any part may survive, page by page, in any
 * state since the last sync; unsynced files may exist or not. The tree outlives the stores that use
 * it.
 */
final class MemoryTree implements FileTree {
  /**
   * For each file, its versions since the last sync, never empty; a null version means that the
   * file did not exist.
   */
  private final Map<String, List<byte @Nullable []>> files = new TreeMap<>();

  /** For each file, its pages that cannot be read until all their bytes are replaced. */
  private final Map<String, BitSet> unreadable = new TreeMap<>();

  private final Random64 random;
  private final Power power;

  MemoryTree(Random64 random, Power power) {
    this.random = random;
    this.power = power;
  }

  /** Simulates a power failure: random parts of the unsynced changes survive. */
  void crash() {
    for (String path : List.copyOf(files.keySet())) {
      List<byte @Nullable []> versions = Objects.requireNonNull(files.get(path));
      byte[] left = versions.get(random.nextInt(versions.size()));
      if (left == null) {
        files.remove(path);
      } else {
        List<byte @Nullable []> one = new ArrayList<>();
        one.add(mixed(left, versions));
        files.put(path, one);
      }
    }
  }

  /** Makes a page of a file unreadable, if the file reaches into it. */
  void spoil(String path, int page) {
    byte[] bytes = now(path);
    if (bytes != null && (long) page * BLOCK_BYTES < bytes.length) {
      unreadable.computeIfAbsent(path, _ -> new BitSet()).set(page);
    }
  }

  /** Bytes of a file are replaced; {@code fileEnd} is where the file ends afterwards. */
  private void onReplaced(String path, long from, long to, long fileEnd) {
    BitSet pages = unreadable.get(path);
    if (pages != null) {
      int first = page(from + BLOCK_BYTES - 1);
      int behind = page(to >= fileEnd ? to + BLOCK_BYTES - 1 : to);
      pages.clear(first, Math.max(first, behind));
    }
  }

  private static int page(long offset) {
    return (int) (offset / BLOCK_BYTES);
  }

  private byte[] mixed(byte[] left, List<byte @Nullable []> versions) {
    byte[] mixed = left.clone();
    for (int at = 0; at < mixed.length; at += BLOCK_BYTES) {
      byte[] version = versions.get(random.nextInt(versions.size()));
      int length = Math.min(BLOCK_BYTES, mixed.length - at);
      if (version != null) {
        byte[] page = Arrays.copyOfRange(version, Math.min(at, version.length), at + length);
        System.arraycopy(page, 0, mixed, at, Math.min(page.length, length));
      }
    }
    return mixed;
  }

  private byte @Nullable [] now(String path) {
    List<byte @Nullable []> versions = files.get(path);
    return versions == null ? null : versions.getLast();
  }

  private void become(String path, byte @Nullable [] bytes) {
    files
        .computeIfAbsent(
            path,
            _ -> {
              List<byte @Nullable []> versions = new ArrayList<>();
              versions.add(null);
              return versions;
            })
        .add(bytes);
  }

  @Override
  public int read(String path, long offset, ByteBuffer into) throws IOException {
    byte[] bytes = now(path);
    if (bytes == null) {
      return ABSENT;
    }
    int there = Math.clamp(bytes.length - offset, 0, into.remaining());
    int bad = unreadable.getOrDefault(path, new BitSet()).nextSetBit(page(offset));
    if (bad >= 0 && (long) bad * BLOCK_BYTES < offset + there) {
      throw new IOException("page " + bad + " of " + path + " cannot be read");
    }
    into.put(bytes, (int) Math.min(offset, bytes.length), there);
    return there;
  }

  @Override
  public void write(String path, long offset, ByteBuffer bytes) throws IOException {
    power.step();
    byte[] before = now(path);
    int end = (int) offset + bytes.remaining();
    byte[] after =
        before == null ? new byte[end] : Arrays.copyOf(before, Math.max(before.length, end));
    bytes.get(after, (int) offset, bytes.remaining());
    onReplaced(path, offset, end, after.length);
    become(path, after);
  }

  @Override
  public void zero(String path, long from, long to) throws IOException {
    power.step();
    byte[] before = now(path);
    if (before != null && from < before.length) {
      byte[] after = before.clone();
      Arrays.fill(after, (int) from, (int) Math.min(to, after.length), (byte) 0);
      onReplaced(path, from, to, after.length);
      become(path, after);
    }
  }

  @Override
  public void truncate(String path, long size) throws IOException {
    power.step();
    byte[] before = now(path);
    if (before != null && before.length > size) {
      onReplaced(path, size, before.length, size);
      become(path, Arrays.copyOf(before, (int) size));
    }
  }

  @Override
  public void delete(String path) throws IOException {
    power.step();
    if (now(path) != null) {
      unreadable.remove(path);
      become(path, null);
    }
  }

  @Override
  public void copy(String from, String into) throws IOException {
    if (now(into) != null) {
      return;
    }
    power.step();
    byte[] source = now(from);
    List<byte @Nullable []> one = new ArrayList<>();
    one.add(source == null ? new byte[0] : source.clone());
    files.put(into, one);
  }

  @Override
  public void move(String from, String into) throws IOException {
    if (now(into) == null) {
      copy(from, into);
      BitSet bad = unreadable.remove(from);
      if (bad != null) {
        unreadable.put(into, bad);
      }
      files.remove(from);
    }
  }

  @Override
  public void sync() throws IOException {
    power.step();
    files.values().forEach(versions -> versions.subList(0, versions.size() - 1).clear());
    files.values().removeIf(versions -> versions.getLast() == null);
    power.flushed();
  }

  @Override
  public SortedSet<String> files() {
    SortedSet<String> there = new TreeSet<>();
    for (String path : files.keySet()) {
      if (now(path) != null) {
        there.add(path);
      }
    }
    return there;
  }

  @Override
  public void close() {
    // The tree outlives the store.
  }
}
