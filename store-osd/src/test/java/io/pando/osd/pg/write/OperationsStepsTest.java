package io.pando.osd.pg.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage.Replicate;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Unserved;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the primary does with requests, one by one. */
class OperationsStepsTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final MemberId OTHER = MemberId.of(new OsdId(1));
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));
  private static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.utf8("new"));
  private static final ObjectOp APPEND = new ObjectOp.Append(Payload.utf8("+"));
  private static final ObjectOp REMOVE = new ObjectOp.Remove();

  private final ScriptedAvailability availability = new ScriptedAvailability();
  private GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private PrimaryReplication replication = replication();
  private Operations operations = operations();
  private long sequence;

  private PrimaryReplication replication() {
    PrimaryReplication made = new PrimaryReplication(harness.replica, new DurableHeads());
    made.begin();
    return made;
  }

  private Operations operations() {
    return new Operations(
        new OperationContext(
            harness.replica, replication, availability, ObjectAccess.ofReplicas(harness.replica)),
        availability);
  }

  private void inAChain() {
    harness = GroupHarness.primary(2, Replication.CHAIN);
    replication = replication();
    operations = operations();
  }

  private RequestId ask(ObjectOp... ops) {
    return ask(ObjectMessage.Sending.FIRST, ops);
  }

  private RequestId ask(ObjectMessage.Sending sending, ObjectOp... ops) {
    RequestId id = new RequestId(5, ++sequence);
    ask(1, id, sending, ops);
    return id;
  }

  private void ask(long client, RequestId id, ObjectMessage.Sending sending, ObjectOp... ops) {
    operations.onOperate(
        GroupHarness.client(client),
        new ObjectMessage.Operate(id, Maps.EPOCH, Maps.GROUP, OBJECT, List.of(ops), sending),
        77);
  }

  private static ObjectMessage.Sending attempt(int number) {
    return new ObjectMessage.Sending(number, 0, false);
  }

  private static ObjectMessage.Sending behind(RequestId before) {
    return new ObjectMessage.Sending(1, before.sequence(), false);
  }

  private static Effect.Reply reply(long client, RequestId id, int attempt, OpOutcome outcome) {
    return new Effect.Reply(
        GroupHarness.client(client),
        new ObjectMessage.OperateReply(id, Maps.EPOCH, attempt, outcome));
  }

  private static Effect.Reply done(long client, RequestId id, long version) {
    return reply(client, id, ObjectMessage.ANY_ATTEMPT, succeeded(version, new OpResult.Done()));
  }

  private static OpOutcome succeeded(long version, OpResult... results) {
    return new OpOutcome.Succeeded(
        version == 0 ? Version.ZERO : new Version(Maps.EPOCH, version), List.of(results));
  }

  private List<Effect.Reply> replies() {
    return harness.effects(Effect.Reply.class);
  }

  private List<OpError> errors() {
    return replies().stream()
        .map(it -> ((ObjectMessage.OperateReply) it.reply()).outcome())
        .map(it -> ((OpOutcome.Failed) it).error())
        .toList();
  }

  private void commit() {
    harness.settle();
    replication.onReplicated(OTHER, harness.replica.log().head());
  }

  private RequestId written() {
    RequestId id = ask(WRITE);
    commit();
    assertThat(replies()).containsExactly(done(1, id, harness.replica.log().head().counter()));
    availability.heard();
    return id;
  }

  @Test
  void anUpdateIsOrderedOnceItsObjectWasReadAndAnsweredOnceItIsCommitted() {
    RequestId id = ask(APPEND);
    assertThat(operations.size()).isOne();
    assertThat(operations.isWriting()).isTrue();
    assertThat(((Effect.ReadObject) harness.read()).client()).isEqualTo(GroupHarness.client(1));
    assertThat(harness.submitted()).isZero();
    harness.answer();
    assertThat(availability.heard()).containsExactly("changed o 7'1");
    assertThat(harness.replica.log().newestOf(OBJECT).orElseThrow().prior())
        .isEqualTo(Version.ZERO);
    harness.effects();
    harness.settle();
    assertThat(replies()).isEmpty();
    replication.onReplicated(OTHER, new Version(Maps.EPOCH, 1));
    assertThat(replies()).containsExactly(done(1, id, 1));
    assertThat(operations.size()).isZero();
    assertThat(harness.replica.info().objects()).isOne();
    assertThat(harness.replica.info().bytes()).isOne();
    assertThat(ask(REMOVE)).isNotNull();
    harness.answer();
    assertThat(availability.heard()).containsExactly("changed o 0'0");
    assertThat(harness.replica.info().objects()).isZero();
    assertThat(harness.replica.info().bytes()).isZero();
  }

  @Test
  void writersThatTellNothingFollowOneAnotherWithoutWaiting() {
    ask(APPEND);
    harness.answer();
    ask(APPEND);
    ask(WRITE);
    assertThat(harness.reads()).isZero();
    assertThat(replication.size()).isEqualTo(3);
  }

  @Test
  void whatTellsSomethingWaitsForUpdatesBeforeIt() {
    written();
    ask(APPEND);
    harness.answer();
    RequestId stat = ask(new ObjectOp.Stat(), APPEND);
    RequestId read = ask(READ);
    assertThat(harness.reads()).isZero();
    commit();
    commit();
    commit();
    List<Effect.Reply> replies = replies();
    assertThat(replies).hasSize(3);
    assertThat(replies.get(1))
        .isEqualTo(
            reply(
                1,
                stat,
                ObjectMessage.ANY_ATTEMPT,
                succeeded(
                    3, new OpResult.Stat(4, new Version(Maps.EPOCH, 2), 77), new OpResult.Done())));
    assertThat(replies.get(2))
        .isEqualTo(reply(1, read, 1, succeeded(3, new OpResult.Data(Payload.utf8("new++")))));
  }

  /** That the object is there already is no news before it is committed. */
  @Test
  void aFailureThatRestsOnAnUpdateUnderWayWaitsForIt() {
    ask(WRITE);
    harness.answer();
    ask(new ObjectOp.Create(true));
    assertThat(replies()).isEmpty();
    ask(APPEND);
    assertThat(replication.size()).isOne();
    replication.onReplicated(OTHER, new Version(Maps.EPOCH, 1));
    harness.report();
    assertThat(replies()).hasSize(1);
    harness.answer();
    assertThat(errors()).containsExactly(OpError.ALREADY_EXISTS);
    assertThat(replication.size()).as("the next one goes on from there").isZero();
    harness.answer();
    assertThat(replication.size()).isOne();
    ask(APPEND);
    assertThat(replication.size()).as("and the one behind waits for nothing").isEqualTo(2);
  }

  @Test
  void readersRunSideBySideAndAWriterWaitsForThem() {
    written();
    ask(READ);
    ask(READ);
    assertThat(harness.reads()).isEqualTo(2);
    ask(WRITE);
    assertThat(harness.reads()).isEqualTo(2);
    harness.answer();
    operations.invariants();
    assertThat(harness.reads()).isOne();
    harness.answer();
    assertThat(harness.reads()).isOne();
    assertThat(replies()).hasSize(2);
    ask(READ);
    assertThat(harness.reads()).as("a reader waits for the writer before it").isOne();
  }

  @Test
  void whatIsAskedForAgainIsDoneOnceAndAnsweredToAll() {
    RequestId id = ask(APPEND);
    ask(1, id, attempt(2), APPEND);
    ask(2, id, attempt(3), APPEND);
    assertThat(harness.reads()).isOne();
    assertThat(operations.size()).isOne();
    commit();
    assertThat(replies()).containsExactly(done(1, id, 1), done(2, id, 1));
    ask(3, id, attempt(4), APPEND);
    assertThat(replies()).containsExactly(done(3, id, 1));
    assertThat(operations.size()).isZero();
    assertThat(harness.reads()).isZero();
  }

  @Test
  void aFailureAnswersTheAttemptThatFailed() {
    RequestId id = ask(READ);
    ask(1, id, attempt(2), READ);
    ask(2, id, attempt(3), READ);
    harness.answer();
    assertThat(replies())
        .containsExactly(
            reply(1, id, 2, new OpOutcome.Failed(OpError.NOT_FOUND, 0, "no object o")),
            reply(2, id, 3, new OpOutcome.Failed(OpError.NOT_FOUND, 0, "no object o")));
    assertThat(operations.size()).isZero();
  }

  @Test
  void whatNoLimitAllowsIsRefusedAtOnce() {
    RequestId id = ask(attempt(4), Collections.nCopies(257, APPEND).toArray(ObjectOp[]::new));
    assertThat(replies())
        .containsExactly(
            reply(
                1,
                id,
                4,
                new OpOutcome.Failed(OpError.TOO_LARGE, -1, "257 operations; at most 256")));
    assertThat(operations.size()).isZero();
    ask(Collections.nCopies(256, APPEND).toArray(ObjectOp[]::new));
    assertThat(operations.size()).isOne();
  }

  @Test
  void whoIsFullTakesOnlyWhatNeedsNoSpace() {
    written();
    operations.setFull(true);
    RequestId refused = ask(APPEND);
    harness.settle();
    assertThat(replies())
        .containsExactly(
            reply(
                1,
                refused,
                1,
                new OpOutcome.Failed(
                    OpError.NO_SPACE,
                    -1,
                    "a device of group 1.0 is full: add OSDs or remove data")));
    ask(READ);
    ask(REMOVE);
    commit();
    assertThat(replies()).hasSize(2);
    assertThat(harness.store.ids()).isEmpty();
    operations.setFull(false);
    written();
  }

  // What follows another request

  @Test
  void whatComesBeforeTheOneItFollowsIsRefused() {
    RequestId id = ask(new ObjectMessage.Sending(3, 99, false), APPEND);
    assertThat(availability.heard()).containsExactly("early client.1 " + id + " 3");
    assertThat(operations.size()).isZero();
    RequestId first = ask(APPEND);
    ask(behind(first), APPEND);
    assertThat(operations.size()).isEqualTo(2);
    commit();
    availability.heard();
    ask(behind(first), APPEND);
    assertThat(operations.size()).as("it was done").isOne();
    assertThat(availability.heard()).isEmpty();
  }

  @Test
  void whatFollowsARequestOnAnotherObjectMustComeBehindIt() {
    RequestId first = ask(APPEND);
    operations.onOperate(
        GroupHarness.client(1),
        new ObjectMessage.Operate(
            new RequestId(5, 50),
            Maps.EPOCH,
            Maps.GROUP,
            GroupHarness.object("other"),
            List.of(APPEND),
            behind(first)),
        0);
    assertThat(availability.early()).hasSize(1);
  }

  @Test
  void whatFollowsAFailureGoesBack() {
    RequestId failing = ask(REMOVE);
    RequestId id = ask(behind(failing), APPEND);
    ask(2, id, new ObjectMessage.Sending(2, failing.sequence(), false), APPEND);
    assertThat(operations.size()).isEqualTo(2);
    harness.answer();
    assertThat(errors()).containsExactly(OpError.NOT_FOUND);
    assertThat(availability.heard())
        .containsExactly("early client.1 " + id + " 1", "early client.2 " + id + " 2");
    assertThat(operations.size()).isZero();
  }

  // Too many

  @Test
  void moreThanAreAllowedToWaitAreHeldUntilHalfAreGone() {
    availability.heldUp.add(OBJECT);
    for (int i = 0; i < 256; i++) {
      ask(APPEND);
    }
    assertThat(Collections.max(availability.heard())).isEqualTo("hurry o");
    RequestId held = ask(APPEND);
    assertThat(availability.heard()).containsExactly("hold client.1 " + held);
    assertThat(operations.size()).isEqualTo(256);
    availability.heldUp.clear();
    // Only the first request's turn comes, and it reads.
    operations.onAvailable(OBJECT);
    assertThat(availability.heard()).isEmpty();
    harness.answer();
    assertThat(availability.heard().getLast()).isEqualTo("release o");
    ask(APPEND);
    assertThat(availability.heard()).doesNotContain("release o");
  }

  @Test
  void heldRequestsAreReleasedWhenHalfAsManyWait() {
    written();
    availability.missing.add(OBJECT);
    for (int i = 0; i < 127; i++) {
      ask(READ);
    }
    ask(WRITE);
    for (int i = 0; i < 128; i++) {
      ask(READ);
    }
    RequestId held = ask(READ);
    assertThat(availability.heard()).contains("hold client.1 " + held);
    availability.missing.clear();
    operations.onAvailable(OBJECT);
    assertThat(availability.heard()).as("129 wait").isEmpty();
    for (int i = 0; i < 127; i++) {
      harness.answer();
    }
    assertThat(availability.heard()).as("128 wait").containsExactly("release o");
  }

  // Objects that are not here

  @Test
  void whatWaitsForAnObjectHurriesIt() {
    written();
    availability.missing.add(OBJECT);
    ask(READ);
    assertThat(availability.heard()).containsExactly("hurry o");
    operations.onAvailable(OBJECT);
    assertThat(availability.heard()).containsExactly("hurry o");
    availability.missing.clear();
    availability.heldUp.add(OBJECT);
    operations.onAvailable(OBJECT);
    assertThat(harness.reads()).as("it can be read").isOne();
    harness.answer();
    ask(WRITE);
    assertThat(availability.heard()).containsExactly("hurry o");
    assertThat(harness.reads()).isZero();
    operations.onAvailable(GroupHarness.object("another"));
    assertThat(availability.heard()).isEmpty();
  }

  @Test
  void anObjectThatRecoveryTakesWhileItIsReadIsReadAgain() {
    ask(APPEND);
    availability.heldUp.add(OBJECT);
    harness.answer();
    assertThat(replication.size()).isZero();
    assertThat(availability.heard()).containsExactly("hurry o");
    availability.heldUp.clear();
    operations.onAvailable(OBJECT);
    harness.answer();
    assertThat(replication.size()).isOne();
  }

  @Test
  void whoFindsDamageWaitsUntilItIsMended() {
    written();
    harness.store.damaged.add(OBJECT);
    ask(READ);
    ask(new ObjectOp.GetAttribute("a"), APPEND);
    harness.answer();
    assertThat(availability.heard()).containsExactly("damaged o: bad bytes of o", "hurry o");
    assertThat(replies()).isEmpty();
    assertThat(operations.size()).isEqualTo(2);
    harness.store.damaged.clear();
    availability.missing.clear();
    operations.onAvailable(OBJECT);
    harness.answer();
    assertThat(replies()).hasSize(1);
  }

  @Test
  void anUpdateThatFindsDamageWaitsToo() {
    written();
    harness.store.unreadable.add(OBJECT);
    ask(APPEND);
    harness.answer();
    assertThat(availability.heard()).containsExactly("damaged o: bad bytes of o", "hurry o");
    assertThat(replication.size()).isZero();
    operations.invariants();
    harness.store.unreadable.clear();
    availability.missing.clear();
    operations.onAvailable(OBJECT);
    harness.answer();
    assertThat(replication.size()).isOne();
  }

  @Test
  void anAnswerFromTheLogWaitsUntilAllHaveTheObject() {
    RequestId id = written();
    availability.heldUp.add(OBJECT);
    ask(2, id, attempt(2), WRITE);
    assertThat(availability.heard()).containsExactly("hurry o");
    assertThat(operations.size()).isOne();
    operations.onAvailable(OBJECT);
    assertThat(replies()).isEmpty();
    availability.heldUp.clear();
    operations.onAvailable(OBJECT);
    assertThat(replies()).containsExactly(done(2, id, 1));
    assertThat(operations.size()).isZero();
    operations.onAvailable(OBJECT);
    assertThat(replies()).isEmpty();
    availability.heldUp.add(OBJECT);
    ask(2, id, attempt(3), WRITE);
    availability.lost.add(OBJECT);
    operations.onLost(OBJECT, "gone");
    assertThat(replies()).as("it would promise what is lost").isEmpty();
    ask(2, id, attempt(4), WRITE);
    assertThat(operations.size()).isOne();
    availability.lost.clear();
    availability.heldUp.clear();
    operations.onAvailable(OBJECT);
    assertThat(replies()).isNotEmpty().containsOnly(done(2, id, 1));
  }

  // Clients that are gone

  @Test
  void aReadIsDroppedWithTheLastOfItsClients() {
    written();
    RequestId id = ask(READ);
    ask(2, id, attempt(2), READ);
    harness.drop();
    assertThat(operations.size()).isOne();
    assertThat(((Effect.ReadObject) harness.read()).client()).isEqualTo(GroupHarness.client(2));
    harness.drop();
    assertThat(operations.size()).isZero();
    assertThat(harness.reads()).isZero();
    operations.invariants();
    written();
  }

  @Test
  void anUpdateIsNotDroppedWithItsClient() {
    ask(APPEND);
    harness.drop();
    assertThat(operations.size()).isOne();
    harness.answer();
    assertThat(replication.size()).isOne();
  }

  @Test
  void whatWasUnderWayGoesBackToAllWhoAsked() {
    RequestId id = ask(APPEND);
    ask(2, id, attempt(2), APPEND);
    availability.heldUp.add(OBJECT);
    assertThat(operations.unserved())
        .extracting(Unserved::client)
        .containsExactly(GroupHarness.client(1), GroupHarness.client(2));
  }

  // Who tells the client

  private List<Effect> committedInAChain(ObjectMessage.Sending sending, boolean askedAgain) {
    RequestId id = ask(sending, APPEND);
    harness.settle();
    boolean told = sending.listens();
    assertThat(harness.said(Replicate.class).getFirst().answerClient()).isEqualTo(told);
    if (askedAgain) {
      ask(2, id, attempt(2), APPEND);
    }
    replication.onReplicated(OTHER, harness.replica.log().head());
    return harness.effects().stream().filter(it -> !(it instanceof Effect.CountCommit)).toList();
  }

  @Test
  void theCollectorTellsClientsThatHearIt() {
    inAChain();
    ObjectMessage.Sending listens = new ObjectMessage.Sending(1, 0, true);
    assertThat(committedInAChain(listens, false))
        .containsExactly(new Effect.EndRequest(GroupHarness.client(1), new RequestId(5, 1)));
    assertThat(committedInAChain(listens, true))
        .containsExactly(done(1, new RequestId(5, 2), 2), done(2, new RequestId(5, 2), 2));
    assertThat(committedInAChain(ObjectMessage.Sending.FIRST, false))
        .containsExactly(done(1, new RequestId(5, 3), 3));
  }

  @Test
  void theCollectorDoesNotTellWhoAskedAgainOrByAnOlderMap() {
    inAChain();
    ObjectMessage.Sending listens = new ObjectMessage.Sending(1, 0, true);
    RequestId id = ask(listens, APPEND);
    ask(2, id, listens, APPEND);
    operations.onOperate(
        GroupHarness.client(1),
        new ObjectMessage.Operate(
            new RequestId(5, 50), Maps.EPOCH - 1, Maps.GROUP, OBJECT, List.of(APPEND), listens),
        0);
    harness.settle();
    assertThat(harness.said(Replicate.class))
        .extracting(Replicate::answerClient)
        .containsOnly(false);
  }
}
