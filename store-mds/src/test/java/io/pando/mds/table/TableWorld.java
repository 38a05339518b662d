package io.pando.mds.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table with its object, a journal and crashes. What is asked of the object is done in the order
 * of asking; answers arrive in any order. The rows that there should be are known throughout.
 */
final class TableWorld {
  private static final int KEYS = 30;

  /** A record of the journal; null: the row was removed. */
  private record Change(long segment, int key, @Nullable String value, long version, long head) {}

  private final Random64 random;
  private final NavigableMap<Integer, String> expected = new TreeMap<>();
  private final NavigableMap<String, Payload> object = new TreeMap<>();
  private final List<Change> journal = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();

  /** Not done yet, in order; each gives its answer. */
  private final Deque<Request> asked = new ArrayDeque<>();

  private final List<Runnable> answers = new ArrayList<>();
  private @Nullable Payload head;
  private MetadataTable<Long, Integer, String> table =
      MetadataTable.created("table", new TextRows());
  private long records;
  private int cuts;

  /** Changes the object, and returns what the answer does in memory. */
  private interface Request {
    Runnable execute();
  }

  TableWorld(long seed) {
    this.random = new Random64(seed);
    segments.add(new Segment(1));
  }

  int cuts() {
    return cuts;
  }

  void step() {
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> change();
      case 4 -> read(random.nextInt(KEYS));
      case 5 -> readAll();
      case 6 -> commit();
      case 7 -> table.evict(random.nextInt(KEYS));
      case 8 -> segments.add(new Segment(records + 1));
      case 9 -> cut();
      case 10 -> {
        if (random.oneIn(8)) {
          crash();
        }
      }
      case 11, 12, 13 -> execute();
      default -> answer();
    }
    check();
  }

  private void change() {
    if (table.head() == null) {
      return;
    }
    int key = random.nextInt(KEYS);
    String value = random.oneIn(3) ? null : "value " + records;
    long version = table.nextVersion();
    Segment segment = segments.getLast();
    table.put(key, value, segment);
    records++;
    table.putHead(records, segment);
    journal.add(new Change(segment.first(), key, value, version, records));
    if (value == null) {
      expected.remove(key);
    } else {
      expected.put(key, value);
    }
  }

  private void read(int key) {
    MetadataTable.Reading reading = table.beginRead();
    String text = new TextRows().text(key);
    asked.addLast(() -> {
      Payload stored = object.get(text);
      return () -> table.onRead(reading, key, stored);
    });
  }

  private void readAll() {
    MetadataTable.Reading reading = table.beginRead();
    asked.addLast(() -> {
      Map<String, Payload> stored = new LinkedHashMap<>(object);
      return () -> {
        stored.forEach((key, bytes) -> table.onRead(reading, Integer.valueOf(key), bytes));
        table.onAllRead(reading);
      };
    });
  }

  private void commit() {
    TableCommit commit = table.commit(1 + random.nextInt(KEYS), 1 << 20);
    if (commit != null) {
      boolean fails = random.oneIn(10);
      asked.addLast(() -> {
        if (fails) {
          return () -> table.onFailed();
        }
        object.putAll(commit.rows());
        commit.removed().forEach(object::remove);
        head = commit.head();
        return () -> table.onCommitted();
      });
    }
  }

  private void cut() {
    while (segments.size() > 1 && segments.getFirst().isClean()) {
      segments.removeFirst();
      cuts++;
      long first = segments.getFirst().first();
      journal.removeIf(it -> it.segment() < first);
    }
  }

  private void execute() {
    if (!asked.isEmpty()) {
      answers.add(asked.removeFirst().execute());
    }
  }

  private void answer() {
    if (!answers.isEmpty()) {
      answers.remove(random.nextInt(answers.size())).run();
    }
  }

  /** Memory is lost, and some of what was asked for is still done. */
  private void crash() {
    for (int more = random.nextInt(3); more > 0 && !asked.isEmpty(); more--) {
      asked.removeFirst().execute();
    }
    asked.clear();
    answers.clear();
    table = MetadataTable.unread("table", new TextRows());
    List<Long> firsts = segments.stream().map(Segment::first).toList();
    segments.clear();
    for (long first : firsts) {
      Segment segment = new Segment(first);
      segments.add(segment);
      for (Change change : journal) {
        if (change.segment() == first) {
          table.replay(change.key(), change.value(), change.version(), segment);
          table.replayHead(change.head(), change.version(), segment);
        }
      }
    }
    readHead();
  }

  private void readHead() {
    asked.addLast(() -> {
      Payload stored = head;
      return () -> table.onHead(stored);
    });
  }

  private void check() {
    assertThat(table.committed()).isLessThanOrEqualTo(table.version());
    if (table.head() != null) {
      assertThat(table.head()).isEqualTo(records);
    }
    for (int key = 0; key < KEYS; key++) {
      String value = expected.get(key);
      switch (table.find(key)) {
        case Found.Present<String> it -> assertThat(it.value()).isEqualTo(value);
        case Found.Absent<String> _ -> assertThat(value).as("row %d", key).isNull();
        case Found.Unknown<String> _ -> assertThat(table.isComplete()).isFalse();
      }
    }
    if (table.isComplete()) {
      assertThat(table.list(null, KEYS)).isEqualTo(expected);
      assertThat(table.list(KEYS / 2, 3)).isEqualTo(first(expected.tailMap(KEYS / 2, false), 3));
    }
  }

  private static SortedMap<Integer, String> first(SortedMap<Integer, String> rows, int most) {
    SortedMap<Integer, String> some = new TreeMap<>();
    rows.forEach((key, value) -> {
      if (some.size() < most) {
        some.put(key, value);
      }
    });
    return some;
  }

  /** All is done and committed: the object has what it should, and nothing is in the journal. */
  void finish() {
    for (int i = 0; i < 1_000 && (table.isDirty() || !asked.isEmpty() || !answers.isEmpty()); i++) {
      commit();
      execute();
      answer();
    }
    segments.add(new Segment(records + 1));
    cut();
    check();
    assertThat(journal).isEmpty();
    assertThat(segments).hasSize(1);
    SortedMap<Integer, String> stored = new TreeMap<>();
    object.forEach(
        (key, bytes) -> stored.put(Integer.valueOf(key), new TextRows().decode(bytes).value()));
    assertThat(stored).isEqualTo(expected);
    if (head != null) {
      assertThat(new TextRows().decodeHead(head).value()).isEqualTo(records);
    }
    assertThat(table.committed()).isEqualTo(table.version());
  }
}
