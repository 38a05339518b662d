package io.pando.osd.pg.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.random.Random64;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row and an index hold what maps of the JDK hold that are told the same. */
class EntryRowTest {
  private static final int STEPS = 600;

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  private static LogEntry entry(Version version, int object) {
    return new LogEntry(
        version,
        Version.ZERO,
        new ObjectId(object, "o"),
        LogEntry.Kind.MODIFY,
        new RequestId(5, version.counter()),
        List.of());
  }

  private static Version any(Random64 random) {
    int counter = 1 + random.nextInt(300);
    return new Version(1 + counter / 50 + random.nextInt(2), counter);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowIsAMapInTheOrderOfVersions(long seed) {
    Random64 random = new Random64(seed);
    EntryRow row = new EntryRow();
    NavigableMap<Version, LogEntry> map = new TreeMap<>();
    Version newest = Version.ZERO;
    for (int step = 0; step < STEPS; step++) {
      Version version = any(random);
      switch (random.nextInt(10)) {
        case 0 -> {
          row.cutAfter(version);
          map.tailMap(version, false).clear();
        }
        case 1, 2, 3 -> {
          if (!map.isEmpty()) {
            assertThat(row.removeOldest()).isEqualTo(map.pollFirstEntry().getValue());
          }
        }
        case 4, 5, 6, 7 -> {
          newest = newest.next(newest.epoch() + random.nextInt(2));
          assertThat(row.put(entry(newest, 1)))
              .isEqualTo(map.putIfAbsent(newest, entry(newest, 1)) == null);
        }
        default ->
            assertThat(row.put(entry(version, 2)))
                .isEqualTo(map.putIfAbsent(version, entry(version, 2)) == null);
      }
      assertThat(row).containsExactlyElementsOf(map.values());
      assertThat(row.has(version)).isEqualTo(map.containsKey(version));
      assertThat(row.after(version))
          .containsExactlyElementsOf(map.tailMap(version, false).values());
      assertThat(row.upTo(version)).containsExactlyElementsOf(map.headMap(version, true).values());
      Map.Entry<Version, LogEntry> floor = map.floorEntry(version);
      assertThat(row.newestUpTo(version)).isEqualTo(floor == null ? null : floor.getValue());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void indexIsAMapByKey(long seed) {
    Random64 random = new Random64(seed);
    EntryIndex index = new EntryIndex(LogEntry::object);
    Map<ObjectId, LogEntry> map = new TreeMap<>();
    // Hashes that crowd in one place of the table, and others
    int spread = random.oneIn(2) ? 1 : 0x1000_0000;
    for (int step = 0; step < STEPS; step++) {
      LogEntry entry = entry(any(random), random.nextInt(1 + step / 4) * spread);
      if (random.oneIn(3)) {
        index.remove(entry);
        map.computeIfPresent(
            entry.object(), (_, known) -> known.version().equals(entry.version()) ? null : known);
        LogEntry known = map.remove(entry.object());
        if (known != null) {
          index.remove(known);
        }
      } else {
        index.put(entry);
        map.put(entry.object(), entry);
      }
      for (int object = 0; object <= step / 4; object++) {
        ObjectId id = new ObjectId(object * spread, "o");
        assertThat(index.get(id)).isEqualTo(map.get(id));
      }
    }
    index.clear();
    map.keySet().forEach(id -> assertThat(index.get(id)).isNull());
  }
}
