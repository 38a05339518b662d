package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.id.OsdId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.port.Peer;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What waits for what, how much goes at a time, and what ends before it is answered. */
class ObjecterQueueTest {
  private final ObjecterWorld world = new ObjecterWorld(8, 4);

  @Test
  void keepsUpdatesOfOneObjectInOrder() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.stat("a"));
    world.submit(ObjecterWorld.stat("a"));
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.append("b", 10));
    assertThat(world.takenSequences()).containsExactly(1L, 2L, 6L);
    assertThat(world.behind(1)).isZero();
    assertThat(world.behind(2)).isEqualTo(1);
    assertThat(world.behind(6)).isZero();
    world.answerOnly(1);
    assertThat(world.sends).isEmpty();
    world.answerOnly(2);
    assertThat(world.takenSequences()).containsExactly(3L, 4L);
    world.answerOnly(4);
    assertThat(world.sends).isEmpty();
    world.answerOnly(3);
    assertThat(world.takenSequences()).containsExactly(5L);
  }

  @Test
  void sixteenUpdatesOfAnObjectAreUnderWayAtMost() {
    ObjecterWorld wide = new ObjecterWorld(100, 100);
    wide.learnFirstMap();
    for (int i = 0; i < 20; i++) {
      wide.submit(ObjecterWorld.append("a", 10));
    }
    assertThat(wide.takenSequences()).hasSize(16).endsWith(16L);
    wide.answerOnly(1);
    assertThat(wide.takenSequences()).containsExactly(17L);
    assertThat(wide.behind(17)).isEqualTo(16);
    for (int i = 0; i < 20; i++) {
      wide.submit(ObjecterWorld.stat("b"));
    }
    assertThat(wide.takenSequences()).as("of reads there may be more").hasSize(20);
  }

  @Test
  void sendsPiecesTogether() {
    world.learnFirstMap();
    ObjectOp read = new ObjectOp.Read(new ByteRange(0, 10));
    world.submit(ObjecterWorld.vector("a", Operation.Concurrency.PIECES, read));
    world.submit(ObjecterWorld.vector("a", Operation.Concurrency.PIECES, read));
    world.submit(ObjecterWorld.stat("a"));
    assertThat(world.sends).hasSize(2);
  }

  @Test
  void boundsWhatIsInFlightAndWhatWaits() {
    world.learnFirstMap();
    for (int i = 0; i < 8 + 4; i++) {
      world.submit(ObjecterWorld.append("o" + i, 10));
    }
    assertThat(world.taken()).hasSize(8);
    long refused = world.submit(ObjecterWorld.append("late", 10));
    assertThat(world.outcome(refused))
        .isEqualTo(new OperationOutcome.Refused("8 operations in flight and 4 waiting"));
    long patient = world.submit(ObjecterWorld.append("patient", 10), 30_000, true);
    assertThat(world.outcome(patient)).isNull();
    world.learn(world.cluster.restart(new OsdId(0)));
    world.answerAll();
    assertThat(world.pending()).isPositive();
    for (int i = 0; i < FakeCluster.OSDS; i++) {
      world.learn(world.cluster.restart(new OsdId(i)));
    }
    world.answerAll();
    assertThat(world.pending()).isZero();
    assertThat(world.outcome(patient)).isInstanceOf(OperationOutcome.Replied.class);
  }

  @Test
  void boundsBytesButLetsALargeOneGoAlone() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 2 << 20));
    world.submit(ObjecterWorld.append("b", 10));
    assertThat(world.takenSequences()).containsExactly(1L);
    world.answerOnly(1);
    assertThat(world.takenSequences()).containsExactly(2L);
  }

  @Test
  void keepsWhatAnOsdHasItHoldUntilItIsReleased() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    world.step(hold(first));
    world.submit(ObjecterWorld.append("a", 10));
    world.run(5_000);
    assertThat(world.sends).isEmpty();
    ObjectMessage.Released released = new ObjectMessage.Released(1, first.request().group(), null);
    world.step(new ObjecterInput.HoldReleased(new Peer.Dialed(first.to().address(), 9), released));
    assertThat(world.sends).isEmpty();
    world.step(new ObjecterInput.HoldReleased(first.to(), released));
    assertThat(world.takenSequences()).containsExactly(1L, 2L);
    assertThat(world.behind(2)).isEqualTo(1);
    world.answerOnly(1);
    world.answerOnly(2);
    assertThat(world.pending()).isZero();
  }

  @Test
  void asksAgainWhenAHoldIsForgottenOrItsStreamBreaks() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    world.step(hold(world.onlySend()));
    world.run(9_999);
    assertThat(world.sends).isEmpty();
    world.run(1);
    ObjecterEffect.Send again = world.onlySend();
    world.step(hold(again));
    world.step(new ObjecterInput.PeerReset(again.to(), "gone"));
    world.run(10);
    assertThat(world.onlySend().request().attempt()).isEqualTo(3);
  }

  private static ObjecterInput hold(ObjecterEffect.Send send) {
    return new ObjecterInput.ReplyArrived(
        send.to(),
        new ObjectMessage.Hold(
            send.request().id(),
            1,
            send.request().group(),
            null,
            new ObjectMessage.Hold.Refusal(send.request().attempt(), false, "peering")));
  }

  @Test
  void givesUpAtTheDeadlineAndTellsWhatWasTried() {
    world.learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10), 1_000, false);
    long behind = world.submit(ObjecterWorld.append("a", 10), 2_000, false);
    ObjecterEffect.Send send = world.taken().getFirst();
    world.reply(
        send.to(), new ObjectMessage.NotServed(send.request().id(), 1, 1, false, "peering"));
    world.run(999);
    assertThat(world.completed).isEmpty();
    world.run(1);
    assertThat(world.outcome(op)).asString().contains("sent 2 times").contains("peering");
    world.run(1_000);
    assertThat(world.outcome(behind)).asString().contains("sent once").contains("did not answer");
  }

  private boolean mayHaveHappened(long op) {
    return ((OperationOutcome.TimedOut) Objects.requireNonNull(world.outcome(op)))
        .mayHaveHappened();
  }

  @Test
  void knowsWhatCertainlyDidNotHappen() {
    long neverSent = world.submit(ObjecterWorld.append("a", 10), 100, false);
    world.run(100);
    assertThat(mayHaveHappened(neverSent)).isFalse();
    world.learnFirstMap();
    long unanswered = world.submit(ObjecterWorld.append("a", 10), 100, false);
    long read = world.submit(ObjecterWorld.stat("r"), 100, false);
    world.run(100);
    assertThat(mayHaveHappened(unanswered)).isTrue();
    assertThat(mayHaveHappened(read)).isFalse();
    world.taken();
    long refused = world.submit(ObjecterWorld.append("b", 10), 5, false);
    world.step(refusal(world.onlySend(), false));
    world.run(5);
    assertThat(mayHaveHappened(refused)).isFalse();
    long begun = world.submit(ObjecterWorld.append("c", 10), 5, false);
    world.step(refusal(world.onlySend(), true));
    world.run(5);
    assertThat(mayHaveHappened(begun)).isTrue();
    long lost = world.submit(ObjecterWorld.append("d", 10), 4, false);
    world.step(new ObjecterInput.PeerReset(world.onlySend().to(), "cable cut"));
    world.run(4);
    assertThat(mayHaveHappened(lost)).isTrue();
  }

  private static ObjecterInput refusal(ObjecterEffect.Send send, boolean begun) {
    return new ObjecterInput.ReplyArrived(
        send.to(),
        new ObjectMessage.NotServed(
            send.request().id(), 1, send.request().attempt(), begun, "peering"));
  }

  @Test
  void dropsWhatNobodyWants() {
    world.learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    long behind = world.submit(ObjecterWorld.append("a", 10));
    world.step(new ObjecterInput.Dropped(op));
    world.step(new ObjecterInput.Dropped(op));
    assertThat(world.outcome(op)).isEqualTo(new OperationOutcome.Cancelled(true));
    assertThat(world.takenSequences()).containsExactly(op, behind);
  }

  @Test
  void endsEverythingWhenClosed() {
    world.learnFirstMap();
    for (int i = 0; i < 12; i++) {
      world.submit(ObjecterWorld.append("o" + i % 3, 10));
    }
    world.taken();
    world.step(new ObjecterInput.Closed());
    assertThat(world.sends).isEmpty();
    assertThat(world.submit(ObjecterWorld.append("x", 1))).isEqualTo(13);
    assertThat(world.completed.values().stream().map(ObjecterWorld.Completed::outcome))
        .hasSize(13)
        .containsOnly(new OperationOutcome.Closed(true), new OperationOutcome.Closed(false));
  }
}
