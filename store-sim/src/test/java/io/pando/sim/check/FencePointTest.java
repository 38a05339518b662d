package io.pando.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Updates of fenced sessions in histories: they come before the fence point, or never. */
class FencePointTest {
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));

  private final History history = new History();

  private void lost(String client, long at, ObjectOp op) {
    history.called(client, "o", at, List.of(op));
  }

  private void write(String client, long at, long version) {
    history
        .called(client, "o", at, List.of(writeOf(client)))
        .ended(at + 5, done(version, new OpResult.Done()));
  }

  private static ObjectOp writeOf(String client) {
    return new ObjectOp.WriteFull(Payload.utf8(client));
  }

  private void read(long at, CallOutcome outcome) {
    history.called("reader", "o", at, List.of(READ)).ended(at + 5, outcome);
  }

  private void readAfterFence(String session, long at, CallOutcome outcome) {
    History.Call call = history.called("fencer", "o", at, List.of(READ));
    call.endsSession(session);
    call.ended(at + 5, outcome);
  }

  private static CallOutcome saw(String client, long version) {
    return done(version, new OpResult.Data(Payload.utf8(client)));
  }

  private static CallOutcome done(long version, OpResult result) {
    return new CallOutcome.Succeeded(new Version(1, version), List.of(result));
  }

  private List<HistoryViolation> findings() {
    return Linearizability.check(history.operations(), history.fencePoints(), Bounds.USUAL);
  }

  @Test
  void anUpdateOfTheFencedSessionIsVisibleByTheFencePointOrNever() {
    write("a", 0, 1);
    lost("fenced", 10, writeOf("fenced"));
    readAfterFence("fenced", 20, saw("fenced", 2));
    read(30, saw("fenced", 2));
    assertThat(findings()).isEmpty();
  }

  @Test
  void anUpdateThatBecomesVisibleAfterTheFencePointIsFound() {
    write("a", 0, 1);
    lost("fenced", 10, writeOf("fenced"));
    readAfterFence("fenced", 20, saw("a", 1));
    assertThat(findings()).isEmpty();
    read(30, saw("fenced", 2));
    assertThat(Linearizability.check(history.operations(), Bounds.USUAL)).isEmpty();
    assertThat(findings()).hasSize(1);
  }

  @Test
  void updatesOfOtherSessionsMayBecomeVisibleLater() {
    write("a", 0, 1);
    lost("other", 10, writeOf("other"));
    readAfterFence("fenced", 20, saw("a", 1));
    read(30, saw("other", 2));
    assertThat(findings()).isEmpty();
  }

  @Test
  void anAnsweredUpdateOfTheFencedSessionComesBeforeTheFencePoint() {
    history
        .called("fenced", "o", 0, List.of(writeOf("fenced")))
        .ended(100, done(1, new OpResult.Done()));
    readAfterFence("fenced", 20, new CallOutcome.Failed(OpError.NOT_FOUND));
    assertThat(findings()).hasSize(1);
  }

  /** The fence point may be placed after an update that another one undoes. */
  @Test
  void aFencePointIsNotPlacedAtTheFirstStateThatFits() {
    lost("fenced", 10, writeOf("fenced"));
    lost("remover", 10, new ObjectOp.Remove());
    readAfterFence("fenced", 10, new CallOutcome.Failed(OpError.NOT_FOUND));
    read(11, saw("fenced", 1));
    assertThat(findings()).isEmpty();
  }

  @Test
  void aFencePointThatWasNotAnsweredSaysNothing() {
    write("a", 0, 1);
    lost("fenced", 10, writeOf("fenced"));
    readAfterFence("fenced", 20, new CallOutcome.Unknown("time"));
    read(30, saw("fenced", 2));
    assertThat(findings()).isEmpty();
  }
}
