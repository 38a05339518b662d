package io.pando.osd.pg.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.log.GroupLog;
import io.pando.store.CollectionId;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** By which steps vectors change an object, and what is said of those that cannot. */
class VectorStepsTest {
  private static final ObjectId OBJECT = new ObjectId(7, "o");
  private static final CollectionId IN = CollectionId.of(new PgId(new PoolId(1), 0));
  private static final Version NEW = new Version(3, 9);
  private static final ObjectState THERE = new ObjectState(true, 10, new Version(2, 4), 77);

  /** At most 4 operations, 100 bytes of an object, 20 bytes of results. */
  private static final OpLimits LIMITS =
      new OpLimits(
          4,
          100,
          new OpLimits.TransferLimits(100, 100),
          AttributeLimits.defaults(),
          new OpLimits.EntryLimits(100, 100, 100, 10, 100),
          20);

  private static ExecutionResult execute(ObjectState before, ObjectOp... ops) {
    SortedMap<String, Payload> attributes = map("u:color", "red");
    ObjectView view = new ObjectView(10, attributes, List.of(), List.of(), List.of());
    return ExecutionResult.of(
        List.of(ops),
        new ExecutionResult.Target(IN, OBJECT, before, NEW, 1234),
        before.exists() ? view : null,
        LIMITS);
  }

  private static SortedMap<String, Payload> map(String key, String value) {
    SortedMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);
    map.put(key, Payload.utf8(value));
    return map;
  }

  private static void changes(
      ObjectState before, long size, List<StoreOp.OnObject> steps, ObjectOp... ops) {
    SortedMap<String, Payload> stamp = new TreeMap<>(Utf8Order.INSTANCE);
    stamp.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(NEW, 1234)));
    List<StoreOp.OnObject> all = new ArrayList<StoreOp.OnObject>(steps);
    all.add(new StoreOp.PutAttributes(IN, OBJECT, stamp));
    List<OpResult> results = Collections.nCopies(ops.length, new OpResult.Done());
    assertThat(execute(before, ops))
        .isEqualTo(
            new ExecutionResult.Changed(results, all, new ObjectState(true, size, NEW, 1234)));
  }

  private static void fails(
      ObjectState before, OpError error, int at, String what, ObjectOp... ops) {
    assertThat(execute(before, ops))
        .isEqualTo(new ExecutionResult.Failed(new OpOutcome.Failed(error, at, what)));
  }

  private static StoreOp.OnObject touch() {
    return new StoreOp.Touch(IN, OBJECT);
  }

  private static StoreOp.OnObject truncate(long size) {
    return new StoreOp.Truncate(IN, OBJECT, size);
  }

  private static Payload bytes(int count) {
    return Payload.utf8("x".repeat(count));
  }

  private static StoreOp.OnObject write(long offset, int count) {
    return new StoreOp.Write(IN, OBJECT, offset, bytes(count));
  }

  @Test
  void writes() {
    changes(THERE, 10, List.of(write(3, 4)), new ObjectOp.Write(3, bytes(4)));
    changes(THERE, 11, List.of(write(7, 4)), new ObjectOp.Write(7, bytes(4)));
    changes(THERE, 14, List.of(write(10, 4)), new ObjectOp.Append(bytes(4)));
    changes(ObjectState.ABSENT, 9, List.of(write(5, 4)), new ObjectOp.Write(5, bytes(4)));
    changes(THERE, 10, List.of(touch()), new ObjectOp.Write(10, bytes(0)));
    changes(THERE, 11, List.of(truncate(11)), new ObjectOp.Write(11, bytes(0)));
    changes(ObjectState.ABSENT, 0, List.of(touch()), new ObjectOp.Write(0, bytes(0)));
    changes(THERE, 9, List.of(truncate(0), write(0, 9)), new ObjectOp.WriteFull(bytes(9)));
    changes(THERE, 10, List.of(write(0, 10)), new ObjectOp.WriteFull(bytes(10)));
    changes(THERE, 0, List.of(truncate(0), touch()), new ObjectOp.WriteFull(bytes(0)));
    changes(ObjectState.ABSENT, 7, List.of(truncate(7)), new ObjectOp.Truncate(7));
  }

  @Test
  void anObjectHasAtMostSoManyBytes() {
    changes(THERE, 100, List.of(write(99, 1)), new ObjectOp.Write(99, bytes(1)));
    fails(
        THERE,
        OpError.TOO_LARGE,
        0,
        "object of 101 bytes; at most 100",
        new ObjectOp.Write(99, bytes(2)));
    changes(THERE, 100, List.of(truncate(100)), new ObjectOp.Truncate(100));
    fails(
        THERE,
        OpError.TOO_LARGE,
        1,
        "object of 101 bytes; at most 100",
        new ObjectOp.Append(bytes(1)),
        new ObjectOp.Truncate(101));
    fails(
        THERE,
        OpError.TOO_LARGE,
        0,
        "object of %d bytes; at most 100".formatted(Long.MIN_VALUE),
        new ObjectOp.Write(Long.MAX_VALUE, bytes(1)));
  }

  @Test
  void zeroesWhatThereIs() {
    changes(
        THERE,
        10,
        List.of(new StoreOp.Zero(IN, OBJECT, new ByteRange(2, 8))),
        new ObjectOp.Zero(new ByteRange(2, 20)));
    changes(
        THERE,
        10,
        List.of(new StoreOp.Zero(IN, OBJECT, new ByteRange(9, 1))),
        new ObjectOp.Zero(new ByteRange(9, 1)));
    changes(THERE, 10, List.of(touch()), new ObjectOp.Zero(new ByteRange(10, 5)));
    assertThat(execute(ObjectState.ABSENT, new ObjectOp.Zero(new ByteRange(0, 5))))
        .as("there is nothing to change")
        .isEqualTo(new ExecutionResult.Observed(List.of(new OpResult.Done())));
  }

  @Test
  void createsAndRemoves() {
    changes(ObjectState.ABSENT, 0, List.of(touch()), new ObjectOp.Create(true));
    changes(THERE, 10, List.of(touch()), new ObjectOp.Create(false));
    fails(THERE, OpError.ALREADY_EXISTS, 0, "o exists already", new ObjectOp.Create(true));
    fails(ObjectState.ABSENT, OpError.NOT_FOUND, 0, "no object o", new ObjectOp.Remove());
    changes(
        THERE,
        3,
        List.of(new StoreOp.Remove(IN, OBJECT), write(0, 3)),
        new ObjectOp.Remove(),
        new ObjectOp.Append(bytes(3)));
    fails(
        THERE,
        OpError.NO_ATTRIBUTE,
        1,
        "o has no attribute color",
        new ObjectOp.Remove(),
        new ObjectOp.RemoveAttribute("color"));
    assertThat(execute(THERE, new ObjectOp.Remove()))
        .isEqualTo(
            new ExecutionResult.Changed(
                List.of(new OpResult.Done()),
                List.of(new StoreOp.Remove(IN, OBJECT)),
                ObjectState.ABSENT));
  }

  @Test
  void changesAttributesAndEntries() {
    changes(
        ObjectState.ABSENT,
        0,
        List.of(new StoreOp.PutAttributes(IN, OBJECT, map("u:size", "xl"))),
        new ObjectOp.SetAttribute("size", Payload.utf8("xl")));
    changes(
        THERE,
        10,
        List.of(new StoreOp.RemoveAttributes(IN, OBJECT, List.of("u:color"))),
        new ObjectOp.RemoveAttribute("color"));
    changes(
        THERE,
        10,
        List.of(touch(), new StoreOp.PutMap(IN, OBJECT, map("k", "v"))),
        new ObjectOp.SetEntries(map("k", "v")));
    changes(
        ObjectState.ABSENT,
        0,
        List.of(touch()),
        new ObjectOp.SetEntries(new TreeMap<>(Utf8Order.INSTANCE)));
    List<String> keys = List.of("a", "b");
    changes(
        THERE,
        10,
        List.of(touch(), new StoreOp.RemoveMapKeys(IN, OBJECT, keys)),
        new ObjectOp.RemoveEntries(keys));
    changes(
        THERE,
        10,
        List.of(touch(), new StoreOp.RemoveMapRange(IN, OBJECT, "a", "c")),
        new ObjectOp.RemoveEntryRange("a", "c"));
  }

  @Test
  void conditionsFailWithWhatIsThere() {
    ObjectOp append = new ObjectOp.Append(bytes(1));
    fails(ObjectState.ABSENT, OpError.NOT_FOUND, 0, "no object o", new ObjectOp.AssertExists());
    changes(THERE, 11, List.of(write(10, 1)), new ObjectOp.AssertExists(), append);
    changes(
        THERE, 11, List.of(write(10, 1)), new ObjectOp.AssertVersion(new Version(2, 4)), append);
    fails(
        THERE,
        OpError.VERSION_MISMATCH,
        1,
        "o has version 2'4, not 2'5",
        append,
        new ObjectOp.AssertVersion(new Version(2, 5)));
    fails(
        THERE,
        OpError.CONDITION_FAILED,
        0,
        "attribute color of o is not EQUAL the value",
        new ObjectOp.CompareAttribute("color", ObjectOp.Comparison.EQUAL, Payload.utf8("blue")));
    fails(
        THERE,
        OpError.NO_ATTRIBUTE,
        0,
        "o has no such attribute",
        new ObjectOp.GetAttribute("size"));
  }

  private static ExecutionResult readAndAppend(int bytes) {
    return ExecutionResult.of(
        List.of(new ObjectOp.Read(new ByteRange(0, bytes)), new ObjectOp.Append(bytes(1))),
        new ExecutionResult.Target(IN, OBJECT, THERE, NEW, 1234),
        new ObjectView(10, new TreeMap<>(), List.of(bytes(bytes)), List.of(), List.of()),
        LIMITS);
  }

  /** What a change answers is kept in the log: 20 bytes, and 16 for each operation there may be. */
  @Test
  void whatAChangeAnswersIsBounded() {
    assertThat(readAndAppend(0)).isInstanceOf(ExecutionResult.Changed.class);
    ExecutionResult.Changed changed = (ExecutionResult.Changed) readAndAppend(1);
    long most = 20 + 4 * 16;
    long without = changed.results().stream().mapToLong(GroupLog::sizeOf).sum() - 1;
    int fits = Math.toIntExact(most - without);
    assertThat(readAndAppend(fits)).isInstanceOf(ExecutionResult.Changed.class);
    assertThat(readAndAppend(fits + 1))
        .isEqualTo(
            new ExecutionResult.Failed(
                new OpOutcome.Failed(
                    OpError.TOO_LARGE,
                    -1,
                    "a vector that changes the object returns at most 20 bytes")));
  }

  @Test
  void whatOnlyAsksChangesNothing() {
    assertThat(execute(THERE, new ObjectOp.AssertExists(), new ObjectOp.Stat()))
        .isEqualTo(
            new ExecutionResult.Observed(
                List.of(new OpResult.Done(), new OpResult.Stat(10, new Version(2, 4), 77))));
  }
}
