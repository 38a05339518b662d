package io.pando.osd.pg.log;

import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import java.util.Arrays;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds entries by something that they tell of themselves. A table with open addressing, of which
 * at most half is in use: a few bytes for each entry, where a map of the JDK takes an object.
 */
final class EntryIndex<K> {
  /**
   * What entries are found by, and how it is told without making it.
   *
   * @param hash the hash of an entry's key: what that key says of itself
   * @param isOf whether this is the key of an entry
   * @param isShared whether two entries have the same key
   */
  private record Key<K>(
      ToIntFunction<KeptEntry> hash,
      BiPredicate<KeptEntry, K> isOf,
      BiPredicate<KeptEntry, KeptEntry> isShared) {}

  private static final int SPREAD = 0x9E3779B9;

  private final Key<K> key;
  private @Nullable KeptEntry[] table = new KeptEntry[16];
  private int size;

  private EntryIndex(Key<K> key) {
    this.key = key;
  }

  /** An empty one that finds entries by their object. */
  static EntryIndex<ObjectId> byObject() {
    return new EntryIndex<>(
        new Key<>(KeptEntry::objectHash, KeptEntry::isOf, KeptEntry::hasObjectOf));
  }

  /** An empty one that finds entries by their request. */
  static EntryIndex<RequestId> byRequest() {
    return new EntryIndex<>(
        new Key<>(KeptEntry::requestHash, KeptEntry::isOf, KeptEntry::hasRequestOf));
  }

  /** The entry of that key. */
  @Nullable KeptEntry get(K wanted) {
    int at = start(wanted.hashCode());
    KeptEntry entry = table[at];
    while (entry != null && !key.isOf().test(entry, wanted)) {
      at = next(at);
      entry = table[at];
    }
    return entry;
  }

  /** Puts an entry in the place of the one with the same key, if there is one. */
  void put(KeptEntry entry) {
    int at = find(entry);
    if (table[at] == null) {
      size++;
    }
    table[at] = entry;
    if (2 * size > table.length) {
      resize(2 * table.length);
    }
  }

  /** Takes an entry out; one that has come in its place stays. */
  void remove(KeptEntry entry) {
    int gap = find(entry);
    KeptEntry known = table[gap];
    if (known == null || !known.hasVersionOf(entry)) {
      return;
    }
    table[gap] = null;
    size--;
    // Those behind it that were put there because the gap was taken move up.
    for (int at = next(gap); table[at] != null; at = next(at)) {
      KeptEntry moved = table[at];
      table[at] = null;
      table[find(moved)] = moved;
    }
    if (8 * size < table.length && table.length > 1024) {
      resize(table.length / 2);
    }
  }

  /** The entry with the same key as this one. */
  @Nullable KeptEntry like(KeptEntry entry) {
    return table[find(entry)];
  }

  int size() {
    return size;
  }

  void clear() {
    table = new KeptEntry[16];
    size = 0;
  }

  private void resize(int length) {
    @Nullable KeptEntry[] before = table;
    table = new KeptEntry[length];
    Arrays.stream(before).forEach(this::putBack);
  }

  private void putBack(@Nullable KeptEntry entry) {
    if (entry != null) {
      table[find(entry)] = entry;
    }
  }

  /** Where the entry with this one's key is, or would be put. */
  private int find(KeptEntry wanted) {
    int at = start(key.hash().applyAsInt(wanted));
    KeptEntry entry = table[at];
    while (entry != null && !key.isShared().test(entry, wanted)) {
      at = next(at);
      entry = table[at];
    }
    return at;
  }

  private int start(int hash) {
    return (hash * SPREAD) >>> (Integer.numberOfLeadingZeros(table.length) + 1);
  }

  private int next(int at) {
    return (at + 1) & (table.length - 1);
  }
}
