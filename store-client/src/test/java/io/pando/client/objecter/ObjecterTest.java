package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ObjecterTest {
  private final ObjecterWorld world = new ObjecterWorld(8, 4);

  private void learnFirstMap() {
    world.learn(world.cluster.map);
  }

  private Effect.Send onlySend() {
    List<Effect.Send> sends = world.taken();
    assertThat(sends).hasSize(1);
    return sends.getFirst();
  }

  @Test
  void waitsForTheFirstMap() {
    long op = world.submit(ObjecterWorld.append("a", 10));
    assertThat(world.sends).isEmpty();
    learnFirstMap();
    Effect.Send send = onlySend();
    PgId group = send.request().group();
    assertThat(send.to().node().number()).isEqualTo(group.seed() % FakeCluster.OSDS);
    assertThat(send.request().id()).isEqualTo(new RequestId(ObjecterWorld.CLIENT, op));
    assertThat(send.request().epoch()).isEqualTo(1);
    world.answer(send);
    assertThat(world.outcome(op)).isInstanceOf(Outcome.Replied.class);
    assertThat(world.pending()).isZero();
  }

  @Test
  void followsThePrimaryUnderTheSameRequestId() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    Effect.Send first = onlySend();
    PgId group = first.request().group();
    OsdId other = new OsdId((group.seed() + 1) % FakeCluster.OSDS);
    world.learn(world.cluster.movePrimary(group, other));
    Effect.Send second = onlySend();
    assertThat(second.to().node()).isEqualTo(other.node());
    assertThat(second.request().id()).isEqualTo(first.request().id());
    assertThat(second.request().epoch()).isEqualTo(2);
  }

  @Test
  void followsANewIncarnationAndANewActingSet() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    Effect.Send first = onlySend();
    OsdId primary = first.to().node().osd();
    world.learn(world.cluster.restart(primary));
    Effect.Send second = onlySend();
    assertThat(second.to().node()).isEqualTo(primary.node());
    assertThat(second.to().nonce()).isNotEqualTo(first.to().nonce());
    OsdId other = new OsdId((primary.value() + 1) % FakeCluster.OSDS);
    world.learn(world.cluster.movePrimary(first.request().group(), primary, other));
    assertThat(onlySend().to()).isEqualTo(second.to());
  }

  @Test
  void staysWhereAMapChangesNothingForIt() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    PgId group = onlySend().request().group();
    PgId neighbour = new PgId(group.pool(), (group.seed() + 1) % FakeCluster.GROUPS);
    world.learn(world.cluster.movePrimary(neighbour, new OsdId(3), new OsdId(0)));
    ClusterMap older = world.cluster.map;
    world.cluster.edit();
    world.learn(world.cluster.map);
    world.learn(older);
    assertThat(world.sends).isEmpty();
  }

  @Test
  void ignoresAnswersOfWhoWasLeft() {
    learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    Effect.Send first = onlySend();
    PgId group = first.request().group();
    world.learn(world.cluster.movePrimary(group, new OsdId((group.seed() + 1) % FakeCluster.OSDS)));
    OpOutcome late = new OpOutcome.Succeeded(Version.ZERO, List.of());
    world.reply(first.to(), new ObjectMessage.OperateReply(first.request().id(), 1, 1, late));
    assertThat(world.outcome(op)).isNull();
    world.answerAll();
    assertThat(world.outcome(op)).isInstanceOf(Outcome.Replied.class);
  }

  @Test
  void ignoresAnswersToOthersAndOfTheWrongKind() {
    learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    Effect.Send send = onlySend();
    RequestId id = send.request().id();
    OpOutcome done = new OpOutcome.Succeeded(Version.ZERO, List.of());
    world.reply(send.to(), new ObjectMessage.OperateReply(new RequestId(1, op), 1, 1, done));
    world.reply(
        send.to(), new ObjectMessage.OperateReply(new RequestId(id.client(), 99), 1, 1, done));
    world.reply(send.to(), new ObjectMessage.ListReply(id, 1, List.of(), false, -1));
    assertThat(world.completed).isEmpty();
  }

  @Test
  void sendsAgainAfterAResetWithBackOff() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    Effect.Send first = onlySend();
    world.step(new Input.PeerReset(first.to(), "cable cut"));
    assertThat(world.sends).isEmpty();
    world.run(10);
    Effect.Send second = onlySend();
    assertThat(second.to()).isEqualTo(first.to());
    assertThat(second.request().id()).isEqualTo(first.request().id());
    assertThat(second.request().attempt()).isEqualTo(2);
    for (int i = 0; i < 20; i++) {
      world.step(new Input.PeerReset(first.to(), "cable cut"));
      world.run(500);
      onlySend();
    }
  }

  @Test
  void waitsForTheMapThatAnOsdIsAheadBy() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    Effect.Send send = onlySend();
    world.reply(
        send.to(), new ObjectMessage.NotServed(send.request().id(), 2, 1, false, "peering"));
    assertThat(world.sends).isEmpty();
    world.learn(world.cluster.edit());
    assertThat(onlySend().request().epoch()).isEqualTo(2);
    world.run(1_000);
    assertThat(world.sends).isEmpty();
  }

  @Test
  void stallsWhileNobodyServesTheGroup() {
    learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    OsdId primary = onlySend().to().node().osd();
    world.learn(world.cluster.down(primary));
    world.run(20_000);
    assertThat(world.sends).isEmpty();
    world.learn(world.cluster.restart(primary));
    world.answerAll();
    assertThat(world.outcome(op)).isInstanceOf(Outcome.Replied.class);
  }

  @Test
  void holdsStillWhileTheClusterIsPaused() {
    world.learn(world.cluster.flags(ClusterFlag.PAUSEWR));
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.stat("b"));
    assertThat(onlySend().request().id().sequence()).isEqualTo(2);
    world.learn(world.cluster.flags());
    assertThat(onlySend().request().id().sequence()).isEqualTo(1);
  }

  @Test
  void failsWhatIsUnderWayWhenThePoolGoes() {
    learnFirstMap();
    long sent = world.submit(ObjecterWorld.append("a", 10));
    long behind = world.submit(ObjecterWorld.append("a", 10));
    world.learn(world.cluster.deletePool());
    long after = world.submit(ObjecterWorld.append("b", 10));
    for (long op : List.of(sent, behind, after)) {
      assertThat(world.outcome(op)).isEqualTo(new Outcome.PoolGone());
    }
  }

  @Test
  void keepsUpdatesOfOneObjectInOrder() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.stat("a"));
    world.submit(ObjecterWorld.stat("a"));
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.append("b", 10));
    assertThat(takenSequences()).containsExactly(1L, 2L, 6L);
    assertThat(behind(1)).isZero();
    assertThat(behind(2)).isEqualTo(1);
    assertThat(behind(6)).isZero();
    answerOnly(1);
    assertThat(world.sends).isEmpty();
    answerOnly(2);
    assertThat(takenSequences()).containsExactly(3L, 4L);
    answerOnly(4);
    assertThat(world.sends).isEmpty();
    answerOnly(3);
    assertThat(takenSequences()).containsExactly(5L);
  }

  private final List<Effect.Send> seen = new ArrayList<>();

  private List<Long> takenSequences() {
    List<Effect.Send> sends = world.taken();
    seen.addAll(sends);
    return sends.stream().map(send -> send.request().id().sequence()).toList();
  }

  private Effect.Send lastOf(long sequence) {
    return seen.stream()
        .filter(send -> send.request().id().sequence() == sequence)
        .reduce((_, later) -> later)
        .orElseThrow();
  }

  private long behind(long sequence) {
    return ((ObjectMessage.Operate) lastOf(sequence).request()).sending().behind();
  }

  private void answerOnly(long sequence) {
    world.answer(lastOf(sequence));
  }

  @Test
  void sendsPiecesTogether() {
    learnFirstMap();
    ObjectOp read = new ObjectOp.Read(new ByteRange(0, 10));
    world.submit(ObjecterWorld.vector("a", Work.Company.PIECES, read));
    world.submit(ObjecterWorld.vector("a", Work.Company.PIECES, read));
    world.submit(ObjecterWorld.stat("a"));
    assertThat(world.sends).hasSize(2);
  }

  @Test
  void boundsWhatIsInFlightAndWhatWaits() {
    learnFirstMap();
    for (int i = 0; i < 8 + 4; i++) {
      world.submit(ObjecterWorld.append("o" + i, 10));
    }
    assertThat(world.taken()).hasSize(8);
    long refused = world.submit(ObjecterWorld.append("late", 10));
    assertThat(world.outcome(refused))
        .isEqualTo(new Outcome.Refused("8 operations in flight and 4 waiting"));
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
    assertThat(world.outcome(patient)).isInstanceOf(Outcome.Replied.class);
  }

  @Test
  void boundsBytesButLetsALargeOneGoAlone() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 2 << 20));
    world.submit(ObjecterWorld.append("b", 10));
    assertThat(takenSequences()).containsExactly(1L);
    answerOnly(1);
    assertThat(takenSequences()).containsExactly(2L);
  }

  @Test
  void givesUpAtTheDeadlineAndTellsWhatWasTried() {
    learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10), 1_000, false);
    long behind = world.submit(ObjecterWorld.append("a", 10), 2_000, false);
    Effect.Send send = world.taken().getFirst();
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
    return ((Outcome.TimedOut) Objects.requireNonNull(world.outcome(op))).mayHaveHappened();
  }

  @Test
  void knowsWhatCertainlyDidNotHappen() {
    long neverSent = world.submit(ObjecterWorld.append("a", 10), 100, false);
    world.run(100);
    assertThat(mayHaveHappened(neverSent)).isFalse();
    learnFirstMap();
    long unanswered = world.submit(ObjecterWorld.append("a", 10), 100, false);
    long read = world.submit(ObjecterWorld.stat("r"), 100, false);
    world.run(100);
    assertThat(mayHaveHappened(unanswered)).isTrue();
    assertThat(mayHaveHappened(read)).isFalse();
    world.taken();
    long refused = world.submit(ObjecterWorld.append("b", 10), 5, false);
    world.step(refusal(onlySend(), false));
    world.run(5);
    assertThat(mayHaveHappened(refused)).isFalse();
    long begun = world.submit(ObjecterWorld.append("c", 10), 5, false);
    world.step(refusal(onlySend(), true));
    world.run(5);
    assertThat(mayHaveHappened(begun)).isTrue();
    long lost = world.submit(ObjecterWorld.append("d", 10), 4, false);
    world.step(new Input.PeerReset(onlySend().to(), "cable cut"));
    world.run(4);
    assertThat(mayHaveHappened(lost)).isTrue();
  }

  private static Input refusal(Effect.Send send, boolean begun) {
    return new Input.ReplyArrived(
        send.to(),
        new ObjectMessage.NotServed(
            send.request().id(), 1, send.request().attempt(), begun, "peering"));
  }

  private static Input hold(Effect.Send send) {
    return new Input.ReplyArrived(
        send.to(),
        new ObjectMessage.Hold(
            send.request().id(),
            1,
            send.request().group(),
            null,
            send.request().attempt(),
            false,
            "peering"));
  }

  @Test
  void keepsWhatAnOsdHasItHoldUntilItIsReleased() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    Effect.Send first = onlySend();
    world.step(hold(first));
    world.submit(ObjecterWorld.append("a", 10));
    world.run(5_000);
    assertThat(world.sends).isEmpty();
    ObjectMessage.Released released = new ObjectMessage.Released(1, first.request().group(), null);
    world.step(new Input.HoldReleased(new Peer.Dialed(first.to().address(), 9), released));
    assertThat(world.sends).isEmpty();
    world.step(new Input.HoldReleased(first.to(), released));
    assertThat(takenSequences()).containsExactly(1L, 2L);
    assertThat(behind(2)).isEqualTo(1);
    answerOnly(1);
    answerOnly(2);
    assertThat(world.pending()).isZero();
  }

  @Test
  void asksAgainWhenAHoldIsForgottenOrItsStreamBreaks() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    world.step(hold(onlySend()));
    world.run(9_999);
    assertThat(world.sends).isEmpty();
    world.run(1);
    Effect.Send again = onlySend();
    world.step(hold(again));
    world.step(new Input.PeerReset(again.to(), "gone"));
    world.run(10);
    assertThat(onlySend().request().attempt()).isEqualTo(3);
  }

  @Test
  void anAnswerToAnEarlierAttemptIsNotTheEndOfALaterOne() {
    learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    Effect.Send first = onlySend();
    PgId group = first.request().group();
    OsdId primary = first.to().node().osd();
    OsdId other = new OsdId((primary.value() + 1) % FakeCluster.OSDS);
    world.learn(world.cluster.movePrimary(group, primary, other));
    Effect.Send second = onlySend();
    OpOutcome failed = new OpOutcome.Failed(OpError.NOT_FOUND, 0, "not yet");
    world.reply(first.to(), new ObjectMessage.OperateReply(first.request().id(), 1, 1, failed));
    assertThat(world.outcome(op)).isNull();
    world.answer(second);
    assertThat(world.outcome(op)).isInstanceOf(Outcome.Replied.class);
  }

  @Test
  void asksASilentPrimaryForALifeSignAndAnotherOneForTheMap() {
    learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    Effect.Send send = onlySend();
    world.run(7_000);
    assertThat(world.sends).isEmpty();
    assertThat(world.attends).hasSizeGreaterThan(1);
    assertThat(world.attends.getFirst().to()).isEqualTo(send.to());
    assertThat(world.attends.get(1).to()).isNotEqualTo(send.to());
  }

  @Test
  void hearsOfUpdatesFromWhoCollects() {
    world.learn(world.cluster.replicate(Replication.CHAIN));
    PgId group = groupOf("a");
    OsdId head = new OsdId(0);
    OsdId tail = new OsdId(2);
    world.learn(world.cluster.movePrimary(group, head, new OsdId(1), tail));
    world.submit(ObjecterWorld.append("a", 10));
    Peer.Dialed collector = world.attends.getFirst().to();
    assertThat(collector.node()).isEqualTo(tail.node());
    assertThat(attends(onlySend())).isFalse();
    world.step(new Input.Attended(collector));
    long told = world.submit(ObjecterWorld.append("b", 10));
    long lost = world.submit(ObjecterWorld.append("a", 10));
    List<Effect.Send> sends = world.taken();
    assertThat(attends(sends.getLast())).isTrue();
    world.step(new Input.PeerReset(collector, "gone"));
    world.run(10);
    Effect.Send again = onlySend();
    assertThat(again.request().id().sequence()).isEqualTo(lost);
    assertThat(attends(again)).isFalse();
    assertThat(again.to().node()).isEqualTo(head.node());
    assertThat(world.outcome(told)).isNull();
    OpOutcome done = new OpOutcome.Succeeded(Version.ZERO, List.of());
    world.reply(
        again.to(),
        new ObjectMessage.OperateReply(again.request().id(), 1, ObjectMessage.ANY_ATTEMPT, done));
    assertThat(world.outcome(lost)).isInstanceOf(Outcome.Replied.class);
  }

  private static PgId groupOf(String object) {
    return Placement.group(
        Objects.requireNonNull(new FakeCluster().map.pools().get(FakeCluster.POOL)),
        Placement.object(object));
  }

  private static boolean attends(Effect.Send send) {
    return ((ObjectMessage.Operate) send.request()).sending().attends();
  }

  @Test
  void dropsWhatNobodyWants() {
    learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    long behind = world.submit(ObjecterWorld.append("a", 10));
    world.step(new Input.Dropped(op));
    world.step(new Input.Dropped(op));
    assertThat(world.outcome(op)).isEqualTo(new Outcome.Cancelled(true));
    assertThat(takenSequences()).containsExactly(op, behind);
  }

  @Test
  void endsEverythingWhenClosed() {
    learnFirstMap();
    for (int i = 0; i < 12; i++) {
      world.submit(ObjecterWorld.append("o" + i % 3, 10));
    }
    world.taken();
    world.step(new Input.Closed());
    assertThat(world.sends).isEmpty();
    assertThat(world.submit(ObjecterWorld.append("x", 1))).isEqualTo(13);
    assertThat(world.completed.values().stream().map(ObjecterWorld.Completed::outcome))
        .hasSize(13)
        .containsOnly(new Outcome.Closed(true), new Outcome.Closed(false));
  }

  @Test
  void asksTheGroupItself() {
    learnFirstMap();
    ObjectId place = new ObjectId(5, "");
    long op = world.submit(new Work.Listing(FakeCluster.POOL, place, 10));
    Effect.Send send = onlySend();
    assertThat(send.request()).isInstanceOf(ObjectMessage.ListObjects.class);
    assertThat(send.to()).isInstanceOf(Peer.Dialed.class);
    world.answer(send);
    assertThat(world.outcome(op)).isInstanceOf(Outcome.Replied.class);
  }
}
