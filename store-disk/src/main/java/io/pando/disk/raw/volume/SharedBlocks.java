package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.format.RawBlocks;
import io.pando.disk.raw.format.RawRecords;
import io.pando.disk.raw.format.RawShares;
import io.pando.format.DamagedRecordException;
import io.pando.proto.FormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Blocks with several owners, and the number of owners. Such a block never changes, and is free
 * only when its last owner has released it. All counts are in memory, about 5 bytes for a block:
 * most stores have few. They are stored too, with the objects, so that a block with two owners by
 * mistake can be told from a cloned one.
 *
 * <p>Invariant: a page in memory has a block with more than one owner.
 */
final class SharedBlocks {
  private static final int PAGE = RawBlocks.MAX;
  private static final int[] NONE = new int[PAGE];

  private final TreeMap<Long, int[]> pages = new TreeMap<>();

  /** For each page changed in this batch, the counts that the metadata have. */
  private final TreeMap<Long, int[]> changed = new TreeMap<>();

  /** Loads the counts from the metadata. */
  static SharedBlocks load(Metadata metadata) throws MetadataException, DamagedRecordException {
    SharedBlocks shared = new SharedBlocks();
    metadata.each(Family.SHARED, (key, value) -> shared.pages.put(Keys.number(key), counts(value)));
    return shared;
  }

  private static int[] counts(byte[] record) throws DamagedRecordException {
    try {
      List<Integer> others = RawRecords.SHARES.decode(record).others();
      int[] counts = new int[PAGE];
      for (int i = 0; i < others.size(); i++) {
        counts[i] = others.get(i);
      }
      return counts;
    } catch (FormatException e) {
      throw new DamagedRecordException("not a record of shared blocks: " + e.getMessage(), e);
    }
  }

  /** Number of owners of a block beyond the first. */
  int others(long block) {
    int[] counts = pages.isEmpty() ? null : pages.get(block / PAGE);
    return counts == null ? 0 : counts[(int) (block % PAGE)];
  }

  boolean isShared(long block) {
    return others(block) > 0;
  }

  /** Adds an owner to a block that has one. */
  void add(long block) {
    count(block, 1);
  }

  /** Removes an owner of a block; false if it was the only one. */
  boolean remove(long block) {
    if (!isShared(block)) {
      return false;
    }
    count(block, -1);
    return true;
  }

  private void count(long block, int more) {
    long page = block / PAGE;
    int[] counts = pages.computeIfAbsent(page, _ -> new int[PAGE]);
    changed.computeIfAbsent(page, _ -> counts.clone());
    counts[(int) (block % PAGE)] += more;
    if (Arrays.equals(counts, NONE)) {
      pages.remove(page);
    }
  }

  /**
   * Puts changed counts into the metadata's batch. Often a block was shared only for a while, and
   * nothing has changed.
   */
  void store(Metadata metadata) throws MetadataException {
    for (Map.Entry<Long, int[]> before : changed.entrySet()) {
      long page = before.getKey();
      int[] counts = pages.get(page);
      if (Arrays.equals(before.getValue(), counts == null ? NONE : counts)) {
        continue;
      }
      if (counts == null) {
        metadata.delete(Family.SHARED, Keys.page(page));
      } else {
        metadata.put(Family.SHARED, Keys.page(page), RawRecords.SHARES.toBytes(record(counts)));
      }
    }
    changed.clear();
  }

  private static RawShares record(int[] counts) {
    int length = PAGE;
    while (length > 0 && counts[length - 1] == 0) {
      length--;
    }
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      others.add(counts[i]);
    }
    return new RawShares(others);
  }

  /** Ends a batch: its counts are in the metadata. */
  void endBatch() {
    Invariant.check(changed.isEmpty(), "what is durable was stored");
  }

  /** Differences from other counts, one sentence for each block. */
  List<String> differences(SharedBlocks counted) {
    List<String> differences = new ArrayList<>();
    TreeSet<Long> all = new TreeSet<>(pages.keySet());
    all.addAll(counted.pages.keySet());
    for (long page : all) {
      for (long block = page * PAGE; block < (page + 1) * PAGE; block++) {
        String difference = difference(block, counted);
        if (difference != null) {
          differences.add(difference);
        }
      }
    }
    return differences;
  }

  private @Nullable String difference(long block, SharedBlocks counted) {
    int noted = others(block);
    int found = counted.others(block);
    return noted == found
        ? null
        : String.format(
            "block %d of the data is recorded with %d owners, but has %s",
            block, noted + 1, found == 0 ? "one or none" : String.valueOf(found + 1));
  }
}
