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
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations that wait at the primary when their session is fenced. */
class FencedOperationsTest {
  private static final long FENCED = 5;
  private static final long OTHER_SESSION = 6;
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final MemberId OTHER = MemberId.of(new OsdId(1));
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));
  private static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.utf8("new"));
  private static final ObjectOp APPEND = new ObjectOp.Append(Payload.utf8("+"));

  private final ScriptedAvailability availability = new ScriptedAvailability();
  private final GroupHarness harness = GroupHarness.primary(2, Replication.PRIMARY);
  private final PrimaryReplication replication =
      new PrimaryReplication(harness.replica, new DurableHeads());
  private final Operations operations =
      new Operations(
          new OperationContext(
              harness.replica, replication, availability, ObjectAccess.ofReplicas(harness.replica)),
          availability);
  private long sequence;

  FencedOperationsTest() {
    replication.begin();
  }

  private RequestId ask(long session, ObjectOp... ops) {
    RequestId id = new RequestId(session, ++sequence);
    operations.onOperate(
        GroupHarness.client(session),
        new ObjectMessage.Operate(
            id, Maps.EPOCH, Maps.GROUP, OBJECT, List.of(ops), ObjectMessage.Sending.FIRST),
        77);
    return id;
  }

  private void fence() {
    harness.fence(FENCED);
    operations.onFenced();
  }

  private void commit() {
    harness.settle();
    replication.onReplicated(OTHER, harness.replica.log().head());
  }

  private static String told(Effect.Reply reply) {
    OpOutcome outcome = ((ObjectMessage.OperateReply) reply.reply()).outcome();
    return "%s %s"
        .formatted(
            reply.reply().id(),
            outcome instanceof OpOutcome.Failed failed ? failed.error() : "succeeded");
  }

  /** The answers since this was asked last. */
  private List<String> replies() {
    return harness.effects(Effect.Reply.class).stream().map(FencedOperationsTest::told).toList();
  }

  private static String refused(RequestId id) {
    return id + " " + OpError.FENCED;
  }

  private static String succeeded(RequestId id) {
    return id + " succeeded";
  }

  private void ordersNothing() {
    assertThat(operations.size()).isZero();
    assertThat(harness.submitted()).isZero();
    assertThat(harness.replica.log().head()).isEqualTo(Version.ZERO);
  }

  @Test
  void anUpdateWhoseObjectIsReadIsNotOrdered() {
    RequestId id = ask(FENCED, APPEND);
    assertThat(harness.reads()).isOne();
    fence();
    assertThat(replies()).isEmpty();
    harness.answer();
    assertThat(replies()).containsExactly(refused(id));
    ordersNothing();
  }

  @Test
  void anUpdateThatWaitsForItsObjectIsRefusedAtOnce() {
    availability.missing.add(OBJECT);
    RequestId id = ask(FENCED, WRITE);
    RequestId query = ask(FENCED, READ);
    fence();
    assertThat(replies()).containsExactly(refused(id), refused(query));
    availability.missing.clear();
    operations.onAvailable(OBJECT);
    ordersNothing();
  }

  @Test
  void othersGetTheirTurn() {
    availability.missing.add(OBJECT);
    RequestId id = ask(FENCED, WRITE);
    RequestId other = ask(OTHER_SESSION, WRITE);
    fence();
    assertThat(replies()).containsExactly(refused(id));
    availability.missing.clear();
    operations.onAvailable(OBJECT);
    commit();
    assertThat(replies()).containsExactly(succeeded(other));
  }

  @Test
  void anOperationBehindAnotherIsRefusedWhenItsTurnHasCome() {
    RequestId first = ask(OTHER_SESSION, WRITE);
    harness.answer();
    RequestId query = ask(FENCED, READ);
    RequestId other = ask(OTHER_SESSION, READ);
    harness.fence(FENCED);
    commit();
    assertThat(replies()).containsExactly(succeeded(first), refused(query));
    harness.settle();
    assertThat(replies()).containsExactly(succeeded(other));
  }

  /** Other members may have it, and may be asked for it when this primary is gone. */
  @Test
  void anUpdateThatIsOrderedStays() {
    RequestId id = ask(FENCED, APPEND);
    harness.answer();
    assertThat(harness.submitted()).isOne();
    fence();
    commit();
    assertThat(replies()).containsExactly(succeeded(id));
    assertThat(harness.replica.log().ofRequest(id)).isPresent();
  }
}
