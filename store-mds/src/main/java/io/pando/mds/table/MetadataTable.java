package io.pando.mds.table;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one object, as far as they are in memory, and which of them the object lacks.
 *
 * <p>Each update of a table makes a new {@link #version}, which its rows keep (paper 003, B.2.1).
 * After a failure the journal is replayed onto a table of which nothing was read yet ({@link
 * #replay}); a row that is read later tells by its version whether the change had been committed
 * ({@link #onRead}). A row that was removed stays in memory, without a value, until its removal is
 * committed.
 *
 * <p>One commit is under way at a time: {@link #commit}, {@link #onCommitted}.
 *
 * <p>Invariants: committed &le; committing &le; version; each dirty row has a version of at most
 * the table's; each dirty row counts once in its segment.
 *
 * @param <H> the head: what the table says of itself, immutable
 * @param <K> keys of rows
 * @param <V> values of rows, immutable
 */
public final class MetadataTable<H, K extends Comparable<K>, V> {
  private final String object;
  private final TableFormat<H, K, V> format;
  private final NavigableMap<K, Row<V>> rows = new TreeMap<>();

  /**
   * What a table knew when a read began.
   *
   * @param cleaned how many times a row had become clean
   * @param evictions number of rows that had been evicted
   */
  public record Reading(long cleaned, long evictions) {}

  /** Dirty rows in the order of their keys. */
  private final NavigableMap<K, Row<V>> dirty = new TreeMap<>();

  private final RowWatch<H, K, V> watch;
  private final Row<H> head;
  private long version;
  private long committing;
  private long committed;
  private boolean complete;
  private long cleaned;
  private long evictions;
  private long headUnderWay;
  private int reads;
  private @Nullable Map<K, Long> underWay;

  private MetadataTable(
      String object, TableFormat<H, K, V> format, boolean complete, RowWatch<H, K, V> watch) {
    this.object = object;
    this.format = format;
    this.watch = watch;
    this.complete = complete;
    this.head = new Row<>(complete ? format.emptyHead() : null, 0, null);
  }

  /** A table of which nothing is in memory. */
  public static <H, K extends Comparable<K>, V> MetadataTable<H, K, V> unread(
      String object, TableFormat<H, K, V> format) {
    return unread(object, format, RowWatch.none());
  }

  /** A table of which nothing is in memory, whose rows are watched. */
  public static <H, K extends Comparable<K>, V> MetadataTable<H, K, V> unread(
      String object, TableFormat<H, K, V> format, RowWatch<H, K, V> watch) {
    return new MetadataTable<>(object, format, false, watch);
  }

  /** A table whose object does not exist yet, so that it has no rows but those that are put. */
  public static <H, K extends Comparable<K>, V> MetadataTable<H, K, V> created(
      String object, TableFormat<H, K, V> format) {
    return created(object, format, RowWatch.none());
  }

  /** A table whose object does not exist yet, and whose rows are watched. */
  public static <H, K extends Comparable<K>, V> MetadataTable<H, K, V> created(
      String object, TableFormat<H, K, V> format, RowWatch<H, K, V> watch) {
    return new MetadataTable<>(object, format, true, watch);
  }

  /** Name of the object. */
  public String object() {
    return object;
  }

  /** The key of the object's entry for a row. */
  public String text(K key) {
    return format.text(key);
  }

  /** The row of an entry's key; throws {@link IllegalArgumentException} if it is none. */
  public K key(String text) {
    return format.key(text);
  }

  /** The version that the newest update made. */
  public long version() {
    return version;
  }

  /** The newest version that is known to be in the object, with all before it. */
  public long committed() {
    return committed;
  }

  /** Whether all rows are in memory. */
  public boolean isComplete() {
    return complete;
  }

  /** Number of rows in memory, those included that are known to be absent. */
  public int rowsInMemory() {
    return rows.size();
  }

  public boolean isDirty() {
    return !dirty.isEmpty() || head.segment != null;
  }

  // Reading

  /** What is known of a row. */
  public Found<V> find(K key) {
    Row<V> row = rows.get(key);
    if (row != null) {
      row.used = true;
    }
    if (row == null) {
      return complete ? new Found.Absent<>() : new Found.Unknown<>();
    }
    V value = row.value;
    return value == null ? new Found.Absent<>() : new Found.Present<>(value);
  }

  /** The value of a row in memory, without using it; null for others. */
  public @Nullable V peek(K key) {
    Row<V> row = rows.get(key);
    return row == null ? null : row.value;
  }

  /**
   * Rows with values in memory, in order. They are all that the range has if the table {@link
   * #isComplete}.
   *
   * @param after only rows behind this one; null for all
   * @param most most rows to give
   */
  public SortedMap<K, V> list(@Nullable K after, int most) {
    SortedMap<K, V> listed = new TreeMap<>();
    NavigableMap<K, Row<V>> rest = after == null ? rows : rows.tailMap(after, false);
    for (Map.Entry<K, Row<V>> each : rest.entrySet()) {
      V value = each.getValue().value;
      each.getValue().used = true;
      if (value != null) {
        listed.put(each.getKey(), value);
      }
      if (listed.size() == most) {
        break;
      }
    }
    return listed;
  }

  /** The head; null if it has to be read. */
  public @Nullable H head() {
    return head.value;
  }

  /** The attribute with the head was read; null if the object does not have it. */
  public void onHead(@Nullable Payload bytes) {
    Stored<H> stored =
        bytes == null ? new Stored<>(0, format.emptyHead()) : format.decodeHead(bytes);
    if (head.value == null) {
      head.value = stored.value();
      head.version = stored.version();
    } else if (head.replayed && stored.version() >= head.version) {
      clean(head);
    }
    raise(stored.version());
  }

  private void raise(long stored) {
    version = Math.max(version, stored);
  }

  /** The state that the answers of a read that begins now are compared with. */
  public Reading beginRead() {
    reads++;
    return new Reading(cleaned, evictions);
  }

  /** A read has ended, as often as one began. */
  public void endRead() {
    reads--;
    Invariant.check(reads >= 0, () -> "a read of " + object + " ends that did not begin");
  }

  /** Whether rows are being read. */
  public boolean isBeingRead() {
    return reads > 0;
  }

  /** Whether nothing is in memory that the object does not have, and no call is under way. */
  public boolean isIdle() {
    return rows.isEmpty() && !isDirty() && underWay == null && reads == 0;
  }

  /**
   * A row was read from the object; a row that was changed here stays as it is. False if the answer
   * is too old to say anything: the row may have become clean and been evicted since the read
   * began.
   *
   * @param bytes value of the entry; null if there is none
   */
  public boolean onRead(Reading reading, K key, @Nullable Payload bytes) {
    Stored<V> stored = bytes == null ? null : format.decode(bytes);
    if (stored != null) {
      raise(stored.version());
    }
    Row<V> row = rows.get(key);
    if (row != null) {
      if (row.replayed && isCommitted(row, stored)) {
        clean(key, row);
      }
      return true;
    }
    if (complete) {
      return true;
    }
    if (reading.cleaned() != cleaned && reading.evictions() != evictions) {
      return false;
    }
    if (stored == null) {
      rows.put(key, absent());
    } else {
      V value = format.shared(stored.value());
      rows.put(key, new Row<>(value, stored.version(), null));
      watch.onRow(key, null, value);
    }
    return true;
  }

  private static <V> Row<V> absent() {
    Row<V> row = new Row<>(null, 0, null);
    row.absent = true;
    return row;
  }

  /** Whether a change from before a failure is in the object already. */
  private boolean isCommitted(Row<V> row, @Nullable Stored<V> stored) {
    return stored == null ? row.value == null : stored.version() >= row.version;
  }

  /**
   * All rows of the object were read, by {@link #onRead}. False if rows were evicted since the read
   * began, so that some may be missing.
   */
  public boolean onAllRead(Reading reading) {
    complete |= reading.evictions() == evictions;
    return complete;
  }

  // Changing

  /**
   * Begins an update: rows that are put next belong to the version that this returns. The head must
   * be known.
   */
  public long nextVersion() {
    Invariant.check(head.value != null, () -> object + " is changed before its head is read");
    version++;
    return version;
  }

  /** Changes the head in the newest version. */
  public void putHead(H value, Segment segment) {
    H before = head.value;
    put(head, value, segment);
    watch.onHead(before, value, segment);
  }

  private <T> void put(Row<T> row, @Nullable T value, Segment segment) {
    if (row.segment != segment) {
      if (row.segment != null) {
        row.segment.remove(this);
      }
      row.segment = segment;
      segment.add(this);
    }
    row.value = value;
    row.version = version;
    row.replayed = false;
  }

  /** Changes the head as the journal says after a failure. */
  public void replayHead(H value, long ofVersion, Segment segment) {
    raise(ofVersion);
    putHead(value, segment);
    head.version = ofVersion;
    head.replayed = true;
  }

  /**
   * Changes a row as the journal says after a failure. The change may have been committed before.
   *
   * @param ofVersion the version that the update made
   */
  public void replay(K key, @Nullable V value, long ofVersion, Segment segment) {
    raise(ofVersion);
    Row<V> row = rows.computeIfAbsent(key, _ -> new Row<>(null, 0, null));
    row.absent = false;
    put(key, value, segment);
    row.version = ofVersion;
    row.replayed = true;
  }

  /**
   * Changes a row in the newest version. A row that is removed before it was ever committed leaves
   * no trace.
   *
   * @param changed the new value; null to remove the row
   * @param segment the segment that has the change
   */
  public void put(K key, @Nullable V changed, Segment segment) {
    V value = changed == null ? null : format.shared(changed);
    Row<V> row = rows.computeIfAbsent(key, _ -> complete ? absent() : new Row<>(null, 0, null));
    V before = row.value;
    if (row.segment == null) {
      dirty.put(key, row);
    }
    put(row, value, segment);
    if (value == null && row.absent) {
      clean(key, row);
    }
    watch.onRow(key, before, value);
    watch.onPut(key, before, value, segment);
  }

  /**
   * Mentions a row that was not changed, as the journal does with ancestors. It is ignored if the
   * row is in memory.
   */
  public void mention(K key, V mentioned, long ofVersion) {
    if (!rows.containsKey(key)) {
      V value = format.shared(mentioned);
      rows.put(key, new Row<>(value, ofVersion, null));
      watch.onRow(key, null, value);
    }
  }

  /**
   * Clean rows that were not used since this method looked at them last.
   *
   * @param looked number of rows that were looked at
   * @param keys of those that were not used
   * @param last the last row that was looked at; null if none are behind it
   */
  public record Unused<K>(int looked, List<K> keys, @Nullable K last) {}

  /**
   * Looks at rows, and forgets that they were used.
   *
   * @param after only rows behind this one; null for all
   * @param most most rows, at least 1
   */
  public Unused<K> unused(@Nullable K after, int most) {
    List<K> keys = new ArrayList<>();
    NavigableMap<K, Row<V>> rest = after == null ? rows : rows.tailMap(after, false);
    int looked = 0;
    K last = null;
    for (Map.Entry<K, Row<V>> each : rest.entrySet()) {
      if (looked == most) {
        return new Unused<>(looked, keys, last);
      }
      looked++;
      last = each.getKey();
      Row<V> row = each.getValue();
      if (row.segment == null && !row.used) {
        keys.add(last);
      }
      row.used = false;
    }
    return new Unused<>(looked, keys, null);
  }

  /** Drops a clean row from memory; false if it is dirty or not in memory. */
  public boolean evict(K key) {
    Row<V> row = rows.get(key);
    if (row == null || row.segment != null) {
      return false;
    }
    rows.remove(key);
    complete = false;
    evictions++;
    watch.onRow(key, row.value, null);
    return true;
  }

  /**
   * Drops everything: the object was removed, and nothing is committed to it any more. A commit
   * that is under way ends without effect.
   */
  public void drop() {
    for (Row<V> each : dirty.values()) {
      Invariant.present(each.segment, () -> "a dirty row without a segment").remove(this);
    }
    dirty.clear();
    Segment ofHead = head.segment;
    if (ofHead != null) {
      ofHead.remove(this);
      head.segment = null;
    }
    List<Map.Entry<K, Row<V>>> dropped = new ArrayList<>(rows.entrySet());
    rows.clear();
    for (Map.Entry<K, Row<V>> each : dropped) {
      V value = each.getValue().value;
      if (value != null) {
        watch.onRow(each.getKey(), value, null);
      }
    }
  }

  // Committing

  /**
   * Begins to commit dirty rows; {@link #onCommitted} or {@link #onFailed} ends it. Null if nothing
   * is dirty or a commit is under way.
   *
   * @param mostRows most rows in one commit, at least 1
   * @param mostBytes bytes of keys and values after which no further row is added
   */
  public @Nullable TableCommit commit(int mostRows, int mostBytes) {
    if (!isDirty() || underWay != null) {
      return null;
    }
    H ofHead = Invariant.present(head.value, () -> object + " was changed without its head");
    Map<K, Long> versions = new TreeMap<>();
    SortedMap<String, Payload> set = new TreeMap<>();
    List<String> removed = new ArrayList<>();
    long bytes = 0;
    for (Map.Entry<K, Row<V>> each : dirty.entrySet()) {
      if (versions.size() == mostRows || bytes >= mostBytes) {
        break;
      }
      Row<V> row = each.getValue();
      String text = format.text(each.getKey());
      bytes += text.length();
      V value = row.value;
      if (value == null) {
        removed.add(text);
      } else {
        Payload encoded = format.encode(new Stored<>(row.version, value));
        bytes += encoded.size();
        set.put(text, encoded);
        row.absent = false;
      }
      versions.put(each.getKey(), row.version);
    }
    underWay = versions;
    headUnderWay = head.version;
    committing = versions.size() == dirty.size() ? version : committed;
    return new TableCommit(object, set, removed, format.encodeHead(new Stored<>(version, ofHead)));
  }

  /** The commit under way is durable: its rows are clean unless they changed since. */
  public void onCommitted() {
    Map<K, Long> versions = endCommit();
    for (Map.Entry<K, Long> each : versions.entrySet()) {
      Row<V> row = dirty.get(each.getKey());
      if (row != null && row.version == each.getValue()) {
        clean(each.getKey(), row);
      }
    }
    if (head.segment != null && head.version == headUnderWay) {
      clean(head);
    }
    committed = Math.max(committed, committing);
  }

  /** The commit under way was not done: its rows stay dirty. */
  public void onFailed() {
    endCommit();
  }

  private Map<K, Long> endCommit() {
    Map<K, Long> versions =
        Invariant.present(underWay, () -> "no commit of " + object + " is under way");
    underWay = null;
    return versions;
  }

  private void clean(K key, Row<V> row) {
    clean(row);
    row.absent |= row.value == null;
    dirty.remove(key);
    if (row.value == null && complete) {
      rows.remove(key);
    }
  }

  private void clean(Row<?> row) {
    Segment segment = Invariant.present(row.segment, () -> "a clean row of " + object);
    segment.remove(this);
    row.segment = null;
    row.replayed = false;
    cleaned++;
  }
}
