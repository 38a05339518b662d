package io.pando.osd.pg.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.store.CollectionId;
import io.pando.store.ObjectView;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AttributeLimitsTest {
  private static final OpLimits LIMITS = OpLimits.defaults();
  private static final AttributeLimits OURS = LIMITS.attributes();

  private static SortedMap<String, Payload> attributes(int count, int valueBytes) {
    SortedMap<String, Payload> all = new TreeMap<>(Utf8Order.INSTANCE);
    all.put("_", Payload.utf8("not for clients"));
    for (int i = 0; i < count; i++) {
      all.put("u:" + name(i), Payload.wrap(new byte[valueBytes]));
    }
    return all;
  }

  private static String name(int number) {
    return String.format("n%05d", number);
  }

  private static ExecutionResult execute(SortedMap<String, Payload> attributes, ObjectOp... ops) {
    ExecutionResult.Target target =
        new ExecutionResult.Target(
            CollectionId.of(new PgId(new PoolId(1), 0)),
            new ObjectId(7, "o"),
            new ObjectState(true, 0, new Version(2, 4), 77),
            new Version(3, 9),
            1234);
    ObjectView view = new ObjectView(0, attributes, List.of(), List.of(), List.of());
    return ExecutionResult.of(List.of(ops), target, view, LIMITS);
  }

  private static ObjectOp set(int number, int valueBytes) {
    return new ObjectOp.SetAttribute(name(number), Payload.wrap(new byte[valueBytes]));
  }

  private static void assertRefused(ExecutionResult execution, String... said) {
    assertThat(execution).isInstanceOf(ExecutionResult.Failed.class);
    assertRefused(((ExecutionResult.Failed) execution).outcome(), said);
  }

  private static void assertRefused(OpOutcome.Failed failed, String... said) {
    assertThat(failed.error()).isEqualTo(OpError.TOO_LARGE);
    assertThat(failed.detail()).contains(said);
  }

  private static void assertRefused(ObjectOp op, String... said) {
    assertRefused(new OpVector(List.of(op)).refusal(LIMITS).orElseThrow(), said);
  }

  private static void assertAllowed(ObjectOp op) {
    assertThat(new OpVector(List.of(op)).refusal(LIMITS)).isEmpty();
  }

  @Test
  void anObjectHasSoManyAttributesAndNotOneMore() {
    int most = OURS.maxCount();
    assertThat(execute(attributes(most - 1, 1), set(most, 1)))
        .isInstanceOf(ExecutionResult.Changed.class);
    assertRefused(
        execute(attributes(most - 1, 1), set(most, 1), set(most + 1, 1)),
        String.valueOf(most + 1),
        "at most " + most);
  }

  @Test
  void oneThatIsThereCanBeSetAgainAndOneThatIsRemovedMakesRoom() {
    int most = OURS.maxCount();
    assertThat(execute(attributes(most, 1), set(0, 50)))
        .isInstanceOf(ExecutionResult.Changed.class);
    assertThat(
            execute(attributes(most, 1), new ObjectOp.RemoveAttribute(name(3)), set(most + 7, 1)))
        .isInstanceOf(ExecutionResult.Changed.class);
    assertThat(execute(attributes(most, 1), new ObjectOp.Remove(), set(most + 7, 1)))
        .isInstanceOf(ExecutionResult.Changed.class);
  }

  @Test
  void allTogetherHaveSoManyBytes() {
    int each = 1024 - name(0).length();
    int count = OURS.maxTotalBytes() / 1024;
    assertThat(execute(attributes(count - 1, each), set(count, each)))
        .isInstanceOf(ExecutionResult.Changed.class);
    assertRefused(
        execute(attributes(count - 1, each), set(count, each + 1)),
        String.valueOf(OURS.maxTotalBytes() + 1),
        "at most " + OURS.maxTotalBytes());
  }

  @Test
  void anObjectFromBeforeTheLimitsCanOnlyGetLess() {
    SortedMap<String, Payload> many = attributes(OURS.maxCount() + 10, 400);
    assertThat(execute(many, set(0, 400), set(1, 399), new ObjectOp.RemoveAttribute(name(2))))
        .isInstanceOf(ExecutionResult.Changed.class);
    assertThat(execute(many, new ObjectOp.WriteFull(Payload.utf8("x"))))
        .isInstanceOf(ExecutionResult.Changed.class);
    assertRefused(execute(many, set(0, 401)), "at most " + OURS.maxTotalBytes());
    assertRefused(execute(many, set(99_999, 0)), "at most " + OURS.maxCount());
  }

  @Test
  void aNameAndAValueHaveTheirOwnLimits() {
    String longest = "n".repeat(OURS.maxNameBytes());
    assertAllowed(new ObjectOp.SetAttribute(longest, Payload.EMPTY));
    assertRefused(
        new ObjectOp.SetAttribute(longest + "n", Payload.EMPTY),
        String.valueOf(OURS.maxNameBytes() + 1),
        "at most " + OURS.maxNameBytes());
    assertAllowed(set(0, OURS.maxBytes() - name(0).length()));
    assertRefused(set(0, OURS.maxBytes() - name(0).length() + 1), "at most " + OURS.maxBytes());
  }

  @Test
  void theAttributesOfAnObjectAreReadBeforeOneIsSet() {
    assertThat(new OpVector(List.of(set(0, 1))).needsContent()).isTrue();
    assertThat(
            new OpVector(List.of(new ObjectOp.WriteFull(Payload.EMPTY), set(0, 1))).replacesWhole())
        .isTrue();
  }

  @Test
  void keysOfOneOperationAreBounded() {
    assertAllowed(entries(LIMITS.entries().maxKeys()));
    assertRefused(entries(LIMITS.entries().maxKeys() + 1), "at most " + LIMITS.entries().maxKeys());
    List<String> keys =
        IntStream.rangeClosed(0, LIMITS.entries().maxKeys())
            .mapToObj(AttributeLimitsTest::name)
            .toList();
    assertAllowed(new ObjectOp.GetEntries(keys.subList(1, keys.size())));
    assertRefused(new ObjectOp.GetEntries(keys), "at most " + LIMITS.entries().maxKeys());
    assertRefused(new ObjectOp.RemoveEntries(keys), "at most " + LIMITS.entries().maxKeys());
  }

  @Test
  void aKeyAndAnEntryHaveTheirLimits() {
    String longest = "k".repeat(LIMITS.entries().maxKeyBytes());
    assertAllowed(entry(longest, 0));
    assertRefused(entry(longest + "k", 0), "key of", "at most " + LIMITS.entries().maxKeyBytes());
    assertAllowed(entry("k", LIMITS.entries().maxEntryBytes() - 1));
    assertRefused(
        entry("k", LIMITS.entries().maxEntryBytes()),
        "at most " + LIMITS.entries().maxEntryBytes());
  }

  private static ObjectOp entry(String key, int valueBytes) {
    SortedMap<String, Payload> one = new TreeMap<>(Utf8Order.INSTANCE);
    one.put(key, Payload.wrap(new byte[valueBytes]));
    return new ObjectOp.SetEntries(one);
  }

  private static ObjectOp entries(int count) {
    SortedMap<String, Payload> all = new TreeMap<>(Utf8Order.INSTANCE);
    for (int i = 0; i < count; i++) {
      all.put(name(i), Payload.EMPTY);
    }
    return new ObjectOp.SetEntries(all);
  }
}
