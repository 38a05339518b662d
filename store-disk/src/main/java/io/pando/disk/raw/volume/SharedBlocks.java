package io.pando.disk.raw.volume;

import io.pando.check.Invariant;
import io.pando.disk.metadata.Family;
import io.pando.disk.metadata.Keys;
import io.pando.disk.metadata.Metadata;
import io.pando.disk.metadata.MetadataException;
import io.pando.format.DamagedRecordException;
import io.pando.format.FormatException;
import io.pando.format.RawBlocks;
import io.pando.format.RawRecords;
import io.pando.format.RawShares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that several objects own, and how many do. Such a block never changes, and is free only
 * when its last owner has let go of it. All of it is in memory, about 5 bytes for a block: most
 * stores have few. It is stored too, with the objects, so that a block with two owners by mistake
 * can be told from one that was cloned.
 *
 * <p>Invariant: a page that is here has a block with more than one owner.
 */
final class SharedBlocks {
  private static final int PAGE = RawBlocks.MAX;
  private static final int[] NONE = new int[PAGE];

  private final TreeMap<Long, int[]> pages = new TreeMap<>();
  private final TreeMap<Long, int[]> durable = new TreeMap<>();
  private final TreeSet<Long> changed = new TreeSet<>();

  /** What the metadata say. */
  static SharedBlocks load(Metadata metadata) throws MetadataException, DamagedRecordException {
    SharedBlocks shared = new SharedBlocks();
    try (Metadata.Cursor entries = metadata.iterate(Family.SHARED)) {
      for (entries.seekToFirst(); entries.isValid(); entries.next()) {
        shared.pages.put(Keys.number(entries.key()), counts(entries.value()));
      }
      entries.status();
    }
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

  /** How many objects own a block beside the first. */
  int others(long block) {
    int[] counts = pages.isEmpty() ? null : pages.get(block / PAGE);
    return counts == null ? 0 : counts[(int) (block % PAGE)];
  }

  boolean isShared(long block) {
    return others(block) > 0;
  }

  /** A block that is owned gets another owner. */
  void add(long block) {
    count(block, 1);
  }

  /** An owner lets go of a block; false if it was the only one. */
  boolean remove(long block) {
    if (!isShared(block)) {
      return false;
    }
    count(block, -1);
    return true;
  }

  private void count(long block, int more) {
    long page = block / PAGE;
    int[] counts = pages.getOrDefault(page, NONE);
    // What is durable stays as it is; afterwards there is a copy that may be changed.
    if (durable.putIfAbsent(page, counts) == null || !pages.containsKey(page)) {
      counts = counts.clone();
    }
    counts[(int) (block % PAGE)] += more;
    if (Arrays.equals(counts, NONE)) {
      pages.remove(page);
    } else {
      pages.put(page, counts);
    }
    changed.add(page);
  }

  /** Puts what changed into the metadata's batch. */
  void store(Metadata metadata) throws MetadataException {
    for (long page : changed) {
      int[] counts = pages.get(page);
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

  /** What was counted is durable. */
  void endBatch() {
    Invariant.check(changed.isEmpty(), "what is durable was stored");
    durable.clear();
  }

  /** Gives up what was counted in the batch. */
  void abandon() {
    for (Map.Entry<Long, int[]> entry : durable.entrySet()) {
      if (Arrays.equals(entry.getValue(), NONE)) {
        pages.remove(entry.getKey());
      } else {
        pages.put(entry.getKey(), entry.getValue());
      }
    }
    durable.clear();
    changed.clear();
  }

  /** What is different from what was counted elsewhere, for each block a sentence. */
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
            "block %d of the data is noted to have %d owners, but has %s",
            block, noted + 1, found == 0 ? "one or none" : String.valueOf(found + 1));
  }
}
