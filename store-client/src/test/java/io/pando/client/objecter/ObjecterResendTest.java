package io.pando.client.objecter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Incremental;
import io.pando.cluster.OsdInfo;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has an operation sent again that was sent already, and what does not. */
class ObjecterResendTest {
  private final ObjecterWorld world = new ObjecterWorld(8, 4);

  private ObjecterEffect.Send sent(Operation operation) {
    world.submit(operation);
    return world.onlySend();
  }

  private ObjecterEffect.Send sentAppend() {
    world.learnFirstMap();
    return sent(ObjecterWorld.append("a", 10));
  }

  private void reset(Peer peer) {
    world.step(new ObjecterInput.PeerReset(peer, "cable cut"));
  }

  private void notServed(ObjecterEffect.Send send, long epoch, int attempt) {
    world.reply(
        send.to(),
        new ObjectMessage.NotServed(send.request().id(), epoch, attempt, false, "peering"));
  }

  private void hold(ObjecterEffect.Send send, int attempt, boolean begun) {
    PgId group = send.request().group();
    world.reply(
        send.to(),
        new ObjectMessage.Hold(
            send.request().id(),
            1,
            group,
            null,
            new ObjectMessage.Hold.Refusal(attempt, begun, "peering")));
  }

  private static OsdId next(ObjecterEffect.Send send) {
    return new OsdId((send.to().node().osd().value() + 1) % FakeCluster.OSDS);
  }

  private void nothingIsSentWithin(long millis) {
    world.run(millis);
    assertThat(world.sends).isEmpty();
  }

  @Test
  void afterAResetAMapThatChangesNothingIsNoReasonToHurry() {
    ObjecterEffect.Send send = sentAppend();
    reset(send.to());
    world.learn(world.cluster.edit());
    nothingIsSentWithin(4);
    world.run(6);
    assertThat(world.onlySend().request().attempt()).isEqualTo(2);
  }

  @Test
  void afterAResetItFollowsThePrimaryAtOnce() {
    ObjecterEffect.Send send = sentAppend();
    reset(send.to());
    world.learn(world.cluster.movePrimary(send.request().group(), next(send)));
    assertThat(world.onlySend().to().node()).isEqualTo(next(send).node());
  }

  /** What an OSD refuses by the map that we have is for the back-off. */
  @Test
  void aMapThatTheOsdHadAlreadyIsNotWaitedFor() {
    ObjecterEffect.Send send = sentAppend();
    notServed(send, 1, 1);
    world.learn(world.cluster.edit());
    nothingIsSentWithin(4);
  }

  @Test
  void onlyTheMapThatIsWaitedForCounts() {
    ObjecterEffect.Send send = sentAppend();
    notServed(send, 4, 1);
    world.learn(world.cluster.edit());
    world.learn(world.cluster.edit());
    assertThat(world.sends).isEmpty();
    world.learn(world.cluster.edit());
    assertThat(world.onlySend().request().epoch()).isEqualTo(4);
  }

  @Test
  void afterAMoveTheBackOffBeginsAnew() {
    ObjecterEffect.Send send = sentAppend();
    for (int i = 0; i < 10; i++) {
      reset(send.to());
      world.run(500);
      world.onlySend();
    }
    world.learn(world.cluster.movePrimary(send.request().group(), next(send)));
    ObjecterEffect.Send moved = world.onlySend();
    reset(moved.to());
    world.run(10);
    assertThat(world.onlySend().to()).isEqualTo(moved.to());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsHeldMayHaveHappenedIfItWasBegun(boolean begun) {
    ObjecterEffect.Send send = sentAppend();
    hold(send, 1, begun);
    world.learn(world.cluster.deletePool());
    assertThat(world.outcome(1)).isEqualTo(new OperationOutcome.PoolGone(begun));
  }

  @Test
  void whatIsHeldStaysUntilItsPrimaryMovesOrItsStreamEnds() {
    ObjecterEffect.Send send = sentAppend();
    hold(send, 1, false);
    reset(elsewhere(send).to());
    world.run(600);
    assertThat(world.takenSequences()).doesNotContain(1L);
    world.learn(world.cluster.edit());
    assertThat(world.sends).isEmpty();
    world.learn(world.cluster.movePrimary(send.request().group(), next(send)));
    assertThat(world.taken()).anyMatch(again -> again.request().id().sequence() == 1);
  }

  /** An operation that goes to another OSD. */
  private ObjecterEffect.Send elsewhere(ObjecterEffect.Send here) {
    int number = 0;
    while (groupOf("other" + number).seed() % FakeCluster.OSDS == here.to().node().osd().value()) {
      number++;
    }
    return sent(ObjecterWorld.append("other" + number, 10));
  }

  @Test
  void aRefusalOfAnEarlierAttemptLeavesALaterOneUnderWay() {
    ObjecterEffect.Send first = sentAppend();
    reset(first.to());
    world.run(10);
    ObjecterEffect.Send second = world.onlySend();
    notServed(first, 9, 1);
    hold(first, 1, false);
    nothingIsSentWithin(1_000);
    world.answer(second);
    assertThat(world.outcome(1)).isInstanceOf(OperationOutcome.Replied.class);
  }

  /** Answers to what changes nothing do not say to which attempt they belong. */
  @Test
  void anyAnswerEndsAListingOrAScrub() {
    world.learnFirstMap();
    PgId group = new PgId(FakeCluster.POOL, 2);
    ObjecterEffect.Send listing =
        sent(new Operation.Listing(FakeCluster.POOL, new ObjectId(5, ""), 10));
    ObjecterEffect.Send scrub = sent(new Operation.Scrub(group, ScrubKind.DEEP));
    reset(listing.to());
    reset(scrub.to());
    world.run(10);
    assertThat(world.takenSequences()).containsExactlyInAnyOrder(1L, 2L);
    world.answerOnly(1);
    world.reply(scrub.to(), new ObjectMessage.ScrubOrdered(scrub.request().id(), 1, 7));
    assertThat(world.outcome(1)).isInstanceOf(OperationOutcome.Replied.class);
    assertThat(world.outcome(2)).isInstanceOf(OperationOutcome.Replied.class);
  }

  /** The update before it is gone, so the answer of an OSD about that one is not awaited. */
  @Test
  void whatRestsBehindACancelledUpdateIsSentAtOnce() {
    ObjecterEffect.Send first = sentAppend();
    ObjecterEffect.Send second = sent(ObjecterWorld.append("a", 10));
    reset(first.to());
    world.step(new ObjecterInput.Dropped(1));
    ObjecterEffect.Send again = world.onlySend();
    assertThat(again.request().id()).isEqualTo(second.request().id());
    assertThat(world.outcome(1)).isEqualTo(new OperationOutcome.Cancelled(true));
  }

  @Test
  void whatFollowsACancelledUpdateIsSentAtOnce() {
    ObjecterEffect.Send first = sentAppend();
    reset(first.to());
    long second = world.submit(ObjecterWorld.append("a", 10));
    world.learn(world.cluster.edit());
    assertThat(world.sends).isEmpty();
    world.step(new ObjecterInput.Dropped(1));
    assertThat(world.onlySend().request().id().sequence()).isEqualTo(second);
  }

  @Test
  void onlyWhoDoesNotAnswerIsAskedForALifeSign() {
    ObjecterEffect.Send silent = sentAppend();
    world.run(2_900);
    assertThat(elsewhere(silent).to()).isNotEqualTo(silent.to());
    world.run(150);
    assertThat(world.listens).hasSize(2);
    assertThat(world.listens.getFirst().to()).isEqualTo(silent.to());
  }

  @Test
  void nothingIsTakenOnceItIsClosed() {
    world.learnFirstMap();
    world.step(new ObjecterInput.Closed());
    long op = world.submit(ObjecterWorld.append("a", 10));
    assertThat(world.outcome(op)).isEqualTo(new OperationOutcome.Closed(false));
    assertThat(world.sends).isEmpty();
  }

  private PgId groupOf(String object) {
    return Placement.group(
        Objects.requireNonNull(world.cluster.map.pools().get(FakeCluster.POOL)),
        Placement.object(object));
  }

  private Peer.Dialed confirmedCollector(OsdId head, OsdId tail) {
    world.learn(world.cluster.replicate(Replication.CHAIN));
    world.learn(world.cluster.movePrimary(groupOf("a"), head, tail));
    answered(ObjecterWorld.append("a", 10));
    Peer.Dialed collector = world.listens.getFirst().to();
    world.step(new ObjecterInput.Listening(collector));
    assertThat(listens(answered(ObjecterWorld.append("a", 10)))).isTrue();
    world.listens.clear();
    return collector;
  }

  private ObjecterEffect.Send answered(Operation operation) {
    ObjecterEffect.Send send = sent(operation);
    world.reply(
        send.to(),
        new ObjectMessage.OperateReply(
            send.request().id(), 1, 1, new OpOutcome.Succeeded(Version.ZERO, List.of())));
    return send;
  }

  private static boolean listens(ObjecterEffect.Send send) {
    return ((ObjectMessage.Operate) send.request()).sending().listens();
  }

  @Test
  void aCollectorWhoseStreamEndedIsToldAgainThatWeListen() {
    Peer.Dialed collector = confirmedCollector(new OsdId(0), new OsdId(2));
    reset(collector);
    assertThat(listens(answered(ObjecterWorld.append("a", 10)))).isFalse();
    assertThat(world.listens).extracting(ObjecterEffect.Listen::to).containsExactly(collector);
  }

  @Test
  void aCollectorThatWasDownIsToldAgainThatWeListen() {
    Peer.Dialed collector = confirmedCollector(new OsdId(0), new OsdId(2));
    OsdInfo up = Objects.requireNonNull(world.cluster.map.osds().get(new OsdId(2)));
    world.learn(world.cluster.down(new OsdId(2)));
    world.learn(world.cluster.edit(new Incremental.PutOsd(up)));
    assertThat(listens(answered(ObjecterWorld.append("a", 10)))).isFalse();
    assertThat(world.listens).extracting(ObjecterEffect.Listen::to).containsExactly(collector);
  }
}
