package io.pando.disk.file;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import io.pando.disk.catalog.CatalogEntry;
import io.pando.disk.catalog.ObjectBytes;
import io.pando.disk.metadata.DamagedBytesException;
import io.pando.probe.Probe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Stores objects' bytes in files. Steps wait until the log contains the transactions that they come
 * from; reads see them as if they were done.
 */
final class FileBytes implements ObjectBytes {
  /** Number of reads after which bytes count as damaged. */
  private static final int ATTEMPTS = 3;

  private final FileTree tree;
  private final DirtyPages dirty = new DirtyPages();
  private final List<FileStep> waiting = new ArrayList<>();
  private final Map<String, List<FileStep>> waitingOf = new LinkedHashMap<>();

  FileBytes(FileTree tree) {
    this.tree = tree;
  }

  /** Performs the waiting steps. */
  void perform() throws IOException {
    for (int i = 0; i < waiting.size(); i++) {
      FileStep step = waiting.get(i);
      FileStep next = i + 1 < waiting.size() ? waiting.get(i + 1) : null;
      if (step instanceof FileStep.Copy copy
          && next instanceof FileStep.Delete delete
          && delete.path().equals(copy.from())) {
        // What is replaced and kept aside: nothing needs to be read, not even what is unreadable.
        Probe.reached("file store: a file that is copied and removed gets another name");
        tree.move(copy.from(), copy.path());
      } else {
        perform(step);
      }
    }
    abandon();
  }

  private void perform(FileStep step) throws IOException {
    switch (step) {
      case FileStep.Write write -> {
        long at = write.offset();
        for (ByteBuffer bytes : write.data().asByteBuffers()) {
          int length = bytes.remaining();
          tree.write(write.path(), at, bytes);
          at += length;
        }
        dirty.add(write.path(), write.offset(), write.data().size());
      }
      case FileStep.Zero zero -> tree.zero(zero.path(), zero.from(), zero.to());
      case FileStep.Truncate truncate -> tree.truncate(truncate.path(), truncate.size());
      case FileStep.Delete delete -> {
        tree.delete(delete.path());
        dirty.remove(delete.path());
      }
      case FileStep.Copy copy -> tree.copy(copy.from(), copy.path());
    }
  }

  /** Drops the waiting steps. */
  void abandon() {
    waiting.clear();
    waitingOf.clear();
  }

  /**
   * Makes the performed steps durable.
   *
   * @return bytes written to the device by this, or earlier by the operating system
   */
  long sync() throws IOException {
    tree.sync();
    return dirty.clear();
  }

  private void later(FileStep step) {
    waiting.add(step);
    waitingOf.computeIfAbsent(step.path(), _ -> new ArrayList<>()).add(step);
  }

  @Override
  public int unitBytes() {
    return BLOCK_BYTES;
  }

  /**
   * Reads blocks that hold data, and nothing else of the file: a page that cannot be read does no
   * harm in a hole. It would not be replaced either, since a copy of a hole has no bytes.
   */
  @Override
  public byte[] read(CatalogEntry object, long offset, int length) throws DamagedBytesException {
    byte[] bytes = new byte[length];
    for (ByteRange part : object.blocks().within(new ByteRange(offset, length))) {
      checkKnown(object, part);
      if (part.length() == length) {
        readData(object, offset, bytes);
      } else {
        byte[] data = new byte[(int) part.length()];
        readData(object, part.offset(), data);
        System.arraycopy(data, 0, bytes, (int) (part.offset() - offset), data.length);
      }
    }
    return bytes;
  }

  private static void checkKnown(CatalogEntry object, ByteRange part) throws DamagedBytesException {
    long behind = (part.end() - 1) / BLOCK_BYTES + 1;
    if (object.damaged().anyBetween(part.offset() / BLOCK_BYTES, behind)) {
      throw DamagedBytesException.of(
          object, part.offset(), part.end(), "they were copied from bytes that could not be read");
    }
  }

  private void readData(CatalogEntry object, long offset, byte[] bytes)
      throws DamagedBytesException {
    String path = ObjectPath.of(object);
    List<FileStep> steps = waitingOf.getOrDefault(path, List.of());
    int there = readPersistently(object, path, steps, offset, bytes);
    // Blocks with data were written, so an intact file reaches into each of them.
    long end = offset + bytes.length;
    long missing = (offset + Math.max(there, 0) + BLOCK_BYTES - 1) / BLOCK_BYTES;
    if (steps.isEmpty() && missing * BLOCK_BYTES < end) {
      String why = there == FileTree.ABSENT ? " is missing" : " is too short";
      throw DamagedBytesException.of(object, offset, end, "file " + path + why);
    }
  }

  private int readPersistently(
      CatalogEntry object, String path, List<FileStep> steps, long offset, byte[] bytes)
      throws DamagedBytesException {
    for (int attempt = 1; ; attempt++) {
      try {
        return read(path, steps, List.of(), offset, bytes);
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          long end = offset + bytes.length;
          throw DamagedBytesException.of(
              object, offset, end, "file " + path + " cannot be read: " + e.getMessage());
        }
      }
    }
  }

  /**
   * Reads a file as it will be after the steps.
   *
   * @param later steps of the copy that is read, which may replace what the file has
   */
  private int read(
      String path, List<FileStep> steps, List<FileStep> later, long offset, byte[] bytes)
      throws IOException {
    int there;
    if (!steps.isEmpty() && steps.getFirst() instanceof FileStep.Copy copy) {
      List<FileStep> after = concat(steps.subList(1, steps.size()), later);
      there = read(copy.from(), copy.before(), after, offset, bytes);
    } else {
      there = readFile(path, concat(steps, later), offset, bytes);
      Arrays.fill(bytes, Math.max(there, 0), bytes.length, (byte) 0);
    }
    for (FileStep step : steps) {
      switch (step) {
        case FileStep.Write write -> put(write, offset, bytes);
        case FileStep.Zero zero -> clear(zero.from(), zero.to(), offset, bytes);
        case FileStep.Truncate truncate -> clear(truncate.size(), Long.MAX_VALUE, offset, bytes);
        case FileStep.Delete _ -> clear(0, Long.MAX_VALUE, offset, bytes);
        case FileStep.Copy _ -> {}
      }
    }
    return there;
  }

  private static List<FileStep> concat(List<FileStep> first, List<FileStep> second) {
    if (second.isEmpty()) {
      return first;
    }
    List<FileStep> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private int readFile(String path, List<FileStep> steps, long offset, byte[] bytes)
      throws IOException {
    try {
      return tree.read(path, offset, ByteBuffer.wrap(bytes));
    } catch (IOException e) {
      if (!replace(steps, offset, bytes.length)) {
        throw e;
      }
      Probe.reached("file store: unreadable bytes are about to be replaced");
      return 0;
    }
  }

  /** Whether steps replace all bytes of a range, so that what the file has does not matter. */
  private static boolean replace(List<FileStep> steps, long offset, int length) {
    BitSet left = new BitSet();
    left.set(0, length);
    for (FileStep step : steps) {
      long from = step instanceof FileStep.Write write ? write.offset() : 0;
      long to = Long.MAX_VALUE;
      switch (step) {
        case FileStep.Write write -> to = write.offset() + write.data().size();
        case FileStep.Zero zero -> {
          from = zero.from();
          to = zero.to();
        }
        case FileStep.Truncate truncate -> from = truncate.size();
        case FileStep.Delete _, FileStep.Copy _ -> {}
      }
      int start = Math.clamp(from - offset, 0, length);
      left.clear(start, Math.clamp(to - offset, start, length));
    }
    return left.isEmpty();
  }

  private static void put(FileStep.Write write, long offset, byte[] bytes) {
    long from = Math.max(write.offset(), offset);
    long to = Math.min(write.offset() + write.data().size(), offset + bytes.length);
    if (from < to) {
      write
          .data()
          .slice((int) (from - write.offset()), (int) (to - from))
          .asByteBuffer()
          .get(bytes, (int) (from - offset), (int) (to - from));
    }
  }

  private static void clear(long from, long to, long offset, byte[] bytes) {
    long start = Math.max(from, offset);
    long end = Math.min(to, offset + bytes.length);
    if (start < end) {
      Arrays.fill(bytes, (int) (start - offset), (int) (end - offset), (byte) 0);
    }
  }

  @Override
  public void write(CatalogEntry object, long offset, Payload data) {
    later(new FileStep.Write(ObjectPath.of(object), offset, data));
  }

  @Override
  public void zero(CatalogEntry object, long from, long to) {
    // Zeros, not a truncation: the file must reach into each block that still holds data.
    later(new FileStep.Zero(ObjectPath.of(object), from, Math.min(to, object.size())));
  }

  @Override
  public void truncate(CatalogEntry object, long size) {
    later(new FileStep.Truncate(ObjectPath.of(object), size));
  }

  @Override
  public void remove(CatalogEntry object) {
    later(new FileStep.Delete(ObjectPath.of(object)));
  }

  @Override
  public void copy(CatalogEntry from, CatalogEntry into) {
    String path = ObjectPath.of(from);
    List<FileStep> before = waitingOf.getOrDefault(path, List.of());
    later(new FileStep.Copy(ObjectPath.of(into), path, before));
  }

  @Override
  public void copyPart(CatalogEntry from, CatalogEntry into, ByteRange part) {
    throw Invariant.unreachable("the volume clones ranges by RangeSteps");
  }

  @Override
  public void findStrays(Set<Long> numbers, Consumer<String> fault) throws IOException {
    for (String path : tree.files()) {
      OptionalLong number = ObjectPath.number(path);
      if (number.isEmpty() || !numbers.contains(number.getAsLong())) {
        fault.accept("file " + path + " belongs to no object");
      }
    }
  }
}
