package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.check.Invariant;
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
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Where operations go, and whose answers count. */
class ObjecterTest {
  private final ObjecterWorld world = new ObjecterWorld(8, 4);

  @Test
  void waitsForTheFirstMap() {
    long op = world.submit(ObjecterWorld.append("a", 10));
    assertThat(world.sends).isEmpty();
    world.learnFirstMap();
    ObjecterEffect.Send send = world.onlySend();
    PgId group = send.request().group();
    assertThat(send.to().node().number()).isEqualTo(group.seed() % FakeCluster.OSDS);
    assertThat(send.request().id()).isEqualTo(new RequestId(ObjecterWorld.CLIENT, op));
    assertThat(send.request().epoch()).isEqualTo(1);
    world.answer(send);
    assertThat(world.outcome(op)).isInstanceOf(OperationOutcome.Replied.class);
    assertThat(world.pending()).isZero();
  }

  /** OSDs tell requests apart by their numbers. */
  @Test
  void aNumberIsGivenToOneOperationAlone() {
    long op = world.submit(ObjecterWorld.append("a", 10));
    for (long number : List.of(op, op - 1)) {
      ObjecterInput again =
          new ObjecterInput.Submitted(number, ObjecterWorld.append("a", 10), Long.MAX_VALUE, false);
      assertThatThrownBy(() -> world.step(again))
          .isInstanceOf(Invariant.BrokenInvariant.class)
          .hasMessageContaining("request " + number + " after " + op);
    }
    assertThat(world.submit(ObjecterWorld.append("a", 10))).isEqualTo(op + 1);
    assertThat(world.pending()).isEqualTo(2);
  }

  @Test
  void followsThePrimaryUnderTheSameRequestId() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    PgId group = first.request().group();
    OsdId other = new OsdId((group.seed() + 1) % FakeCluster.OSDS);
    world.learn(world.cluster.movePrimary(group, other));
    ObjecterEffect.Send second = world.onlySend();
    assertThat(second.to().node()).isEqualTo(other.node());
    assertThat(second.request().id()).isEqualTo(first.request().id());
    assertThat(second.request().epoch()).isEqualTo(2);
  }

  @Test
  void followsANewIncarnationAndANewActingSet() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    OsdId primary = first.to().node().osd();
    world.learn(world.cluster.restart(primary));
    ObjecterEffect.Send second = world.onlySend();
    assertThat(second.to().node()).isEqualTo(primary.node());
    assertThat(second.to().nonce()).isNotEqualTo(first.to().nonce());
    OsdId other = new OsdId((primary.value() + 1) % FakeCluster.OSDS);
    world.learn(world.cluster.movePrimary(first.request().group(), primary, other));
    assertThat(world.onlySend().to()).isEqualTo(second.to());
  }

  @Test
  void staysWhereAMapChangesNothingForIt() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    PgId group = world.onlySend().request().group();
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
    world.learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    PgId group = first.request().group();
    world.learn(world.cluster.movePrimary(group, new OsdId((group.seed() + 1) % FakeCluster.OSDS)));
    OpOutcome late = new OpOutcome.Succeeded(Version.ZERO, List.of());
    world.reply(first.to(), new ObjectMessage.OperateReply(first.request().id(), 1, 1, late));
    assertThat(world.outcome(op)).isNull();
    world.answerAll();
    assertThat(world.outcome(op)).isInstanceOf(OperationOutcome.Replied.class);
  }

  @Test
  void ignoresAnswersToOthersAndOfTheWrongKind() {
    world.learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send send = world.onlySend();
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
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    world.step(new ObjecterInput.PeerReset(first.to(), "cable cut"));
    assertThat(world.sends).isEmpty();
    world.run(10);
    ObjecterEffect.Send second = world.onlySend();
    assertThat(second.to()).isEqualTo(first.to());
    assertThat(second.request().id()).isEqualTo(first.request().id());
    assertThat(second.request().attempt()).isEqualTo(2);
    for (int i = 0; i < 20; i++) {
      world.step(new ObjecterInput.PeerReset(first.to(), "cable cut"));
      world.run(500);
      world.onlySend();
    }
  }

  @Test
  void waitsForTheMapThatAnOsdIsAheadBy() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send send = world.onlySend();
    world.reply(
        send.to(), new ObjectMessage.NotServed(send.request().id(), 2, 1, false, "peering"));
    assertThat(world.sends).isEmpty();
    world.learn(world.cluster.edit());
    assertThat(world.onlySend().request().epoch()).isEqualTo(2);
    world.run(1_000);
    assertThat(world.sends).isEmpty();
  }

  @Test
  void stallsWhileNobodyServesTheGroup() {
    world.learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    OsdId primary = world.onlySend().to().node().osd();
    world.learn(world.cluster.down(primary));
    world.run(20_000);
    assertThat(world.sends).isEmpty();
    world.learn(world.cluster.restart(primary));
    world.answerAll();
    assertThat(world.outcome(op)).isInstanceOf(OperationOutcome.Replied.class);
  }

  @Test
  void holdsStillWhileTheClusterIsPaused() {
    world.learn(world.cluster.flags(ClusterFlag.PAUSEWR));
    world.submit(ObjecterWorld.append("a", 10));
    world.submit(ObjecterWorld.stat("b"));
    assertThat(world.onlySend().request().id().sequence()).isEqualTo(2);
    world.learn(world.cluster.flags());
    assertThat(world.onlySend().request().id().sequence()).isEqualTo(1);
  }

  private static Operation waitingAppend(String object) {
    return new Operation.Vector(
        FakeCluster.POOL,
        Placement.object(object),
        List.of(new ObjectOp.Append(Payload.wrap(new byte[10]))),
        Operation.Concurrency.UPDATES,
        true);
  }

  private void refuse(ObjecterEffect.Send send) {
    ObjectMessage.Operate request = (ObjectMessage.Operate) send.request();
    world.reply(
        send.to(),
        new ObjectMessage.OperateReply(
            request.id(),
            request.epoch(),
            request.attempt(),
            new OpOutcome.Failed(OpError.NO_SPACE, -1, "full")));
  }

  @Test
  void sendsWhatWaitsForSpaceAgainUntilThereIsSome() {
    world.learnFirstMap();
    long op = world.submit(waitingAppend("a"));
    for (int i = 0; i < 3; i++) {
      refuse(world.onlySend());
      assertThat(world.taken()).isEmpty();
      world.run(1_500);
    }
    world.answerAll();
    assertThat(world.outcome(op)).isInstanceOf(OperationOutcome.Replied.class);
    long late = world.submit(waitingAppend("a"), 100, false);
    refuse(world.onlySend());
    world.run(100);
    assertThat(world.outcome(late))
        .isInstanceOfSatisfying(
            OperationOutcome.TimedOut.class,
            it -> assertThat(it.account()).contains("has no space for it"));
  }

  /** It must not overtake an update that was sent after it. */
  @Test
  void endsWhatWaitsForSpaceIfALaterUpdateOfTheObjectWasSent() {
    world.learnFirstMap();
    long first = world.submit(waitingAppend("a"));
    long second = world.submit(waitingAppend("a"));
    List<ObjecterEffect.Send> sent = world.taken();
    assertThat(sent).hasSize(2);
    refuse(sent.get(0));
    assertThat(world.outcome(first)).isInstanceOf(OperationOutcome.Replied.class);
    refuse(sent.get(1));
    world.run(1_500);
    world.answerAll();
    assertThat(world.outcome(second)).isInstanceOf(OperationOutcome.Replied.class);
  }

  @Test
  void failsAtOnceWhatDoesNotWaitForSpace() {
    world.learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    refuse(world.onlySend());
    assertThat(world.outcome(op)).isInstanceOf(OperationOutcome.Replied.class);
  }

  @Test
  void failsWhatIsUnderWayWhenThePoolGoes() {
    world.learnFirstMap();
    long sent = world.submit(ObjecterWorld.append("a", 10));
    long behind = world.submit(ObjecterWorld.append("a", 10));
    world.learn(world.cluster.deletePool());
    long after = world.submit(ObjecterWorld.append("b", 10));
    assertThat(world.outcome(sent)).isEqualTo(new OperationOutcome.PoolGone(true));
    assertThat(world.outcome(behind)).isEqualTo(new OperationOutcome.PoolGone(true));
    assertThat(world.outcome(after)).isEqualTo(new OperationOutcome.PoolGone(false));
  }

  @Test
  void anAnswerToAnEarlierAttemptIsNotTheEndOfALaterOne() {
    world.learnFirstMap();
    long op = world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send first = world.onlySend();
    PgId group = first.request().group();
    OsdId primary = first.to().node().osd();
    OsdId other = new OsdId((primary.value() + 1) % FakeCluster.OSDS);
    world.learn(world.cluster.movePrimary(group, primary, other));
    ObjecterEffect.Send second = world.onlySend();
    OpOutcome failed = new OpOutcome.Failed(OpError.NOT_FOUND, 0, "not yet");
    world.reply(first.to(), new ObjectMessage.OperateReply(first.request().id(), 1, 1, failed));
    assertThat(world.outcome(op)).isNull();
    world.answer(second);
    assertThat(world.outcome(op)).isInstanceOf(OperationOutcome.Replied.class);
  }

  @Test
  void asksASilentPrimaryForALifeSignAndAnotherOneForTheMap() {
    world.learnFirstMap();
    world.submit(ObjecterWorld.append("a", 10));
    ObjecterEffect.Send send = world.onlySend();
    world.run(7_000);
    assertThat(world.sends).isEmpty();
    assertThat(world.listens).hasSizeGreaterThan(1);
    assertThat(world.listens.getFirst().to()).isEqualTo(send.to());
    assertThat(world.listens.get(1).to()).isNotEqualTo(send.to());
  }

  @Test
  void hearsOfUpdatesFromWhoCollects() {
    world.learn(world.cluster.replicate(Replication.CHAIN));
    PgId group = groupOf("a");
    OsdId head = new OsdId(0);
    OsdId tail = new OsdId(2);
    world.learn(world.cluster.movePrimary(group, head, new OsdId(1), tail));
    world.submit(ObjecterWorld.append("a", 10));
    Peer.Dialed collector = world.listens.getFirst().to();
    assertThat(collector.node()).isEqualTo(tail.node());
    assertThat(listens(world.onlySend())).isFalse();
    world.step(new ObjecterInput.Listening(collector));
    long told = world.submit(ObjecterWorld.append("b", 10));
    long lost = world.submit(ObjecterWorld.append("a", 10));
    List<ObjecterEffect.Send> sends = world.taken();
    assertThat(listens(sends.getLast())).isTrue();
    world.step(new ObjecterInput.PeerReset(collector, "gone"));
    world.run(10);
    ObjecterEffect.Send again = world.onlySend();
    assertThat(again.request().id().sequence()).isEqualTo(lost);
    assertThat(listens(again)).isFalse();
    assertThat(again.to().node()).isEqualTo(head.node());
    assertThat(world.outcome(told)).isNull();
    OpOutcome done = new OpOutcome.Succeeded(Version.ZERO, List.of());
    world.reply(
        again.to(),
        new ObjectMessage.OperateReply(again.request().id(), 1, ObjectMessage.ANY_ATTEMPT, done));
    assertThat(world.outcome(lost)).isInstanceOf(OperationOutcome.Replied.class);
  }

  private static PgId groupOf(String object) {
    return Placement.group(
        Objects.requireNonNull(new FakeCluster().map.pools().get(FakeCluster.POOL)),
        Placement.object(object));
  }

  private static boolean listens(ObjecterEffect.Send send) {
    return ((ObjectMessage.Operate) send.request()).sending().listens();
  }

  @Test
  void asksTheGroupItself() {
    world.learnFirstMap();
    ObjectId place = new ObjectId(5, "");
    long op = world.submit(new Operation.Listing(FakeCluster.POOL, place, 10));
    ObjecterEffect.Send send = world.onlySend();
    assertThat(send.request()).isInstanceOf(ObjectMessage.ListObjects.class);
    assertThat(send.to()).isInstanceOf(Peer.Dialed.class);
    world.answer(send);
    assertThat(world.outcome(op)).isInstanceOf(OperationOutcome.Replied.class);
  }
}
