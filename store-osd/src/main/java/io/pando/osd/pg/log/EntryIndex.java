package io.pando.osd.pg.log;

import io.pando.group.LogEntry;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds entries by something that they tell of themselves. A table with open addressing, of which
 * at most half is in use: a few bytes for each entry, where a map of the JDK takes an object.
 */
final class EntryIndex {
  private static final int SPREAD = 0x9E3779B9;

  private final Function<LogEntry, Object> key;
  private @Nullable LogEntry[] table = new LogEntry[16];
  private int size;

  /** An empty one. */
  EntryIndex(Function<LogEntry, Object> key) {
    this.key = key;
  }

  /** The entry of that key. */
  @Nullable LogEntry get(Object wanted) {
    return table[find(wanted)];
  }

  /** Puts an entry in the place of the one with the same key, if there is one. */
  void put(LogEntry entry) {
    int at = find(key.apply(entry));
    if (table[at] == null) {
      size++;
    }
    table[at] = entry;
    if (2 * size > table.length) {
      resize(2 * table.length);
    }
  }

  /** Takes an entry out; one that has come in its place stays. */
  void remove(LogEntry entry) {
    int gap = find(key.apply(entry));
    LogEntry known = table[gap];
    if (known == null || !known.version().equals(entry.version())) {
      return;
    }
    table[gap] = null;
    size--;
    // Those behind it that were put there because the gap was taken move up.
    for (int at = next(gap); table[at] != null; at = next(at)) {
      LogEntry moved = table[at];
      table[at] = null;
      table[find(key.apply(moved))] = moved;
    }
    if (8 * size < table.length && table.length > 1024) {
      resize(table.length / 2);
    }
  }

  void clear() {
    table = new LogEntry[16];
    size = 0;
  }

  private void resize(int length) {
    @Nullable LogEntry[] before = table;
    table = new LogEntry[length];
    Arrays.stream(before).forEach(this::putBack);
  }

  private void putBack(@Nullable LogEntry entry) {
    if (entry != null) {
      table[find(key.apply(entry))] = entry;
    }
  }

  /** Where the entry of a key is, or would be put. */
  private int find(Object wanted) {
    int at = (wanted.hashCode() * SPREAD) >>> (Integer.numberOfLeadingZeros(table.length) + 1);
    while (true) {
      LogEntry entry = table[at];
      if (entry == null || key.apply(entry).equals(wanted)) {
        return at;
      }
      at = next(at);
    }
  }

  private int next(int at) {
    return (at + 1) & (table.length - 1);
  }
}
