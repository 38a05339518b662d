package io.pando.osd.pg.log;

import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import java.util.Arrays;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds entries by a key that they contain. It is a hash table with open addressing that is at most
 * half full. It takes a few bytes for each entry, where a map of the JDK takes an object.
 */
final class EntryIndex<K> {
  /**
   * The kind of key, with functions that use the key of an entry without creating it.
   *
   * @param hash returns the hash of an entry's key, equal to the hash code of the key itself
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

  static EntryIndex<ObjectId> byObject() {
    return new EntryIndex<>(
        new Key<>(KeptEntry::objectHash, KeptEntry::isOf, KeptEntry::hasObjectOf));
  }

  static EntryIndex<RequestId> byRequest() {
    return new EntryIndex<>(
        new Key<>(KeptEntry::requestHash, KeptEntry::isOf, KeptEntry::hasRequestOf));
  }

  /** The entry with this key; null if there is none. */
  @Nullable KeptEntry get(K wanted) {
    int at = start(wanted.hashCode());
    KeptEntry entry = table[at];
    while (entry != null && !key.isOf().test(entry, wanted)) {
      at = next(at);
      entry = table[at];
    }
    return entry;
  }

  /** Adds an entry; replaces the entry with the same key, if there is one. */
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

  /** Removes an entry; another entry that has replaced it stays. */
  void remove(KeptEntry entry) {
    int gap = find(entry);
    KeptEntry known = table[gap];
    if (known == null || !known.hasVersionOf(entry)) {
      return;
    }
    table[gap] = null;
    size--;
    // Moves up entries behind the gap that were placed there because the gap was taken.
    for (int at = next(gap); table[at] != null; at = next(at)) {
      KeptEntry moved = table[at];
      table[at] = null;
      table[find(moved)] = moved;
    }
    if (8 * size < table.length && table.length > 1024) {
      resize(table.length / 2);
    }
  }

  /** The entry with the same key as this one; null if there is none. */
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

  /** Index in the table of the entry with this one's key, or of the free place for it. */
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
