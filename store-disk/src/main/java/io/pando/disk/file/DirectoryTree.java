package io.pando.disk.file;

import io.pando.disk.StoreFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files below a directory, through the page cache. A sync flushes changed files and folders one by
 * one. If there are many, it flushes the whole file system, where that is supported. The first sync
 * flushes everything: a killed process may have left changes in the page cache, and a step that
 * finds its work already done does not mark anything as changed.
 */
final class DirectoryTree implements FileTree {
  private static final int MOST_OPEN = 256;
  private static final int MANY = 128;
  private static final int ZEROS = 1 << 16;
  private static final String DRAFT = ".draft";

  private final Path root;
  private final @Nullable Flush wholeFileSystem;
  private final ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS);
  private final Map<String, FileChannel> open = new LinkedHashMap<>(MOST_OPEN, 0.75f, true);
  private final Set<String> changed = new LinkedHashSet<>();
  private final Set<Path> changedFolders = new LinkedHashSet<>();
  private boolean synced;

  /** Flushes the file system that holds a directory. */
  interface Flush {
    void of(Path directory) throws IOException;
  }

  /** Files below an existing directory. */
  DirectoryTree(Path root) {
    this(root, wholeFileSystem());
  }

  /**
   * Files below an existing directory.
   *
   * @param wholeFileSystem null if it is not supported
   */
  DirectoryTree(Path root, @Nullable Flush wholeFileSystem) {
    this.root = root;
    this.wholeFileSystem = wholeFileSystem;
  }

  private static @Nullable Flush wholeFileSystem() {
    FileSystemSync sync = FileSystemSync.ifAvailable();
    return sync == null ? null : sync::sync;
  }

  @Override
  public int read(String path, long offset, ByteBuffer into) throws IOException {
    FileChannel file = open(path, false);
    if (file == null) {
      return ABSENT;
    }
    int there = 0;
    while (into.hasRemaining()) {
      int count = file.read(into, offset + there);
      if (count < 0) {
        break;
      }
      there += count;
    }
    return there;
  }

  @Override
  public void write(String path, long offset, ByteBuffer bytes) throws IOException {
    FileChannel file = made(path);
    long at = offset;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
    changed.add(path);
  }

  @Override
  public void zero(String path, long from, long to) throws IOException {
    FileChannel file = open(path, false);
    if (file == null) {
      return;
    }
    long end = Math.min(to, file.size());
    if (from >= end) {
      return;
    }
    changed.add(path);
    if (end == file.size() && end - from > ZEROS) {
      // Truncated and extended again: that frees the blocks in between.
      file.truncate(from);
      zeros.clear().limit(1);
      file.write(zeros, end - 1);
      return;
    }
    for (long at = from; at < end; ) {
      zeros.clear().limit((int) Math.min(ZEROS, end - at));
      at += file.write(zeros, at);
    }
  }

  @Override
  public void truncate(String path, long size) throws IOException {
    FileChannel file = open(path, false);
    if (file != null && file.size() > size) {
      file.truncate(size);
      changed.add(path);
    }
  }

  @Override
  public void delete(String path) throws IOException {
    FileChannel file = open.remove(path);
    if (file != null) {
      file.close();
    }
    changed.remove(path);
    if (Files.deleteIfExists(root.resolve(path))) {
      changedFolders.add(folder(root.resolve(path)));
    }
  }

  @Override
  public void copy(String from, String into) throws IOException {
    Path target = root.resolve(into);
    if (Files.exists(target)) {
      // The target may come from a process killed before the name was durable. Its bytes are
      // durable.
      flushFolders(target);
      return;
    }
    makeFolder(folder(target));
    Path draft = root.resolve(into + DRAFT);
    try (FileChannel made =
        FileChannel.open(
            draft,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      FileChannel source = open(from, false);
      if (source != null) {
        source.position(0);
        long size = source.size();
        for (long at = 0; at < size; ) {
          at += source.transferTo(at, size - at, made);
        }
      }
      made.force(true);
    }
    move(draft, target);
    flushFolders(target);
  }

  @Override
  public void move(String from, String into) throws IOException {
    FileChannel source = open(from, false);
    Path target = root.resolve(into);
    if (source == null || Files.exists(target)) {
      copy(from, into);
      return;
    }
    source.force(true);
    source.close();
    open.remove(from);
    changed.remove(from);
    makeFolder(folder(target));
    move(root.resolve(from), target);
    flushFolders(target);
    flushFolders(root.resolve(from));
  }

  /** Flushes all folders that contain a file. */
  private void flushFolders(Path file) throws IOException {
    for (Path folder = folder(file); !folder.equals(root); folder = folder(folder)) {
      StoreFolder.flush(folder);
    }
    StoreFolder.flush(root);
  }

  private static void move(Path draft, Path target) throws IOException {
    try {
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException("the file system cannot rename files at once: " + target, e);
    }
  }

  @Override
  public void sync() throws IOException {
    Flush whole = wholeFileSystem;
    if (whole != null && (!synced || changed.size() + changedFolders.size() > MANY)) {
      whole.of(root);
    } else {
      if (!synced) {
        findAll();
      }
      flushChanged();
    }
    synced = true;
    changed.clear();
    changedFolders.clear();
  }

  /** Marks everything as changed. */
  private void findAll() throws IOException {
    changed.addAll(files());
    try (Stream<Path> all = Files.walk(root)) {
      all.filter(Files::isDirectory).forEach(changedFolders::add);
    }
  }

  private void flushChanged() throws IOException {
    for (String path : changed) {
      FileChannel file = open(path, false);
      if (file == null) {
        throw new NoSuchFileException(root.resolve(path).toString(), null, "it was written");
      }
      file.force(false);
    }
    for (Path folder : changedFolders) {
      StoreFolder.flush(folder);
    }
  }

  @Override
  public SortedSet<String> files() throws IOException {
    SortedSet<String> found = new TreeSet<>();
    try (Stream<Path> all = Files.walk(root)) {
      all.filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .filter(path -> !path.endsWith(DRAFT))
          .forEach(found::add);
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    for (FileChannel file : open.values()) {
      file.close();
    }
    open.clear();
  }

  private FileChannel made(String path) throws IOException {
    FileChannel file = open(path, false);
    if (file == null) {
      makeFolder(folder(root.resolve(path)));
      file = open(path, true);
    }
    if (file == null) {
      throw new NoSuchFileException(root.resolve(path).toString(), null, "it was just made");
    }
    return file;
  }

  private void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      changedFolders.add(folder(folder));
    }
    changedFolders.add(folder);
  }

  /** Opens a file and makes it the most recently used one; null if it does not exist. */
  private @Nullable FileChannel open(String path, boolean make) throws IOException {
    FileChannel file = open.get(path);
    if (file != null) {
      return file;
    }
    try {
      file =
          make
              ? FileChannel.open(
                  root.resolve(path),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE)
              : FileChannel.open(
                  root.resolve(path), StandardOpenOption.READ, StandardOpenOption.WRITE);
    } catch (NoSuchFileException absent) {
      return null;
    }
    open.put(path, file);
    if (open.size() > MOST_OPEN) {
      Iterator<FileChannel> eldest = open.values().iterator();
      eldest.next().close();
      eldest.remove();
    }
    return file;
  }

  private static Path folder(Path path) {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + " is not in a directory");
    }
    return parent;
  }
}
