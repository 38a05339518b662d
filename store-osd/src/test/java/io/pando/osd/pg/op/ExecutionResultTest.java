package io.pando.osd.pg.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.store.CollectionId;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExecutionResultTest {
  private static final OpLimits LIMITS = OpLimits.defaults();
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final CollectionId COLLECTION = CollectionId.of(new PgId(new PoolId(1), 0));
  private static final Version NEW = new Version(3, 9);
  private static final ObjectState THERE = new ObjectState(true, 10, new Version(2, 4), 77);

  private static ExecutionResult execute(ObjectState before, ObjectOp... ops) {
    ObjectView view = before.exists() ? view() : null;
    return ExecutionResult.of(
        List.of(ops),
        new ExecutionResult.Target(COLLECTION, OBJECT, before, NEW, 1234),
        view,
        LIMITS);
  }

  private static ObjectView view() {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put("_", Payload.utf8("not for clients"));
    attributes.put("u:color", Payload.utf8("red"));
    return new ObjectView(
        10, attributes, List.of(Payload.utf8("0123456789")), List.of(), List.of());
  }

  private static OpError errorOf(ExecutionResult execution) {
    assertThat(execution).isInstanceOf(ExecutionResult.Failed.class);
    return ((ExecutionResult.Failed) execution).outcome().error();
  }

  private static ExecutionResult.Changed changed(ExecutionResult execution) {
    assertThat(execution).isInstanceOf(ExecutionResult.Changed.class);
    return (ExecutionResult.Changed) execution;
  }

  @Test
  void queriesSeeTheObjectAsItWasAndAttributesOfClientsAlone() {
    ExecutionResult execution =
        execute(THERE, new ObjectOp.Stat(), new ObjectOp.ListAttributes(), new ObjectOp.Remove());
    ExecutionResult.Changed changed = changed(execution);
    assertThat(changed.results().get(0)).isEqualTo(new OpResult.Stat(10, THERE.version(), 77));
    assertThat(((OpResult.Attributes) changed.results().get(1)).attributes())
        .containsOnlyKeys("color");
    assertThat(changed.after()).isEqualTo(ObjectState.ABSENT);
    assertThat(changed.steps()).containsExactly(new StoreOp.Remove(COLLECTION, OBJECT));
  }

  @Test
  void mutationsBuildOnOneAnotherAndStampTheVersion() {
    ExecutionResult.Changed changed =
        changed(
            execute(
                ObjectState.ABSENT,
                new ObjectOp.Append(Payload.utf8("abc")),
                new ObjectOp.Append(Payload.utf8("def")),
                new ObjectOp.Truncate(5)));
    assertThat(changed.after()).isEqualTo(new ObjectState(true, 5, NEW, 1234));
    assertThat(changed.steps().get(1))
        .isEqualTo(new StoreOp.Write(COLLECTION, OBJECT, 3, Payload.utf8("def")));
    assertThat(changed.steps().getLast()).isInstanceOf(StoreOp.PutAttributes.class);
  }

  @Test
  void aShorterWholeContentCutsTheObject() {
    ExecutionResult.Changed changed =
        changed(execute(THERE, new ObjectOp.WriteFull(Payload.utf8("xy"))));
    assertThat(changed.after().sizeBytes()).isEqualTo(2);
    assertThat(changed.steps()).contains(new StoreOp.Truncate(COLLECTION, OBJECT, 0));
  }

  @Test
  void failuresNameWhatFailedAndChangeNothing() {
    assertThat(errorOf(execute(ObjectState.ABSENT, new ObjectOp.Stat())))
        .isEqualTo(OpError.NOT_FOUND);
    assertThat(errorOf(execute(THERE, new ObjectOp.Create(true))))
        .isEqualTo(OpError.ALREADY_EXISTS);
    assertThat(errorOf(execute(THERE, new ObjectOp.AssertVersion(NEW))))
        .isEqualTo(OpError.VERSION_MISMATCH);
    assertThat(errorOf(execute(THERE, new ObjectOp.RemoveAttribute("size"))))
        .isEqualTo(OpError.NO_ATTRIBUTE);
    assertThat(
            errorOf(
                execute(
                    THERE,
                    new ObjectOp.CompareAttribute(
                        "color", ObjectOp.Comparison.LESS, Payload.utf8("blue")))))
        .isEqualTo(OpError.CONDITION_FAILED);
    assertThat(
            errorOf(
                execute(
                    ObjectState.ABSENT,
                    new ObjectOp.Write(LIMITS.maxObjectBytes(), Payload.utf8("x")))))
        .isEqualTo(OpError.TOO_LARGE);
  }

  @Test
  void comparesUnsignedBytesAndTakesAnAbsentAttributeForEmpty() {
    Payload high = Payload.wrap(new byte[] {(byte) 0xff});
    assertThat(
            execute(
                THERE,
                new ObjectOp.CompareAttribute("color", ObjectOp.Comparison.LESS, high),
                new ObjectOp.CompareAttribute("none", ObjectOp.Comparison.EQUAL, Payload.EMPTY),
                new ObjectOp.CompareAttribute(
                    "color", ObjectOp.Comparison.GREATER, Payload.utf8("re"))))
        .isInstanceOf(ExecutionResult.Observed.class);
  }

  @Test
  void zeroingNeitherGrowsNorCreates() {
    assertThat(execute(ObjectState.ABSENT, new ObjectOp.Zero(new ByteRange(0, 5))))
        .isInstanceOf(ExecutionResult.Observed.class);
    ExecutionResult.Changed changed =
        changed(execute(THERE, new ObjectOp.Zero(new ByteRange(8, 100))));
    assertThat(changed.steps()).contains(new StoreOp.Zero(COLLECTION, OBJECT, new ByteRange(8, 2)));
    assertThat(changed.after().sizeBytes()).isEqualTo(10);
  }

  @Test
  void anEmptyWriteReachesItsOffset() {
    assertThat(changed(execute(THERE, new ObjectOp.Write(15, Payload.EMPTY))).after().sizeBytes())
        .isEqualTo(15);
    assertThat(changed(execute(THERE, new ObjectOp.Append(Payload.EMPTY))).after().sizeBytes())
        .isEqualTo(10);
  }

  private static void becomes(
      ObjectState before, ObjectOp op, long size, StoreOp.OnObject... steps) {
    ExecutionResult.Changed changed = changed(execute(before, op));
    assertThat(changed.after().sizeBytes()).as("size after %s", op).isEqualTo(size);
    assertThat(changed.steps().subList(0, changed.steps().size() - 1))
        .as("steps of %s", op)
        .containsExactly(steps);
  }

  private static StoreOp.Write put(long offset, String bytes) {
    return new StoreOp.Write(COLLECTION, OBJECT, offset, Payload.utf8(bytes));
  }

  private static StoreOp.Truncate cut(long size) {
    return new StoreOp.Truncate(COLLECTION, OBJECT, size);
  }

  private static StoreOp.Zero clear(long offset, long length) {
    return new StoreOp.Zero(COLLECTION, OBJECT, new ByteRange(offset, length));
  }

  /** An object of ten bytes, or none. */
  @Test
  void eachMutationTakesTheStepsThatItNeeds() {
    StoreOp.OnObject touch = new StoreOp.Touch(COLLECTION, OBJECT);
    ObjectState none = ObjectState.ABSENT;
    becomes(THERE, new ObjectOp.Write(9, Payload.utf8("x")), 10, put(9, "x"));
    becomes(THERE, new ObjectOp.Write(9, Payload.utf8("xy")), 11, put(9, "xy"));
    becomes(THERE, new ObjectOp.Write(9, Payload.EMPTY), 10, touch);
    becomes(THERE, new ObjectOp.Write(10, Payload.EMPTY), 10, touch);
    becomes(THERE, new ObjectOp.Write(11, Payload.EMPTY), 11, cut(11));
    becomes(none, new ObjectOp.Write(0, Payload.EMPTY), 0, touch);
    becomes(none, new ObjectOp.Write(1, Payload.EMPTY), 1, cut(1));
    becomes(THERE, new ObjectOp.Append(Payload.utf8("x")), 11, put(10, "x"));
    becomes(
        THERE, new ObjectOp.WriteFull(Payload.utf8("123456789")), 9, cut(0), put(0, "123456789"));
    becomes(THERE, new ObjectOp.WriteFull(Payload.utf8("1234567890")), 10, put(0, "1234567890"));
    becomes(THERE, new ObjectOp.WriteFull(Payload.utf8("12345678901")), 11, put(0, "12345678901"));
    becomes(THERE, new ObjectOp.WriteFull(Payload.EMPTY), 0, cut(0), touch);
    becomes(none, new ObjectOp.WriteFull(Payload.EMPTY), 0, touch);
    becomes(THERE, new ObjectOp.Truncate(10), 10, cut(10));
    becomes(none, new ObjectOp.Truncate(3), 3, cut(3));
    becomes(THERE, new ObjectOp.Zero(new ByteRange(9, 1)), 10, clear(9, 1));
    becomes(THERE, new ObjectOp.Zero(new ByteRange(9, 5)), 10, clear(9, 1));
    becomes(THERE, new ObjectOp.Zero(new ByteRange(10, 5)), 10, touch);
    becomes(THERE, new ObjectOp.Zero(new ByteRange(12, 5)), 10, touch);
    becomes(THERE, new ObjectOp.Create(false), 10, touch);
    becomes(none, new ObjectOp.Create(true), 0, touch);
  }

  @Test
  void objectsGrowUpToTheirLimit() {
    long most = LIMITS.maxObjectBytes();
    Payload two = Payload.utf8("xy");
    assertThat(changed(execute(THERE, new ObjectOp.Write(most - 2, two))).after().sizeBytes())
        .isEqualTo(most);
    assertThat(errorOf(execute(THERE, new ObjectOp.Write(most - 1, two))))
        .isEqualTo(OpError.TOO_LARGE);
    assertThat(changed(execute(THERE, new ObjectOp.Truncate(most))).after().sizeBytes())
        .isEqualTo(most);
    assertThat(errorOf(execute(THERE, new ObjectOp.Truncate(most + 1))))
        .isEqualTo(OpError.TOO_LARGE);
    assertThat(errorOf(execute(THERE, new ObjectOp.Write(most + 1, Payload.EMPTY))))
        .isEqualTo(OpError.TOO_LARGE);
  }

  @Test
  void vectorsOutOfOrderAreRefused() {
    OpVector vector = new OpVector(List.of(new ObjectOp.Remove(), new ObjectOp.Stat()));
    assertThat(vector.refusal(LIMITS).map(OpOutcome.Failed::opIndex)).contains(1);
    assertThat(new OpVector(List.of()).refusal(LIMITS)).isPresent();
    assertThat(new OpVector(List.of(new ObjectOp.Stat())).refusal(LIMITS)).isEmpty();
  }

  @Test
  void whatIsKeptForDuplicatesIsBounded() {
    OpLimits tight =
        new OpLimits(
            4,
            100,
            new OpLimits.TransferLimits(100, 100),
            LIMITS.attributes(),
            new OpLimits.EntryLimits(100, 100, 100, 10, 100),
            1);
    ExecutionResult execution =
        ExecutionResult.of(
            List.of(
                new ObjectOp.Read(new ByteRange(0, 10)), new ObjectOp.Append(Payload.utf8("x"))),
            new ExecutionResult.Target(COLLECTION, OBJECT, THERE, NEW, 0),
            new ObjectView(
                10, new TreeMap<>(), List.of(Payload.wrap(new byte[90])), List.of(), List.of()),
            tight);
    assertThat(errorOf(execution)).isEqualTo(OpError.TOO_LARGE);
  }
}
