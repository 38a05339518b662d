package io.pando.osd.pg.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpResult;
import io.pando.store.ObjectView;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Answers from the data read of an object. */
class QueryAnswersTest {
  private static final ObjectState STATE = new ObjectState(true, 30, new Version(2, 4), 77);

  private static QueryAnswers of(List<Payload> data, ByteRange... allocated) {
    SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put("_", Payload.utf8("not for clients"));
    attributes.put("u:color", Payload.utf8("red"));
    attributes.put("u:size", Payload.utf8("xl"));
    return new QueryAnswers(
        STATE, new ObjectView(30, attributes, data, List.of(), List.of(allocated)));
  }

  private static OpResult sparse(ByteRange range, String bytes, ByteRange... allocated) {
    OpResult result =
        of(List.of(Payload.utf8(bytes)), allocated).answer(new ObjectOp.SparseRead(range));
    if (result == null) {
      throw new AssertionError("no answer");
    }
    return result;
  }

  @Test
  void aSparseReadLeavesOutWhatTheStoreDoesNotHold() {
    ByteRange range = new ByteRange(10, 10);
    assertThat(
            sparse(
                range,
                "0123456789",
                new ByteRange(0, 12),
                new ByteRange(14, 2),
                new ByteRange(18, 50)))
        .isEqualTo(
            new OpResult.SparseData(
                List.of(new ByteRange(10, 2), new ByteRange(14, 2), new ByteRange(18, 2)),
                Payload.utf8("014589")));
    assertThat(sparse(range, "0123456789", new ByteRange(0, 10), new ByteRange(20, 5)))
        .isEqualTo(new OpResult.SparseData(List.of(), Payload.EMPTY));
    assertThat(sparse(range, "0123456789", new ByteRange(5, 20)))
        .isEqualTo(new OpResult.SparseData(List.of(range), Payload.utf8("0123456789")));
  }

  @Test
  void aSparseReadEndsWithTheObject() {
    assertThat(sparse(new ByteRange(25, 10), "56789", new ByteRange(28, 100)))
        .isEqualTo(new OpResult.SparseData(List.of(new ByteRange(28, 2)), Payload.utf8("89")));
  }

  @Test
  void readsAreAnsweredInTheirOrder() {
    QueryAnswers answers =
        of(List.of(Payload.utf8("a"), Payload.utf8("bc"), Payload.utf8("d")), new ByteRange(5, 1));
    ObjectOp.Read read = new ObjectOp.Read(new ByteRange(0, 1));
    assertThat(answers.answer(read)).isEqualTo(new OpResult.Data(Payload.utf8("a")));
    assertThat(answers.answer(new ObjectOp.SparseRead(new ByteRange(4, 2))))
        .isEqualTo(new OpResult.SparseData(List.of(new ByteRange(5, 1)), Payload.utf8("c")));
    assertThat(answers.answer(read)).isEqualTo(new OpResult.Data(Payload.utf8("d")));
  }

  @Test
  void attributesAreToldByTheNamesThatClientsGaveThem() {
    QueryAnswers answers = of(List.of());
    assertThat(answers.answer(new ObjectOp.Stat()))
        .isEqualTo(new OpResult.Stat(30, new Version(2, 4), 77));
    SortedMap<String, Payload> one = new TreeMap<>(Utf8Order.INSTANCE);
    one.put("size", Payload.utf8("xl"));
    assertThat(answers.answer(new ObjectOp.GetAttribute("size")))
        .isEqualTo(new OpResult.Attributes(one));
    one.put("color", Payload.utf8("red"));
    assertThat(answers.answer(new ObjectOp.ListAttributes()))
        .isEqualTo(new OpResult.Attributes(one));
    assertThat(answers.answer(new ObjectOp.GetAttribute("_"))).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "EQUAL,            false, true,  false",
    "NOT_EQUAL,        true,  false, true",
    "GREATER,          true,  false, false",
    "GREATER_OR_EQUAL, true,  true,  false",
    "LESS,             false, false, true",
    "LESS_OR_EQUAL,    false, true,  true"
  })
  void anAttributeIsComparedWithAValue(
      ObjectOp.Comparison comparison, boolean blue, boolean red, boolean redder) {
    QueryAnswers answers = of(List.of());
    for (String lower : List.of("blue", "re", "")) {
      assertThat(
              answers.holds(
                  new ObjectOp.CompareAttribute("color", comparison, Payload.utf8(lower))))
          .isEqualTo(blue);
    }
    assertThat(
            answers.holds(new ObjectOp.CompareAttribute("color", comparison, Payload.utf8("red"))))
        .isEqualTo(red);
    for (Payload higher : List.of(Payload.utf8("redder"), Payload.wrap(new byte[] {(byte) 0x80}))) {
      assertThat(answers.holds(new ObjectOp.CompareAttribute("color", comparison, higher)))
          .isEqualTo(redder);
    }
    assertThat(answers.holds(new ObjectOp.CompareAttribute("none", comparison, Payload.EMPTY)))
        .as("an absent attribute is empty")
        .isEqualTo(red);
  }
}
