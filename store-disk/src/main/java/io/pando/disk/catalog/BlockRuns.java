package io.pando.disk.catalog;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.bytes.ByteRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which blocks of an object hold data. The others are holes. */
public final class BlockRuns {
  /**
   * First block of each run, mapped to the first block behind it; runs neither overlap nor touch.
   */
  private final TreeMap<Long, Long> runs = new TreeMap<>();

  private long count;

  /** Runs from their stored form; see {@link io.pando.disk.catalog.CatalogObject}. */
  static BlockRuns of(List<Long> lengths) {
    BlockRuns blocks = new BlockRuns();
    long at = 0;
    for (int i = 0; i < lengths.size(); i += 2) {
      long from = at + lengths.get(i);
      at = from + lengths.get(i + 1);
      blocks.add(from, at);
    }
    return blocks;
  }

  List<Long> lengths() {
    List<Long> lengths = new ArrayList<>(2 * runs.size());
    long at = 0;
    for (Map.Entry<Long, Long> run : runs.entrySet()) {
      lengths.add(run.getKey() - at);
      lengths.add(run.getValue() - run.getKey());
      at = run.getValue();
    }
    return lengths;
  }

  /** Number of blocks that hold data. */
  public long count() {
    return count;
  }

  /** Number of runs. */
  int runs() {
    return runs.size();
  }

  /** Whether any block of a range holds data; {@code to} is exclusive. */
  public boolean anyBetween(long from, long to) {
    Map.Entry<Long, Long> run = runs.lowerEntry(to);
    return from < to && run != null && run.getValue() > from;
  }

  /** Marks the blocks of a range as holding data; {@code to} is exclusive. */
  void add(long from, long to) {
    if (from >= to) {
      return;
    }
    long start = from;
    long end = to;
    Map.Entry<Long, Long> run = runs.floorEntry(to);
    while (run != null && run.getValue() >= from) {
      start = Math.min(start, run.getKey());
      end = Math.max(end, run.getValue());
      runs.remove(run.getKey());
      count -= run.getValue() - run.getKey();
      run = runs.floorEntry(to);
    }
    runs.put(start, end);
    count += end - start;
  }

  /** Marks the blocks of a range as holes; {@code to} is exclusive. */
  void remove(long from, long to) {
    if (from >= to) {
      return;
    }
    Map.Entry<Long, Long> run = runs.lowerEntry(to);
    while (run != null && run.getValue() > from) {
      runs.remove(run.getKey());
      count -= run.getValue() - run.getKey();
      add(run.getKey(), Math.min(from, run.getValue()));
      add(Math.max(to, run.getKey()), run.getValue());
      run = runs.lowerEntry(Math.min(to, run.getKey()));
    }
  }

  /** Adds all blocks of another set. */
  void addAll(BlockRuns others) {
    others.runs.forEach(this::add);
  }

  /**
   * Numbers of the units of {@code unitBlocks} blocks in which a block of the range holds data;
   * {@code to} is exclusive.
   */
  public SortedSet<Long> units(long from, long to, int unitBlocks) {
    SortedSet<Long> units = new TreeSet<>();
    for (Map.Entry<Long, Long> run = runs.lowerEntry(to);
        run != null && run.getValue() > from;
        run = runs.lowerEntry(run.getKey())) {
      long last = (Math.min(run.getValue(), to) - 1) / unitBlocks;
      for (long unit = Math.max(run.getKey(), from) / unitBlocks; unit <= last; unit++) {
        units.add(unit);
      }
    }
    return units;
  }

  /** The parts of a range of bytes that lie in blocks that hold data, in order. */
  public List<ByteRange> within(ByteRange range) {
    long end = range.offset() + range.length();
    List<ByteRange> parts = new ArrayList<>();
    for (Map.Entry<Long, Long> run = runs.lowerEntry((end + BLOCK_BYTES - 1) / BLOCK_BYTES);
        run != null && run.getValue() * BLOCK_BYTES > range.offset();
        run = runs.lowerEntry(run.getKey())) {
      long from = Math.max(run.getKey() * BLOCK_BYTES, range.offset());
      long to = Math.min(run.getValue() * BLOCK_BYTES, end);
      if (from < to) {
        parts.addFirst(new ByteRange(from, to - from));
      }
    }
    return parts;
  }

  /** First block of each run, mapped to the first block behind it. */
  SortedMap<Long, Long> all() {
    return Collections.unmodifiableSortedMap(runs);
  }

  /** The runs as ranges of bytes: whole blocks, cut at the object's end. */
  List<ByteRange> ranges(long sizeBytes) {
    List<ByteRange> ranges = new ArrayList<>(runs.size());
    runs.forEach((from, to) -> {
      long offset = from * BLOCK_BYTES;
      ranges.add(new ByteRange(offset, Math.min(to * BLOCK_BYTES, sizeBytes) - offset));
    });
    return ranges;
  }
}
