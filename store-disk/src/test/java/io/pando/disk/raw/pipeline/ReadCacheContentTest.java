package io.pando.disk.raw.pipeline;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.PositionRange;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.random.Random64;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import io.pando.store.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cached contents, their counted size, and their eviction. */
class ReadCacheContentTest {
  private static final CollectionId HERE = CollectionId.DAEMON;
  private static final CollectionId OTHER = CollectionId.of(new PgId(new PoolId(3), 1));
  private static final ObjectId A = new ObjectId(1, "a");
  private static final ObjectId B = new ObjectId(2, "b");
  private static final int BLOCK = BLOCK_BYTES + 100;
  private static final int OWN = 500;

  private byte[] bytes = bytes(5 * BLOCK_BYTES + 100);
  private final SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
  private ReadCache cache = new ReadCache(1 << 20);

  @AfterEach
  void invariantsHold() {
    cache.invariants();
    cache.thoroughInvariants();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random64(length).nextBytes(bytes);
    return bytes;
  }

  private static ObjectQuery query(ByteRange... ranges) {
    return new ObjectQuery(List.of(ranges), List.of(), false);
  }

  private Payload slice(long from, long length) {
    int start = (int) Math.min(from, bytes.length);
    int end = (int) Math.min(from + length, bytes.length);
    return Payload.wrap(Arrays.copyOfRange(bytes, start, end));
  }

  private ReadOutcome answer(ObjectQuery query) {
    List<Payload> data = new ArrayList<>();
    for (ByteRange range : query.data()) {
      data.add(slice(range.offset(), range.length()));
    }
    return new ReadOutcome.Found(
        new ObjectView(bytes.length, new TreeMap<>(attributes), data, List.of(), List.of()));
  }

  private void keep(ObjectId object, ByteRange... ranges) {
    ObjectQuery query = query(ranges);
    cache.end(cache.begin(HERE, object), query, answer(query));
  }

  private void submit(StoreOp... ops) {
    cache.onSubmitted(Transaction.of(ops));
  }

  private void assertHas(ObjectId object, long from, long length) {
    ObjectQuery query = query(new ByteRange(from, length));
    assertThat(cache.read(HERE, object, query)).isEqualTo(answer(query));
  }

  private void assertLacks(ObjectId object, long from, long length) {
    assertThat(cache.read(HERE, object, query(new ByteRange(from, length)))).isNull();
  }

  /** Only complete blocks are kept; the object's last block may be short. */
  @ParameterizedTest
  @CsvSource({
    "0,4096,0,1",
    "0,4095,0,0",
    "1,4096,0,0",
    "1,8191,1,2",
    "1,8190,0,0",
    "0,8192,0,2",
    "4096,8192,1,3",
    "4097,8192,2,3",
    "20480,100,5,6",
    "20480,99,0,0",
    "20479,101,5,6",
    "20480,5000,5,6",
    "0,20580,0,6",
    "0,20579,0,5",
    "20580,10,0,0",
    "30000,10,0,0"
  })
  void keepsWholeBlocks(int offset, int length, int first, int end) {
    keep(A, new ByteRange(offset, length));
    for (int block = 0; block < 6; block++) {
      if (block >= first && block < end) {
        assertHas(A, block * 4096L, 4096);
        assertHas(A, block * 4096L + 3, 5);
        assertHas(A, block * 4096L + 99, 1);
      } else {
        assertLacks(A, block * 4096L, 4096);
        assertLacks(A, block * 4096L + 99, 1);
      }
    }
    assertThat(cache.usedBytes()).isEqualTo(OWN + (end - first) * (long) BLOCK);
    if (end > first) {
      assertHas(A, first * 4096L, (end - first) * 4096L);
      assertHas(A, first * 4096L + 5, (end - first) * 4096L - 7);
      assertHas(A, first * 4096L + 5, 2);
    }
    if (first > 0) {
      assertLacks(A, first * 4096L - 1, 2);
    }
    if (end < 6) {
      assertLacks(A, Math.max(0, end * 4096L - 1), 2);
    }
    assertHas(A, bytes.length, 10);
    assertHas(A, bytes.length + 1, 10);
    assertThat(cache.read(HERE, B, query())).isNull();
    assertThat(cache.read(HERE, A, query())).isEqualTo(answer(query()));
  }

  @Test
  void partsAreAddedToWhatIsThere() {
    attributes.put("ab", Payload.utf8("123"));
    keep(A, new ByteRange(0, 4096), new ByteRange(8192, 4096));
    keep(A, new ByteRange(4096, 4096), new ByteRange(0, 4096));
    assertHas(A, 0, 3 * 4096);
    assertThat(cache.usedBytes()).isEqualTo(OWN + 3L * BLOCK + 100 + 2 + 3);
  }

  @Test
  void longAnswersAreNotKept() {
    bytes = bytes(20 * 4096);
    keep(A, new ByteRange(0, 65_537));
    assertThat(cache.usedBytes()).isZero();
    keep(A, new ByteRange(0, 65_536));
    assertThat(cache.usedBytes()).isEqualTo(OWN + 16L * BLOCK);
  }

  @Test
  void otherQuestionsAreNotAnswered() {
    keep(A, new ByteRange(0, 4096));
    ObjectQuery.Page page = new ObjectQuery.Page(null, "", 1, 1);
    ObjectQuery maps = new ObjectQuery(List.of(), List.of(page), false);
    ObjectQuery allocated = new ObjectQuery(List.of(), List.of(), true);
    assertThat(cache.read(HERE, A, maps)).isNull();
    assertThat(cache.read(HERE, A, allocated)).isNull();
    cache.end(cache.begin(HERE, B), allocated, answer(query()));
    cache.end(cache.begin(HERE, B), maps, answer(query()));
    cache.end(cache.begin(HERE, B), query(), new ReadOutcome.Absent());
    assertThat(cache.read(HERE, B, query())).isNull();
    assertThat(cache.usedBytes()).isEqualTo(OWN + BLOCK);
  }

  @Test
  void theStoreSeesWhetherWhatAnAmendmentLeavesIsSound() {
    keep(A, new ByteRange(0, 4096));
    for (long[] amended : new long[][] {{0, 4096, 1}, {1, 4096, 0}, {0, 4095, 0}, {-1, 1, 0}}) {
      ObjectQuery query =
          new ObjectQuery(
              List.of(),
              List.of(),
              false,
              List.of(
                  new ObjectQuery.Amendment(4096, 4096),
                  new ObjectQuery.Amendment(amended[0], amended[1])));
      assertThat(cache.read(HERE, A, query) != null).isEqualTo(amended[2] == 1);
    }
  }

  @Test
  void theLeastRecentlyUsedGoFirst() {
    cache = new ReadCache(3L * (OWN + BLOCK));
    ObjectId c = new ObjectId(3, "c");
    keep(A, new ByteRange(0, 4096));
    keep(B, new ByteRange(0, 4096));
    keep(c, new ByteRange(0, 4096));
    assertHas(A, 0, 4096);
    assertThat(cache.usedBytes()).isEqualTo(3L * (OWN + BLOCK));
    keep(new ObjectId(4, "d"), new ByteRange(0, 4096));
    assertLacks(B, 0, 1);
    assertHas(c, 0, 4096);
    assertHas(A, 0, 4096);
    assertThat(cache.usedBytes()).isEqualTo(3L * (OWN + BLOCK));
    submit(new StoreOp.Write(HERE, A, 4096, slice(4096, 4096)));
    assertLacks(new ObjectId(4, "d"), 0, 1);
    assertHas(A, 0, 8192);
    assertThat(cache.usedBytes()).isEqualTo(2L * OWN + 3L * BLOCK);
  }

  @ParameterizedTest
  @CsvSource({
    "0,4096",
    "1,4095",
    "1,4096",
    "4000,200",
    "4096,1",
    "8191,2",
    "8193,10",
    "4096,4095",
    "0,12288",
    "5,12000",
    "12288,4096",
    "12200,200",
    "20000,580",
    "20480,100",
    "20480,99",
    "20480,200",
    "20500,4000",
    "25000,10",
    "24576,4096",
    "28672,1"
  })
  void whatIsWrittenIsSeen(int offset, int length) {
    keep(A, new ByteRange(0, 12_288), new ByteRange(20_480, 100));
    byte[] written = bytes(length);
    int end = Math.max(bytes.length, offset + length);
    bytes = Arrays.copyOf(bytes, end);
    System.arraycopy(written, 0, bytes, offset, length);
    submit(new StoreOp.Write(HERE, A, offset, Payload.wrap(written)));
    int kept = 0;
    for (long block = 0; block * 4096 < bytes.length; block++) {
      long from = block * 4096;
      boolean known = block < 3 || block == 5;
      boolean whole =
          offset <= from && (offset + length >= from + 4096 || offset + length >= bytes.length);
      boolean touched = offset < from + 4096 && offset + length > from;
      if (known || (whole && touched)) {
        assertHas(A, from, 4096);
        kept++;
      } else {
        assertLacks(A, from, 4096);
      }
    }
    assertThat(cache.usedBytes()).isEqualTo(OWN + kept * (long) BLOCK);
    submit(new StoreOp.Write(HERE, A, 100_000, Payload.EMPTY));
    assertThat(cache.read(HERE, A, query())).isEqualTo(answer(query()));
  }

  @Test
  void attributesAreChangedAlong() {
    attributes.put("a", Payload.utf8("1"));
    attributes.put("c", Payload.utf8("4"));
    keep(A, new ByteRange(0, 4096));
    SortedMap<String, Payload> more = new TreeMap<>(Utf8Order.INSTANCE);
    more.put("a", Payload.utf8("2"));
    more.put("b", Payload.utf8("3"));
    submit(new StoreOp.PutAttributes(HERE, A, more), new StoreOp.Touch(HERE, A));
    attributes.putAll(more);
    assertHas(A, 0, 4096);
  }

  static Stream<StoreOp> keeping() {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    entries.put("k", Payload.utf8("v"));
    return Stream.of(
        new StoreOp.Touch(HERE, A),
        new StoreOp.PutMap(HERE, A, entries),
        new StoreOp.RemoveMapKeys(HERE, A, List.of("k")),
        new StoreOp.RemoveMapRange(HERE, A, "", null));
  }

  @ParameterizedTest
  @MethodSource("keeping")
  void whatChangesNeitherBytesNorAttributesLeavesAnObject(StoreOp op) {
    keep(A, new ByteRange(0, 4096));
    submit(op);
    assertHas(A, 0, 4096);
    assertThat(cache.usedBytes()).isEqualTo(OWN + BLOCK);
  }

  static Stream<StoreOp> dropping() {
    return Stream.of(
        new StoreOp.Remove(HERE, A),
        new StoreOp.Truncate(HERE, A, 5),
        new StoreOp.Zero(HERE, A, new ByteRange(0, 1)),
        new StoreOp.RemoveAttributes(HERE, A, List.of("a")),
        new StoreOp.Clone(HERE, A, new StoreOp.Origin(HERE, B)));
  }

  @ParameterizedTest
  @MethodSource("dropping")
  void whatIsMoreThanAFewLinesDropsAnObject(StoreOp op) {
    keep(A, new ByteRange(0, 4096));
    keep(B, new ByteRange(0, 4096));
    submit(op);
    assertLacks(A, 0, 1);
    assertHas(B, 0, 4096);
    assertThat(cache.usedBytes()).isEqualTo(OWN + BLOCK);
  }

  static Stream<StoreOp> clearing() {
    return Stream.of(
        new StoreOp.RemoveCollection(HERE),
        new StoreOp.MoveObjects(HERE, OTHER, PositionRange.ALL));
  }

  @ParameterizedTest
  @MethodSource("clearing")
  void aCollectionThatGoesTakesEverythingWithIt(StoreOp op) {
    keep(A, new ByteRange(0, 4096));
    ReadCache.Fill fill = cache.begin(HERE, B);
    submit(op);
    assertThat(cache.usedBytes()).isZero();
    assertLacks(A, 0, 1);
    cache.end(fill, query(), answer(query()));
    assertThat(cache.read(HERE, B, query())).isNull();
  }

  @Test
  void recordsOfACollectionLeaveObjectsAlone() {
    keep(A, new ByteRange(0, 4096));
    ReadCache.Fill fill = cache.begin(HERE, B);
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    submit(
        new StoreOp.CreateCollection(HERE),
        new StoreOp.PutMeta(HERE, entries),
        new StoreOp.RemoveMeta(HERE, "", null));
    assertHas(A, 0, 4096);
    cache.end(fill, query(), answer(query()));
    assertThat(cache.read(HERE, B, query())).isEqualTo(answer(query()));
  }

  @Test
  void aTransactionThatWasRefusedLeavesNothingOfItself() {
    keep(A, new ByteRange(0, 4096));
    keep(B, new ByteRange(0, 4096));
    ReadCache.Fill fill = cache.begin(HERE, A);
    cache.onRefused(
        Transaction.of(
            new StoreOp.CreateCollection(HERE),
            new StoreOp.Touch(HERE, new ObjectId(3, "of which nothing is kept")),
            new StoreOp.Write(HERE, A, 0, slice(0, 1))));
    cache.end(fill, query(new ByteRange(0, 4096)), answer(query(new ByteRange(0, 4096))));
    assertLacks(A, 0, 1);
    assertHas(B, 0, 4096);
    assertThat(cache.usedBytes()).isEqualTo(OWN + BLOCK);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAnswerThatIsOldWhenItComesIsNotKept(boolean touched) {
    ReadCache.Fill first = cache.begin(HERE, A);
    ReadCache.Fill second = cache.begin(HERE, A);
    cache.end(second, query(), new ReadOutcome.Absent());
    submit(new StoreOp.Touch(HERE, touched ? A : B));
    ReadCache.Fill third = cache.begin(HERE, A);
    cache.end(first, query(), answer(query()));
    assertThat(cache.read(HERE, A, query()) == null).isEqualTo(touched);
    cache.end(third, query(), answer(query()));
    assertThat(cache.read(HERE, A, query())).isEqualTo(answer(query()));
  }
}
