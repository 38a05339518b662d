package io.pando.osd.pg.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.cluster.GroupTree;
import io.pando.collect.Utf8Order;
import io.pando.group.IndexEntry;
import io.pando.group.IndexPlace;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.log.MetaKeys;
import io.pando.osd.pg.tree.ReplicaTree;
import io.pando.osd.pg.tree.StoredTree;
import io.pando.store.CollectionId;
import io.pando.store.StoreOp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The version index is rewritten; pages have two entries, rewritten pages have eight. */
class IndexRewriteTest {
  private static final CollectionId COLLECTION = CollectionId.of(new PgId(new PoolId(1), 0));
  private static final int PAGE = 2;

  /** A page of entries that was asked for, and the answer. */
  private record Asked(String from, String to, Runnable answer) {}

  private final NavigableMap<String, Payload> meta = new TreeMap<>(Utf8Order.INSTANCE);
  private final Deque<Asked> reads = new ArrayDeque<>();
  private final VersionIndex index =
      new VersionIndex(COLLECTION, StoredIndex.since(Version.ZERO), List.of(), Version.ZERO, PAGE);
  private final ReplicaTree tree =
      new ReplicaTree(COLLECTION, StoredTree.empty(GroupTree.range(0, 1)), List.of(), 5);
  private final IndexRewrite rewrite = new IndexRewrite(index, tree, new Desk(), this::apply);
  private long counter;

  private final class Desk implements PageSource {
    @Override
    public void read(String from, String to, Consumer<SortedMap<String, Payload>> then) {
      SortedMap<String, Payload> found = new TreeMap<>(meta.subMap(from, to));
      reads.addLast(new Asked(from, to, () -> then.accept(found)));
    }
  }

  private void apply(List<StoreOp> ops) {
    for (StoreOp op : ops) {
      switch (op) {
        case StoreOp.PutMeta put -> meta.putAll(put.entries());
        case StoreOp.RemoveMeta remove ->
            meta.subMap(remove.from(), String.valueOf(remove.to())).clear();
        default -> throw new AssertionError("not a step of an index: " + op);
      }
    }
  }

  private static ObjectId object(int number) {
    return new ObjectId(number * 77_777, "o");
  }

  private IndexEntry entry(int number, boolean exists) {
    return new IndexEntry(new Version(1, ++counter), object(number), exists);
  }

  private void trim(IndexEntry... updates) {
    TreeMap<Long, Long> counters = new TreeMap<>();
    counters.put(1L, counter);
    index.onTrimmed(new GroupLog.Trimmed(List.of(updates), counters), new Version(1, counter));
    List<StoreOp> ops = new ArrayList<>();
    index.addWrites(null, ops);
    apply(ops);
  }

  /** Pages each of which says that these two objects exist. */
  private void pages(int count, int one, int other) {
    for (int i = 0; i < count; i++) {
      trim(entry(one, true), entry(other, true));
    }
  }

  private void answerAll() {
    while (!reads.isEmpty()) {
      reads.removeFirst().answer().run();
    }
  }

  private List<IndexEntry> told(Version after) {
    List<Optional<List<IndexEntry>>> answers = new ArrayList<>();
    IndexQuery.ask(index, after, new Desk(), answers::add);
    answerAll();
    assertThat(answers).hasSize(1);
    return answers.getFirst().orElseThrow();
  }

  private List<Long> numbers() {
    return index.pagesAfter(Version.ZERO).stream().map(IndexPlace::number).toList();
  }

  @Test
  void itBeginsWithMoreThanTwoEntriesForEachObjectAndSixteenPages() {
    pages(17, 1, 2);
    rewrite.onTick(1, true);
    assertThat(reads).as("34 entries: twice one object, and 32").isEmpty();
    trim(entry(1, true), entry(2, true));
    rewrite.onTick(2, true);
    assertThat(reads).as("36 entries: twice two objects, and 32").isEmpty();
    rewrite.onTick(1, true);
    assertThat(reads).isNotEmpty();
  }

  @Test
  void onePassIsUnderWayAtATimeAndEndsWithItsInterval() {
    pages(18, 1, 2);
    rewrite.onTick(1, true);
    assertThat(reads).hasSize(1);
    rewrite.onTick(1, true);
    assertThat(reads).as("one at a time").hasSize(1);
    reads.clear();
    rewrite.onReadsForgotten();
    rewrite.onTick(1, true);
    assertThat(reads).hasSize(1);
    answerAll();
    assertThat(index.size()).isEqualTo(2);
    rewrite.onTick(0, true);
    assertThat(reads).as("nothing to gain").isEmpty();
  }

  @Test
  void afterARewriteItHasToGrowByHalf() {
    for (int i = 1; i <= 50; i++) {
      trim(entry(2 * i, true), entry(2 * i + 1, true));
    }
    rewrite.onTick(0, true);
    answerAll();
    assertThat(index.size()).isEqualTo(100);
    for (int i = 0; i < 25; i++) {
      rewrite.onTick(0, true);
      assertThat(reads).isEmpty();
      trim(entry(1, true), entry(2, true));
    }
    rewrite.onTick(0, true);
    assertThat(reads).as("150 entries, 100 when it was rewritten").isEmpty();
    trim(entry(1, true), entry(2, true));
    rewrite.onTick(0, true);
    assertThat(reads).isNotEmpty();
  }

  /** The newest of each object are in new pages, in the order of versions; others are gone. */
  @Test
  void whatLaterEntriesReplacedGoes() {
    IndexEntry only = entry(9, true);
    IndexEntry gone = entry(8, false);
    trim(only, gone);
    pages(19, 1, 2);
    List<IndexEntry> newest = new ArrayList<>(List.of(only, gone));
    IndexEntry one = entry(1, true);
    IndexEntry two = entry(2, false);
    trim(one, two);
    newest.add(one);
    newest.add(two);
    trim(entry(7, true));
    rewrite.onTick(1, true);
    answerAll();
    assertThat(index.pagesAfter(Version.ZERO))
        .containsExactly(new IndexPlace(21, two.version(), 4));
    newest.add(new IndexEntry(new Version(1, counter), object(7), true));
    assertThat(told(Version.ZERO)).isEqualTo(newest);
    assertThat(meta.subMap("index/page/", "index/page0")).containsOnlyKeys(MetaKeys.indexPage(21));
    assertThat(index.since()).isEqualTo(Version.ZERO);
  }

  /** What is in no page yet is newer than all pages. */
  @Test
  void whatIsInNoPageYetReplacesEntriesOfPages() {
    pages(18, 1, 2);
    trim(entry(1, true));
    rewrite.onTick(1, true);
    answerAll();
    assertThat(index.pagesAfter(Version.ZERO)).hasSize(1);
    assertThat(index.pagesAfter(Version.ZERO).getFirst().entries()).isOne();
    assertThat(told(Version.ZERO)).hasSize(2);
  }

  @Test
  void newPagesAreFourTimesAsLargeAndKeepTheirOrder() {
    List<IndexEntry> all = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      IndexEntry one = entry(2 * i, true);
      IndexEntry other = entry(2 * i + 1, true);
      trim(one, other);
      all.addAll(List.of(one, other));
    }
    rewrite.onTick(0, true);
    Version before = new Version(1, counter);
    answerAll();
    assertThat(index.pagesAfter(Version.ZERO))
        .containsExactly(
            new IndexPlace(24, new Version(1, 8), 8),
            new IndexPlace(23, new Version(1, 16), 8),
            new IndexPlace(22, new Version(1, 24), 8),
            new IndexPlace(21, new Version(1, 32), 8),
            new IndexPlace(20, before, 8));
    assertThat(told(Version.ZERO)).isEqualTo(all);
    assertThat(told(new Version(1, 16))).isEqualTo(all.subList(16, 40));
    assertThat(told(new Version(1, 15))).isEqualTo(all.subList(15, 40));
  }

  /** Half as many tombstones as objects stay, and 1024 more: the newest ones. */
  @Test
  void theOldestTombstonesGoIfAllMembersHaveThem() {
    for (int i = 0; i < 1_026; i++) {
      trim(entry(i, false), entry(10_000 + i, true));
    }
    rewrite.onTick(2, false);
    answerAll();
    assertThat(index.size()).isEqualTo(2_052);
    assertThat(index.since()).isEqualTo(Version.ZERO);
    for (int i = 0; i < 520; i++) {
      trim(entry(20_000 + i, true), entry(30_000 + i, true));
    }
    rewrite.onTick(2, true);
    answerAll();
    assertThat(index.size()).as("1025 tombstones are left").isEqualTo(2_051 + 1_040);
    assertThat(index.since()).as("the one that went").isEqualTo(new Version(1, 1));
    assertThat(index.pagesAfter(Version.ZERO).getFirst().last()).isEqualTo(new Version(1, 4));
  }

  /** Counters of old epochs may be forgotten before entries of that time are. */
  @Test
  void anIndexNeverTellsOfMoreThanBefore() {
    Version since = new Version(3, 9);
    VersionIndex late =
        new VersionIndex(COLLECTION, StoredIndex.since(since), List.of(), since, PAGE);
    List<StoreOp> ops = new ArrayList<>();
    for (Version lost : Arrays.asList(new Version(3, 8), null, since)) {
      late.replace(List.of(), 0, lost, ops);
      assertThat(late.since()).isEqualTo(since);
    }
    late.replace(List.of(), 0, new Version(3, 10), ops);
    assertThat(late.since()).isEqualTo(new Version(3, 10));
  }

  @Test
  void pagesWithNumbersInARowAreReadTogether() {
    pages(35, 1, 2);
    List<Long> asked = new ArrayList<>();
    IndexQuery.ask(index, Version.ZERO, new Desk(), _ -> asked.add(-1L));
    List<String> ranges = new ArrayList<>();
    while (!reads.isEmpty()) {
      Asked next = reads.removeFirst();
      ranges.add(next.from() + " " + next.to());
      next.answer().run();
    }
    assertThat(asked).containsExactly(-1L);
    assertThat(ranges)
        .containsExactly(
            MetaKeys.indexPage(0) + " " + MetaKeys.indexPage(16),
            MetaKeys.indexPage(16) + " " + MetaKeys.indexPage(32),
            MetaKeys.indexPage(32) + " " + MetaKeys.indexPage(35));
  }

  /** A rewrite goes from the newest page to the oldest: no two are in a row. */
  @Test
  void pagesInAnotherOrderAreReadOneByOne() {
    pages(18, 1, 2);
    rewrite.onTick(1, true);
    List<String> ranges = new ArrayList<>();
    while (!reads.isEmpty()) {
      Asked next = reads.removeFirst();
      ranges.add(next.from() + " " + next.to());
      next.answer().run();
    }
    assertThat(ranges).hasSize(18);
    assertThat(ranges.getFirst()).isEqualTo(MetaKeys.indexPage(17) + " " + MetaKeys.indexPage(18));
    assertThat(ranges.getLast()).isEqualTo(MetaKeys.indexPage(0) + " " + MetaKeys.indexPage(1));
    assertThat(numbers()).containsExactly(18L);
  }

  @Test
  void aPageThatIsLostEndsTheIndex() {
    pages(18, 1, 2);
    List<Optional<List<IndexEntry>>> answers = new ArrayList<>();
    meta.remove(MetaKeys.indexPage(5));
    IndexQuery.ask(index, Version.ZERO, new Desk(), answers::add);
    answerAll();
    assertThat(answers).containsExactly(Optional.empty());
    meta.put(MetaKeys.indexPage(5), Payload.utf8("no page"));
    IndexQuery.ask(index, Version.ZERO, new Desk(), answers::add);
    answerAll();
    assertThat(answers).containsExactly(Optional.empty(), Optional.empty());
    rewrite.onTick(1, true);
    answerAll();
    assertThat(index.since()).isEqualTo(new Version(1, counter));
    assertThat(index.to()).isEqualTo(new Version(1, counter));
    assertThat(index.size()).isZero();
    assertThat(meta).containsOnlyKeys(MetaKeys.INDEX_HEAD);
    pages(18, 1, 2);
    rewrite.onTick(1, true);
    assertThat(reads).as("the pass that failed is over").hasSize(1);
  }
}
