package io.pando.osd.pg.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectQuery.Amendment;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The limits of a vector, to the byte, and the reads that it needs. */
class OpVectorTest {
  /** Every limit is another small number. */
  private static final OpLimits LIMITS =
      new OpLimits(
          4,
          100,
          new OpLimits.TransferLimits(50, 40),
          new AttributeLimits(9, 5, 8, 99),
          new OpLimits.EntryLimits(12, 6, 2, 7, 1_000),
          64);

  private static Payload bytes(int size) {
    return Payload.wrap(new byte[size]);
  }

  private static SortedMap<String, Payload> entries(String... keysWithOneByte) {
    SortedMap<String, Payload> entries = new TreeMap<>(Utf8Order.INSTANCE);
    Arrays.stream(keysWithOneByte).forEach(key -> entries.put(key, bytes(1)));
    return entries;
  }

  private static void allowed(ObjectOp... ops) {
    assertThat(new OpVector(List.of(ops)).refusal(LIMITS)).isEmpty();
  }

  private static void refused(OpError error, int index, String detail, ObjectOp... ops) {
    assertThat(new OpVector(List.of(ops)).refusal(LIMITS))
        .contains(new OpOutcome.Failed(error, index, detail));
  }

  @Test
  void hasAtLeastOneOperationAndAtMostSoMany() {
    ObjectOp stat = new ObjectOp.Stat();
    refused(OpError.INVALID, -1, "a vector must have an operation");
    allowed(stat, stat, stat, stat);
    refused(OpError.TOO_LARGE, -1, "5 operations; at most 4", stat, stat, stat, stat, stat);
  }

  @Test
  void asksBeforeItChanges() {
    ObjectOp create = new ObjectOp.Create(false);
    allowed(new ObjectOp.Stat(), new ObjectOp.AssertExists(), create, new ObjectOp.Truncate(1));
    String why = "queries and conditions must come before mutations";
    refused(OpError.INVALID, 1, why, create, new ObjectOp.Stat());
    refused(OpError.INVALID, 2, why, new ObjectOp.Stat(), create, new ObjectOp.AssertExists());
  }

  @Test
  void readsAndWritesSoManyBytesTogether() {
    String why = "a vector reads at most 50 and writes at most 40 bytes";
    ObjectOp half = new ObjectOp.Read(new ByteRange(7, 25));
    allowed(half, half);
    allowed(half, new ObjectOp.SparseRead(new ByteRange(0, 25)));
    refused(OpError.TOO_LARGE, 1, why, half, new ObjectOp.Read(new ByteRange(7, 26)));
    refused(OpError.TOO_LARGE, 1, why, half, new ObjectOp.SparseRead(new ByteRange(0, 26)));
    allowed(new ObjectOp.Append(bytes(20)), new ObjectOp.Write(3, bytes(20)));
    allowed(half, half, new ObjectOp.WriteFull(bytes(40)));
    refused(OpError.TOO_LARGE, 0, why, new ObjectOp.WriteFull(bytes(41)));
    refused(
        OpError.TOO_LARGE,
        1,
        why,
        new ObjectOp.Append(bytes(20)),
        new ObjectOp.Write(3, bytes(21)));
    refused(
        OpError.TOO_LARGE,
        1,
        why,
        new ObjectOp.WriteFull(bytes(36)),
        new ObjectOp.SetAttribute("a", bytes(5)));
    refused(
        OpError.TOO_LARGE,
        1,
        why,
        new ObjectOp.WriteFull(bytes(36)),
        new ObjectOp.SetEntries(entries("a", "bc")));
    allowed(new ObjectOp.WriteFull(bytes(35)), new ObjectOp.SetEntries(entries("a", "bc")));
  }

  @Test
  void anObjectHasAtMostSoManyBytes() {
    allowed(new ObjectOp.Write(0, bytes(1)), new ObjectOp.Write(90, bytes(10)));
    refused(
        OpError.TOO_LARGE,
        0,
        "object of 101 bytes; at most 100",
        new ObjectOp.Write(91, bytes(10)));
    refused(
        OpError.TOO_LARGE,
        0,
        "object of " + Long.MAX_VALUE + " bytes; at most 100",
        new ObjectOp.Write(Long.MAX_VALUE, bytes(10)));
    refused(OpError.INVALID, 0, "offset is negative: -1", new ObjectOp.Write(-1, bytes(1)));
    allowed(new ObjectOp.Truncate(0), new ObjectOp.Truncate(100));
    refused(OpError.TOO_LARGE, 0, "object of 101 bytes; at most 100", new ObjectOp.Truncate(101));
    refused(OpError.INVALID, 0, "size is negative: -1", new ObjectOp.Truncate(-1));
  }

  @Test
  void attributesHaveNamesOfSoManyBytes() {
    String empty = "the name of an attribute is empty";
    ObjectOp.Comparison equal = ObjectOp.Comparison.EQUAL;
    refused(OpError.INVALID, 0, empty, new ObjectOp.GetAttribute(""));
    refused(OpError.INVALID, 0, empty, new ObjectOp.CompareAttribute("", equal, bytes(1)));
    refused(OpError.INVALID, 0, empty, new ObjectOp.RemoveAttribute(""));
    refused(OpError.INVALID, 0, empty, new ObjectOp.SetAttribute("", bytes(1)));
    allowed(new ObjectOp.SetAttribute("abcde", bytes(3)));
    refused(
        OpError.TOO_LARGE,
        0,
        "name of an attribute of 6 bytes; at most 5",
        new ObjectOp.SetAttribute("äöü", bytes(1)));
    refused(
        OpError.TOO_LARGE,
        0,
        "attribute of 9 bytes; at most 8",
        new ObjectOp.SetAttribute("abcde", bytes(4)));
  }

  @Test
  void entriesAreSoManyAndSoLarge() {
    allowed(new ObjectOp.SetEntries(entries("abcdef", "b")));
    refused(
        OpError.TOO_LARGE,
        0,
        "3 keys in one operation; at most 2",
        new ObjectOp.SetEntries(entries("a", "b", "c")));
    refused(
        OpError.TOO_LARGE,
        0,
        "key of 7 bytes; at most 6",
        new ObjectOp.SetEntries(entries("a", "abcdefg")));
    SortedMap<String, Payload> large = entries("a");
    large.put("bcd", bytes(9));
    allowed(new ObjectOp.SetEntries(large));
    large.put("bcd", bytes(10));
    refused(OpError.TOO_LARGE, 0, "entry of 13 bytes; at most 12", new ObjectOp.SetEntries(large));
    String many = "3 keys in one operation; at most 2";
    allowed(new ObjectOp.GetEntries(List.of("a", "b")));
    refused(OpError.TOO_LARGE, 0, many, new ObjectOp.GetEntries(List.of("a", "b", "c")));
    allowed(new ObjectOp.RemoveEntries(List.of("a", "b")));
    refused(OpError.TOO_LARGE, 0, many, new ObjectOp.RemoveEntries(List.of("a", "b", "c")));
    allowed(new ObjectOp.ListEntries(null, "", 1));
    refused(OpError.INVALID, 0, "not a positive number: 0", new ObjectOp.ListEntries(null, "", 0));
  }

  @Test
  void aloneAReadAsksForNothingElse() {
    assertThat(new OpVector(List.of(new ObjectOp.Read(new ByteRange(3, 4)))).query(LIMITS))
        .isEqualTo(new ObjectQuery(List.of(new ByteRange(3, 4)), List.of(), false));
  }

  @Test
  void whatIsAskedIsReadInOrder() {
    OpVector vector =
        new OpVector(
            List.of(
                new ObjectOp.SparseRead(new ByteRange(1, 2)),
                new ObjectOp.Read(new ByteRange(3, 4)),
                new ObjectOp.GetEntries(List.of("b", "a")),
                new ObjectOp.ListEntries("x", "p", 100)));
    assertThat(vector.query(LIMITS))
        .isEqualTo(
            new ObjectQuery(
                List.of(new ByteRange(1, 2), new ByteRange(3, 4)),
                List.of(
                    new ObjectQuery.Keys(List.of("a", "b")),
                    new ObjectQuery.Page("x", "p", 7, 1_000)),
                true));
    assertThat(vector.mutates()).isFalse();
    assertThat(vector.observes()).isTrue();
    assertThat(vector.needsContent()).isTrue();
  }

  private static List<Amendment> amended(ObjectOp... ops) {
    return new OpVector(List.of(ops)).query(LIMITS).amended();
  }

  /** Bytes that stay beside what is written are looked at, unless all is replaced. */
  @Test
  void whatIsWrittenBesideOtherBytesAmendsThem() {
    assertThat(amended(new ObjectOp.Write(5, bytes(3)))).containsExactly(new Amendment(5, 3));
    assertThat(amended(new ObjectOp.Append(bytes(3))))
        .containsExactly(new Amendment(Amendment.AT_END, 3));
    assertThat(amended(new ObjectOp.Truncate(9)))
        .containsExactly(new Amendment(9, Long.MAX_VALUE - 9));
    assertThat(amended(new ObjectOp.Zero(new ByteRange(4, 2))))
        .containsExactly(new Amendment(4, 2));
    assertThat(amended(new ObjectOp.Write(5, Payload.EMPTY), new ObjectOp.Append(Payload.EMPTY)))
        .isEmpty();
    assertThat(amended(new ObjectOp.WriteFull(bytes(1)), new ObjectOp.Write(5, bytes(3))))
        .isEmpty();
    assertThat(amended(new ObjectOp.Remove(), new ObjectOp.Append(bytes(3)))).isEmpty();
    assertThat(amended(new ObjectOp.Append(bytes(3)), new ObjectOp.Remove())).hasSize(1);
  }

  @Test
  void tellsWhatItTakes() {
    OpVector full = new OpVector(List.of(new ObjectOp.WriteFull(bytes(1))));
    assertThat(full.replacesWhole()).isTrue();
    assertThat(full.needsContent()).isFalse();
    assertThat(full.needsSpace()).isTrue();
    OpVector removed = new OpVector(List.of(new ObjectOp.Remove()));
    assertThat(removed.replacesWhole()).isTrue();
    assertThat(removed.needsSpace()).isFalse();
    assertThat(removed.mutates()).isTrue();
    assertThat(new OpVector(List.of(new ObjectOp.Append(bytes(1)))).replacesWhole()).isFalse();
    assertThat(
            new OpVector(
                    List.of(new ObjectOp.WriteFull(bytes(1)), new ObjectOp.RemoveAttribute("a")))
                .replacesWhole())
        .as("whether the attribute is there has to be known")
        .isFalse();
    assertThat(
            new OpVector(List.of(new ObjectOp.Stat(), new ObjectOp.WriteFull(bytes(1))))
                .replacesWhole())
        .isFalse();
    assertThat(new OpVector(List.of(new ObjectOp.SetAttribute("a", bytes(1)))).needsContent())
        .isTrue();
    assertThat(new OpVector(List.of(new ObjectOp.AssertExists())).needsContent()).isTrue();
    assertThat(new OpVector(List.of(new ObjectOp.Truncate(4))).needsSpace()).isFalse();
  }

  /** All others are answered by a store that is full, too. */
  @Test
  void onlyWhatMayAddBytesNeedsSpace() {
    ByteRange range = new ByteRange(0, 1);
    List<ObjectOp> need =
        List.of(
            new ObjectOp.Create(false),
            new ObjectOp.Write(0, bytes(1)),
            new ObjectOp.WriteFull(bytes(1)),
            new ObjectOp.Append(bytes(1)),
            new ObjectOp.SetAttribute("a", bytes(1)),
            new ObjectOp.SetEntries(entries("a")));
    List<ObjectOp> other =
        List.of(
            new ObjectOp.Read(range),
            new ObjectOp.SparseRead(range),
            new ObjectOp.Stat(),
            new ObjectOp.GetAttribute("a"),
            new ObjectOp.ListAttributes(),
            new ObjectOp.GetEntries(List.of("a")),
            new ObjectOp.ListEntries(null, "", 1),
            new ObjectOp.AssertExists(),
            new ObjectOp.AssertVersion(new Version(1, 1)),
            new ObjectOp.CompareAttribute("a", ObjectOp.Comparison.EQUAL, bytes(1)),
            new ObjectOp.Truncate(1),
            new ObjectOp.Zero(range),
            new ObjectOp.Remove(),
            new ObjectOp.RemoveAttribute("a"),
            new ObjectOp.RemoveEntries(List.of("a")),
            new ObjectOp.RemoveEntryRange("a", null));
    assertThat(new OpVector(other).needsSpace()).isFalse();
    for (ObjectOp op : need) {
      assertThat(new OpVector(List.of(op)).needsSpace()).as("%s", op).isTrue();
      assertThat(new OpVector(List.of(new ObjectOp.Stat(), op)).needsSpace()).isTrue();
    }
  }
}
