package io.pando.osd.pg.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.GroupTree;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.group.IndexEntry;
import io.pando.group.IndexPlace;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An index answers what changed, whatever was trimmed, forgotten, rewritten or read again. */
class VersionIndexTest {
  private static final CollectionId COLLECTION = CollectionId.of(new PgId(new PoolId(1), 0));
  private static final int OBJECTS = 120;

  static LongStream seeds() {
    return LongStream.range(0, 80);
  }

  private final NavigableMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
  private final Deque<Runnable> reads = new ArrayDeque<>();
  private final NavigableMap<Version, LogEntry> history = new TreeMap<>();
  private final NavigableMap<ObjectId, LogEntry> newest = new TreeMap<>();
  private GroupLog log = new GroupLog(Version.ZERO);
  private VersionIndex index = open(StoredIndex.since(Version.ZERO));
  private IndexRewrite rewrite = rewrite();

  @BeforeEach
  void create() {
    List<StoreOp> ops = new ArrayList<>();
    index.startOver(Version.ZERO, ops);
    apply(ops);
  }

  private VersionIndex open(StoredIndex stored) {
    return new VersionIndex(COLLECTION, stored, log.kept(), log.tail(), 7);
  }

  private IndexRewrite rewrite() {
    PositionRange range = GroupTree.range(0, 1);
    ReplicaTree tree = new ReplicaTree(COLLECTION, StoredTree.empty(range), List.of(), 5);
    return new IndexRewrite(index, tree, new Desk(), this::apply);
  }

  private final class Desk implements PageSource {
    @Override
    public void read(String from, String to, Consumer<SortedMap<String, Payload>> then) {
      SortedMap<String, Payload> found = new TreeMap<>(meta.subMap(from, to));
      reads.addLast(() -> then.accept(found));
    }
  }

  private void apply(List<StoreOp> ops) {
    for (StoreOp op : ops) {
      switch (op) {
        case StoreOp.PutMeta put -> meta.putAll(put.entries());
        case StoreOp.RemoveMeta remove ->
            meta.subMap(remove.from(), remove.to() == null ? "\uFFFF" : remove.to()).clear();
        default -> throw new AssertionError("not a step of an index: " + op);
      }
    }
  }

  /** What is not trimmed may be given up. */
  private void rewind(Random64 random) {
    List<LogEntry> entries = log.entries();
    if (entries.isEmpty()) {
      return;
    }
    Version to = entries.get(random.nextInt(entries.size())).version();
    log.rewind(to);
    history.tailMap(to, false).clear();
    newest.clear();
    history.values().forEach(entry -> newest.put(entry.object(), entry));
  }

  private void update(Random64 random, long epoch) {
    update(random.nextInt(OBJECTS), epoch, random.oneIn(4));
  }

  private void update(int number, long epoch, boolean removes) {
    ObjectId object = new ObjectId(number * 77_777, "o");
    LogEntry before = newest.get(object);
    boolean existed = before != null && before.kind() == LogEntry.Kind.MODIFY;
    Version version = log.head().next(epoch);
    LogEntry entry =
        new LogEntry(
            version,
            existed && before != null ? before.version() : Version.ZERO,
            object,
            existed && removes ? LogEntry.Kind.DELETE : LogEntry.Kind.MODIFY,
            new RequestId(3, version.counter()),
            List.of());
    log.append(entry);
    history.put(version, entry);
    newest.put(object, entry);
  }

  private void trim(Random64 random) {
    List<LogEntry> entries = log.entries();
    if (entries.isEmpty()) {
      return;
    }
    Version to = entries.get(random.nextInt(entries.size())).version();
    index.onTrimmed(log.trim(to), to);
    Version forgotten = random.nextBoolean() ? log.forget(1 + random.nextInt(30), 1 << 20) : null;
    List<StoreOp> ops = new ArrayList<>();
    index.addWrites(forgotten, ops);
    apply(ops);
  }

  private void restart() {
    reads.clear();
    log = GroupLog.of(log.tail(), log.rememberedSince(), log.kept());
    index = open(StoredIndex.parse(log.tail(), meta));
    rewrite = rewrite();
  }

  private void answerReads() {
    while (!reads.isEmpty()) {
      reads.removeFirst().run();
    }
  }

  private void checkAnswer(Version after) {
    SortedMap<ObjectId, IndexEntry> told = told(after);
    newest.forEach((object, entry) -> {
      Version version = entry.version();
      if (version.isAfter(after) && !version.isAfter(log.tail())) {
        assertThat(told.remove(object)).isEqualTo(IndexEntry.of(entry));
      }
    });
    assertThat(told.keySet()).as("what was told besides").allMatch(this::isInLog);
  }

  /** What changed after a version, as the index answers it. */
  private SortedMap<ObjectId, IndexEntry> told(Version after) {
    List<Optional<List<IndexEntry>>> answers = new ArrayList<>();
    IndexQuery.ask(index, after, new Desk(), answers::add);
    answerReads();
    assertThat(answers).hasSize(1);
    SortedMap<ObjectId, IndexEntry> told = new TreeMap<>();
    answers.getFirst().orElseThrow().forEach(entry -> told.put(entry.object(), entry));
    return told;
  }

  private boolean isInLog(ObjectId object) {
    return log.newestOf(object).isPresent();
  }

  private @Nullable Version any(Random64 random) {
    Version from = index.since();
    List<Version> known = history.subMap(from, false, index.to(), true).keySet().stream().toList();
    return known.isEmpty() ? null : known.get(random.nextInt(known.size()));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void tellsTheNewestUpdateOfEveryObject(long seed) {
    Random64 random = new Random64(seed);
    long epoch = 1;
    for (int step = 0; step < 3_000; step++) {
      epoch += random.oneIn(40) ? 1 + random.nextInt(3) : 0;
      switch (random.nextInt(24)) {
        case 0 -> trim(random);
        case 1 -> {
          if (random.oneIn(8)) {
            restart();
          } else if (random.oneIn(8)) {
            rewind(random);
            epoch++;
          }
        }
        case 2 -> rewrite.onTick(newest.size(), random.nextBoolean());
        case 3 -> {
          if (!reads.isEmpty()) {
            reads.removeFirst().run();
          }
        }
        case 4 -> {
          Version after = any(random);
          if (random.oneIn(6) && after != null) {
            answerReads();
            checkAnswer(after);
          }
        }
        default -> update(random, epoch);
      }
    }
    answerReads();
    checkAnswer(index.since());
    assertThat(index.size()).isLessThan(8L * OBJECTS);
    checkNothingIsLeftBehind();
  }

  /** After a rewrite there are no pages but those of the directory. */
  private void checkNothingIsLeftBehind() {
    List<StoreOp> ops = new ArrayList<>();
    index.replace(index.pagesAfter(Version.ZERO), index.pagesAfter(Version.ZERO).size(), null, ops);
    apply(ops);
    assertThat(ops)
        .as("removes pages side by side")
        .noneMatch(op -> op instanceof StoreOp.RemoveMeta it && it.from().equals(it.to()));
    assertThat(meta.subMap("index/page/", "index/page0"))
        .hasSize(index.pagesAfter(Version.ZERO).size());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void knowsWhichVersionsWereGiven(long seed) {
    Random64 random = new Random64(seed);
    long epoch = 1;
    for (int step = 0; step < 600; step++) {
      epoch += random.oneIn(20) ? 1 + random.nextInt(3) : 0;
      update(random, epoch);
      if (random.oneIn(50)) {
        trim(random);
      }
      if (random.oneIn(90)) {
        restart();
      }
    }
    Version tail = log.tail();
    for (Version version : history.headMap(tail, true).keySet()) {
      assertThat(index.common(version)).contains(version);
      Version astray = new Version(version.epoch(), version.counter() + random.nextInt(9));
      if (!astray.isAfter(tail)) {
        assertThat(index.common(astray)).contains(history.floorKey(astray));
      }
      // A history in which this is a version differs before it already.
      Version other = new Version(version.epoch() + 1, version.counter());
      assertThat(index.common(other)).isEmpty();
    }
    List<StoreOp> ops = new ArrayList<>();
    index.startOver(tail, ops);
    assertThat(index.common(tail)).contains(tail);
    assertThat(index.common(history.lowerKey(tail))).isEmpty();
  }

  @Test
  void doesNotKnowVersionsOfEpochsItHasForgotten() {
    Random64 random = new Random64(1);
    for (long epoch = 1; epoch <= 1_100; epoch++) {
      update(random, 2 * epoch);
      update(random, 2 * epoch);
    }
    index.onTrimmed(log.trim(log.head()), log.head());
    assertThat(index.stored().head().counters().firstKey()).as("oldest epoch").isEqualTo(154);
    assertThat(at(153)).as("its first update").isEqualTo(new Version(154, 153));
    for (Version version : history.keySet()) {
      Version last = at(152);
      if (version.isAfter(last) || version.equals(last)) {
        assertThat(index.common(version)).contains(version);
        checkAnswer(version);
      } else {
        assertThat(index.common(version)).isEmpty();
      }
    }
    assertThat(index.common(new Version(154, 152))).as("never of that epoch").isEmpty();
    assertThat(index.common(new Version(154, 17))).as("never of that epoch").isEmpty();
    assertThat(index.common(new Version(155, 153))).as("follows another one").isEmpty();
    assertThat(index.common(new Version(155, 155))).contains(at(154));
    List<StoreOp> ops = new ArrayList<>();
    index.addWrites(log.head(), ops);
    apply(ops);
    restart();
    assertThat(index.common(new Version(154, 17))).as("after a restart").isEmpty();
    assertThat(index.common(new Version(10, 9))).as("after a restart").isEmpty();
  }

  /** What changed no object is in no page, but its version was given. */
  @Test
  void writesTheHeadAloneWhenTheLogForgetsWhatChangedNoObject() {
    for (int i = 0; i < 3; i++) {
      log.append(LogEntry.elsewhere(log.head().next(2)));
    }
    Version end = log.head();
    index.onTrimmed(log.trim(end), end);
    List<StoreOp> ops = new ArrayList<>();
    index.addWrites(null, ops);
    index.addWrites(Version.ZERO, ops);
    assertThat(ops).as("the log remembers it").isEmpty();
    index.addWrites(new Version(2, 1), ops);
    apply(ops);
    assertThat(ops).hasSize(1);
    assertThat(meta.keySet()).containsExactly(MetaKeys.INDEX_HEAD);
    assertThat(index.size()).isZero();
    log = GroupLog.of(end, end, List.of());
    VersionIndex reopened = open(StoredIndex.parse(end, meta));
    assertThat(reopened.to()).isEqualTo(end);
    assertThat(reopened.common(new Version(2, 9))).contains(end);
    index.addWrites(end, ops);
    assertThat(ops).as("it is written").hasSize(1);
  }

  @Test
  void writesAPageWhenItIsFullOrTheLogForgets() {
    List<StoreOp> ops = new ArrayList<>();
    for (int objects = 1; objects < index.pageEntries(); objects++) {
      update(objects, 1, false);
      index.onTrimmed(log.trim(log.head()), log.head());
      index.addWrites(null, ops);
      index.addWrites(Version.ZERO, ops);
    }
    assertThat(ops).as("less than a page, and the log remembers it").isEmpty();
    update(99, 1, false);
    index.onTrimmed(log.trim(log.head()), log.head());
    index.addWrites(null, ops);
    assertThat(ops).as("a full page").hasSize(1);
    assertThat(index.recent()).isEmpty();
    update(1, 1, false);
    index.onTrimmed(log.trim(log.head()), log.head());
    index.addWrites(at(log.head().counter() - 1), ops);
    assertThat(ops).as("what the log forgets is in a page").hasSize(1);
    index.addWrites(log.head(), ops);
    assertThat(ops).as("the log forgets").hasSize(2);
    assertThat(index.pagesAfter(Version.ZERO))
        .extracting(IndexPlace::entries)
        .containsExactly(7, 1);
  }

  private static IndexEntry change(int object, long epoch, long counter) {
    return new IndexEntry(new Version(epoch, counter), new ObjectId(object, "o"), true);
  }

  private static SortedMap<Long, Long> counters(long epoch, long counter) {
    SortedMap<Long, Long> counters = new TreeMap<>();
    counters.put(epoch, counter);
    return counters;
  }

  /** Updates 1'3 and later that are here are given up; 2'3 and 2'4 took their place. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void goesOnAsAnotherOneDoes(boolean restarts) {
    IndexEntry kept = change(1, 1, 1);
    IndexEntry replaced = change(2, 1, 2);
    IndexEntry newer = change(2, 2, 3);
    IndexEntry other = change(3, 2, 4);
    Version common = replaced.version();
    Version end = other.version();
    List<StoreOp> ops = new ArrayList<>();
    index.continueAs(
        new GroupLog.Trimmed(List.of(kept, replaced), counters(1, 2)),
        common,
        List.of(newer, other),
        counters(2, 4),
        end,
        ops);
    assertThat(ops).as("all is written at once").hasSize(1);
    index.addWrites(end, ops);
    assertThat(ops).as("nothing is left to write").hasSize(1);
    apply(ops);
    if (restarts) {
      log = new GroupLog(end);
      index = open(StoredIndex.parse(end, meta));
    }
    assertThat(index.recent()).isEmpty();
    assertThat(index.to()).isEqualTo(end);
    assertThat(told(Version.ZERO).values()).containsExactlyInAnyOrder(kept, newer, other);
    assertThat(told(kept.version()).values()).containsExactlyInAnyOrder(newer, other);
    assertThat(told(newer.version()).values()).containsExactly(other);
    assertThat(index.common(new Version(1, 9))).as("given up here").contains(common);
    assertThat(index.common(new Version(2, 3))).contains(newer.version());
    assertThat(index.common(new Version(2, 9))).contains(end);
  }

  /** The version of the history that has this counter. */
  private Version at(long counter) {
    return history.keySet().stream()
        .filter(version -> version.counter() == counter)
        .findFirst()
        .orElseThrow();
  }
}
