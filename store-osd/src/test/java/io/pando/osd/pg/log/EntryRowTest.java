package io.pando.osd.pg.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
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
  private static final List<LogEntry.Kind> KINDS = List.of(LogEntry.Kind.values());

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

  private static KeptEntry kept(LogEntry entry) {
    return new KeptEntry(entry);
  }

  private static List<LogEntry> made(List<KeptEntry> kept) {
    return kept.stream().map(KeptEntry::entry).toList();
  }

  private static LogEntry anything(Random64 random) {
    String[] names = {"o", "a longer name", "ü and 語 and \uD83D\uDE00", "x".repeat(300)};
    List<OpResult> data = List.of(new OpResult.Data(Payload.wrap(new byte[random.nextInt(9)])));
    return new LogEntry(
        any(random),
        random.oneIn(3) ? Version.ZERO : any(random),
        new ObjectId((int) random.nextLong(), names[random.nextInt(names.length)]),
        KINDS.get(random.nextInt(KINDS.size())),
        new RequestId(random.nextLong(), random.nextLong()),
        random.oneIn(2) ? List.of(new OpResult.Done()) : data);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsKeptIsTheEntry(long seed) {
    Random64 random = new Random64(seed);
    LogEntry entry = anything(random);
    LogEntry other = random.oneIn(3) ? entry : anything(random);
    KeptEntry kept = kept(entry);
    assertThat(kept.entry()).isEqualTo(entry);
    assertThat(kept.version()).isEqualTo(entry.version());
    assertThat(kept.touchesObject()).isEqualTo(entry.touchesObject());
    assertThat(kept.hasRequest()).isEqualTo(entry.hasRequest());
    assertThat(kept.objectHash()).isEqualTo(entry.object().hashCode());
    assertThat(kept.requestHash()).isEqualTo(entry.request().hashCode());
    assertThat(kept.isAfter(other.version())).isEqualTo(entry.version().isAfter(other.version()));
    assertThat(kept.hasVersion(other.version())).isEqualTo(entry.version().equals(other.version()));
    assertThat(kept.hasVersionOf(kept(other))).isEqualTo(entry.version().equals(other.version()));
    assertThat(kept.isOf(other.object())).isEqualTo(entry.object().equals(other.object()));
    assertThat(kept.hasObjectOf(kept(other))).isEqualTo(entry.object().equals(other.object()));
    assertThat(kept.isOf(other.request())).isEqualTo(entry.request().equals(other.request()));
    assertThat(kept.hasRequestOf(kept(other))).isEqualTo(entry.request().equals(other.request()));
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
            assertThat(row.removeOldest().entry()).isEqualTo(map.pollFirstEntry().getValue());
          }
        }
        case 4, 5, 6, 7 -> {
          newest = newest.next(newest.epoch() + random.nextInt(2));
          assertThat(row.put(kept(entry(newest, 1))))
              .isEqualTo(map.putIfAbsent(newest, entry(newest, 1)) == null);
        }
        default ->
            assertThat(row.put(kept(entry(version, 2))))
                .isEqualTo(map.putIfAbsent(version, entry(version, 2)) == null);
      }
      assertThat(made(row)).containsExactlyElementsOf(map.values());
      assertThat(row.has(version)).isEqualTo(map.containsKey(version));
      assertThat(made(row.after(version)))
          .containsExactlyElementsOf(map.tailMap(version, false).values());
      assertThat(made(row.upTo(version)))
          .containsExactlyElementsOf(map.headMap(version, true).values());
      Map.Entry<Version, LogEntry> floor = map.floorEntry(version);
      KeptEntry newestUpTo = row.newestUpTo(version);
      assertThat(newestUpTo == null ? null : newestUpTo.entry())
          .isEqualTo(floor == null ? null : floor.getValue());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void indexIsAMapByKey(long seed) {
    Random64 random = new Random64(seed);
    EntryIndex<ObjectId> index = EntryIndex.byObject();
    Map<ObjectId, LogEntry> map = new TreeMap<>();
    // Hashes that crowd in one place of the table, and others
    int spread = random.oneIn(2) ? 1 : 0x1000_0000;
    for (int step = 0; step < STEPS; step++) {
      LogEntry entry = entry(any(random), random.nextInt(1 + step / 4) * spread);
      if (random.oneIn(3)) {
        index.remove(kept(entry));
        map.computeIfPresent(
            entry.object(), (_, known) -> known.version().equals(entry.version()) ? null : known);
        LogEntry known = map.remove(entry.object());
        if (known != null) {
          index.remove(kept(known));
        }
      } else {
        index.put(kept(entry));
        map.put(entry.object(), entry);
      }
      for (int object = 0; object <= step / 4; object++) {
        ObjectId id = new ObjectId(object * spread, "o");
        KeptEntry found = index.get(id);
        assertThat(found == null ? null : found.entry()).isEqualTo(map.get(id));
      }
    }
    index.clear();
    map.keySet().forEach(id -> assertThat(index.get(id)).isNull());
  }
}
