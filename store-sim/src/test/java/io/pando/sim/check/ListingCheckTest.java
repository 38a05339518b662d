package io.pando.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.op.ObjectOp;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListingCheckTest {
  private static final CallOutcome DONE = new CallOutcome.Succeeded(null, List.of());
  private static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.EMPTY);
  private static final ObjectOp REMOVE = new ObjectOp.Remove();

  private final History history = new History();

  private void op(String object, long call, long end, ObjectOp op) {
    history.called("c", object, call, List.of(op)).ended(end, DONE);
  }

  private List<HistoryViolation> list(long call, long end, String... names) {
    return ListingCheck.check(
        history.operations(), List.of(new Listed("c", call, end, List.of(names))));
  }

  @Test
  void holdsWhatExistedAllTheTime() {
    op("a", 0, 10, WRITE);
    assertThat(list(11, 20, "a")).isEmpty();
    assertThat(list(5, 20, "a")).isEmpty();
    assertThat(list(5, 20)).isEmpty();
    assertThat(list(11, 20)).hasSize(1);
  }

  @Test
  void mayOrMayNotHoldWhatComesOrGoes() {
    op("a", 0, 10, WRITE);
    op("a", 15, 18, REMOVE);
    assertThat(list(11, 20)).isEmpty();
    assertThat(list(11, 20, "a")).isEmpty();
    assertThat(list(11, 14)).hasSize(1);
    assertThat(list(19, 20)).isEmpty();
    assertThat(list(19, 20, "a")).hasSize(1);
    op("a", 30, 40, WRITE);
    assertThat(list(25, 35, "a")).isEmpty();
    assertThat(list(41, 45)).hasSize(1);
  }

  @Test
  void holdsNothingThatNeverWasAndNothingTwice() {
    op("a", 0, 10, WRITE);
    assertThat(list(11, 20, "a", "b")).hasSize(1);
    assertThat(list(11, 20, "a", "a")).hasSize(1);
    assertThat(list(0, 0, "a")).isEmpty();
  }

  @Test
  void whatHasAnUnknownEndLeavesItOpen() {
    op("a", 0, 10, WRITE);
    history.called("c", "a", 12, List.of(REMOVE));
    assertThat(list(20, 30)).isEmpty();
    assertThat(list(20, 30, "a")).isEmpty();
    history.called("c", "b", 12, List.of(WRITE));
    assertThat(list(20, 30, "b")).isEmpty();
    assertThat(list(5, 9, "b")).hasSize(1);
  }
}
