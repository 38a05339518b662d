package io.pando.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpResult;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ModelTest {
  private State state = State.INITIAL;
  private long version;

  private void change(ObjectOp... ops) {
    version++;
    CallOutcome ending =
        new CallOutcome.Succeeded(
            new Version(1, version), Collections.nCopies(ops.length, new OpResult.Done()));
    state = Objects.requireNonNull(Model.after(state, operation(ending, ops)));
  }

  private static ClientCall operation(CallOutcome ending, ObjectOp... ops) {
    return new ClientCall("c", "o", 0, 1, List.of(ops), ending);
  }

  private boolean answers(ObjectOp query, OpResult result) {
    return Model.after(state, operation(new CallOutcome.Succeeded(null, List.of(result)), query))
        != null;
  }

  private boolean fails(OpError error, ObjectOp... ops) {
    return Model.after(state, operation(new CallOutcome.Failed(error), ops)) != null;
  }

  private boolean holds(String text) {
    return answers(
        new ObjectOp.Read(new ByteRange(0, 1000)), new OpResult.Data(Payload.utf8(text)));
  }

  private static SortedMap<String, Payload> map(String... pairs) {
    SortedMap<String, Payload> map = new TreeMap<>(Utf8Order.INSTANCE);
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], Payload.utf8(pairs[i + 1]));
    }
    return map;
  }

  @Test
  void bytes() {
    change(new ObjectOp.Write(2, Payload.utf8("xy")));
    assertThat(holds("\0\0xy")).isTrue();
    change(new ObjectOp.Append(Payload.utf8("z")), new ObjectOp.Zero(new ByteRange(3, 100)));
    assertThat(holds("\0\0x\0\0")).isTrue();
    change(new ObjectOp.Truncate(3));
    assertThat(holds("\0\0x")).isTrue();
    change(new ObjectOp.Truncate(4));
    assertThat(holds("\0\0x\0")).isTrue();
    assertThat(holds("\0\0x")).isFalse();
    change(new ObjectOp.WriteFull(Payload.EMPTY));
    assertThat(holds("")).isTrue();
    change(new ObjectOp.Remove());
    assertThat(holds("")).isFalse();
    assertThat(fails(OpError.NOT_FOUND, new ObjectOp.Stat())).isTrue();
  }

  @Test
  void holesMayBeLeftOutAndNothingElse() {
    change(new ObjectOp.Write(4, Payload.utf8("ab")));
    ObjectOp sparse = new ObjectOp.SparseRead(new ByteRange(0, 100));
    assertThat(answers(sparse, sparse("ab", new ByteRange(4, 2)))).isTrue();
    assertThat(answers(sparse, sparse("\0ab", new ByteRange(3, 3)))).isTrue();
    assertThat(answers(sparse, sparse("a", new ByteRange(4, 1)))).isFalse();
    assertThat(answers(sparse, sparse("ab", new ByteRange(3, 2)))).isFalse();
    assertThat(answers(sparse, sparse(""))).isFalse();
  }

  private static OpResult sparse(String data, ByteRange... ranges) {
    return new OpResult.SparseData(List.of(ranges), Payload.utf8(data));
  }

  @Test
  void attributesAndEntries() {
    change(new ObjectOp.SetAttribute("a", Payload.utf8("1")));
    change(new ObjectOp.SetEntries(map("k1", "1", "k2", "2", "l", "3")));
    assertThat(answers(new ObjectOp.ListAttributes(), new OpResult.Attributes(map("a", "1"))))
        .isTrue();
    assertThat(fails(OpError.NO_ATTRIBUTE, new ObjectOp.GetAttribute("b"))).isTrue();
    assertThat(fails(OpError.NO_ATTRIBUTE, new ObjectOp.RemoveAttribute("b"))).isTrue();
    ObjectOp keys = new ObjectOp.GetEntries(List.of("l", "k1", "no"));
    assertThat(answers(keys, new OpResult.Entries(map("k1", "1", "l", "3"), false))).isTrue();
    ObjectOp page = new ObjectOp.ListEntries(null, "k", 2);
    assertThat(answers(page, new OpResult.Entries(map("k1", "1", "k2", "2"), false))).isTrue();
    assertThat(answers(page, new OpResult.Entries(map("k1", "1"), true))).isTrue();
    assertThat(answers(page, new OpResult.Entries(map("k1", "1"), false))).isFalse();
    assertThat(answers(page, new OpResult.Entries(map("k2", "2"), true))).isFalse();
    change(new ObjectOp.RemoveEntryRange("k2", null), new ObjectOp.RemoveEntries(List.of("k1")));
    assertThat(answers(page, new OpResult.Entries(map(), false))).isTrue();
  }

  @Test
  void conditions() {
    ObjectOp empty = new ObjectOp.CompareAttribute("a", ObjectOp.Comparison.EQUAL, Payload.EMPTY);
    change(empty, new ObjectOp.SetAttribute("a", Payload.utf8("1")));
    assertThat(fails(OpError.CONDITION_FAILED, empty)).isTrue();
    assertThat(fails(OpError.ALREADY_EXISTS, new ObjectOp.Create(true))).isTrue();
    ObjectOp now = new ObjectOp.AssertVersion(new Version(1, version));
    assertThat(fails(OpError.VERSION_MISMATCH, now)).isFalse();
    assertThat(fails(OpError.VERSION_MISMATCH, new ObjectOp.AssertVersion(Version.ZERO))).isTrue();
    change(now, new ObjectOp.Remove());
    assertThat(fails(OpError.VERSION_MISMATCH, new ObjectOp.AssertVersion(Version.ZERO))).isFalse();
  }

  @Test
  void aVectorIsAllOrNothing() {
    change(new ObjectOp.WriteFull(Payload.utf8("a")));
    assertThat(
            fails(
                OpError.NO_ATTRIBUTE,
                new ObjectOp.WriteFull(Payload.utf8("b")),
                new ObjectOp.RemoveAttribute("x")))
        .isTrue();
    assertThat(holds("a")).isTrue();
    change(
        new ObjectOp.SetAttribute("x", Payload.utf8("1")),
        new ObjectOp.Remove(),
        new ObjectOp.Append(Payload.utf8("c")));
    assertThat(holds("c")).isTrue();
    assertThat(answers(new ObjectOp.ListAttributes(), new OpResult.Attributes(map()))).isTrue();
  }

  @Test
  void zeroingWhatIsNotThereChangesNothing() {
    CallOutcome done = new CallOutcome.Succeeded(Version.ZERO, List.of(new OpResult.Done()));
    ClientCall zero = operation(done, new ObjectOp.Zero(new ByteRange(0, 9)));
    assertThat(Model.after(state, zero)).isEqualTo(State.INITIAL);
  }
}
