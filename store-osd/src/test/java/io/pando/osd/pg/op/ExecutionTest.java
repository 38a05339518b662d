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

class ExecutionTest {
  private static final OpLimits LIMITS = OpLimits.defaults();
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final CollectionId COLLECTION = CollectionId.of(new PgId(new PoolId(1), 0));
  private static final Version NEW = new Version(3, 9);
  private static final ObjectState THERE = new ObjectState(true, 10, new Version(2, 4), 77);

  private static Execution execute(ObjectState before, ObjectOp... ops) {
    ObjectView view = before.exists() ? view() : null;
    return Execution.of(
        List.of(ops), new Execution.Target(COLLECTION, OBJECT, before, NEW, 1234), view, LIMITS);
  }

  private static ObjectView view() {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put("_", Payload.utf8("not for clients"));
    attributes.put("u:color", Payload.utf8("red"));
    return new ObjectView(
        10, attributes, List.of(Payload.utf8("0123456789")), List.of(), List.of());
  }

  private static OpError errorOf(Execution execution) {
    assertThat(execution).isInstanceOf(Execution.Failed.class);
    return ((Execution.Failed) execution).outcome().error();
  }

  private static Execution.Changed changed(Execution execution) {
    assertThat(execution).isInstanceOf(Execution.Changed.class);
    return (Execution.Changed) execution;
  }

  @Test
  void queriesSeeTheObjectAsItWasAndAttributesOfClientsAlone() {
    Execution execution =
        execute(THERE, new ObjectOp.Stat(), new ObjectOp.ListAttributes(), new ObjectOp.Remove());
    Execution.Changed changed = changed(execution);
    assertThat(changed.results().get(0)).isEqualTo(new OpResult.Stat(10, THERE.version(), 77));
    assertThat(((OpResult.Attributes) changed.results().get(1)).attributes())
        .containsOnlyKeys("color");
    assertThat(changed.after()).isEqualTo(ObjectState.ABSENT);
    assertThat(changed.steps()).containsExactly(new StoreOp.Remove(COLLECTION, OBJECT));
  }

  @Test
  void mutationsBuildOnOneAnotherAndStampTheVersion() {
    Execution.Changed changed =
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
    Execution.Changed changed = changed(execute(THERE, new ObjectOp.WriteFull(Payload.utf8("xy"))));
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
        .isInstanceOf(Execution.Observed.class);
  }

  @Test
  void zeroingNeitherGrowsNorCreates() {
    assertThat(execute(ObjectState.ABSENT, new ObjectOp.Zero(new ByteRange(0, 5))))
        .isInstanceOf(Execution.Observed.class);
    Execution.Changed changed = changed(execute(THERE, new ObjectOp.Zero(new ByteRange(8, 100))));
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

  @Test
  void vectorsOutOfOrderAreRefused() {
    OpVector vector = new OpVector(List.of(new ObjectOp.Remove(), new ObjectOp.Stat()));
    assertThat(vector.refusal(LIMITS).map(OpOutcome.Failed::opIndex)).contains(1);
    assertThat(new OpVector(List.of()).refusal(LIMITS)).isPresent();
    assertThat(new OpVector(List.of(new ObjectOp.Stat())).refusal(LIMITS)).isEmpty();
  }

  @Test
  void whatIsKeptForDuplicatesIsBounded() {
    OpLimits tight = new OpLimits(4, 100, 100, 100, LIMITS.attributes(), 100, 100, 100, 10, 100, 1);
    Execution execution =
        Execution.of(
            List.of(
                new ObjectOp.Read(new ByteRange(0, 10)), new ObjectOp.Append(Payload.utf8("x"))),
            new Execution.Target(COLLECTION, OBJECT, THERE, NEW, 0),
            new ObjectView(
                10, new TreeMap<>(), List.of(Payload.wrap(new byte[90])), List.of(), List.of()),
            tight);
    assertThat(errorOf(execution)).isEqualTo(OpError.TOO_LARGE);
  }
}
