package io.pando.osd.pg.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replication.PrimaryReplication;
import io.pando.osd.pg.roots.DurableHeads;
import io.pando.osd.pg.step.Effect;
import io.pando.report.OpenOperation;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators are told about operations that are not answered. */
class OperationReportTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final MemberId OTHER = MemberId.of(new OsdId(1));
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));
  private static final ObjectOp APPEND = new ObjectOp.Append(Payload.utf8("+"));
  private static final long SECOND = 1_000_000_000L;

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

  @BeforeEach
  void activate() {
    replication.begin();
  }

  private RequestId ask(ObjectOp... ops) {
    RequestId id = new RequestId(5, ++sequence);
    operations.onOperate(
        GroupHarness.client(1),
        new ObjectMessage.Operate(
            id, Maps.EPOCH, Maps.GROUP, OBJECT, List.of(ops), ObjectMessage.Sending.FIRST),
        77);
    return id;
  }

  private OpenOperation.Progress only() {
    assertThat(operations.report()).hasSize(1);
    return operations.report().getFirst().progress();
  }

  @Test
  void anUpdateTellsEachStepAndWhomItWaitsFor() {
    RequestId id = ask(APPEND, new ObjectOp.Remove());
    OpenOperation open = operations.report().getFirst();
    assertThat(open.request()).isEqualTo(id);
    assertThat(open.client()).isEqualTo(GroupHarness.client(1).node());
    assertThat(open.group()).isEqualTo(Maps.GROUP);
    assertThat(open.object()).isEqualTo(OBJECT);
    assertThat(open.what()).isEqualTo("append+remove");
  }

  @Test
  void anUpdateWaitsForTheStoreThenForMembers() {
    ask(APPEND);
    harness.pass(SECOND);
    assertThat(only().ageNanos()).isEqualTo(SECOND);
    assertThat(only().steps()).extracting(OpenOperation.Step::what).containsExactly("started");
    assertThat(only().waitsFor()).isEqualTo("the store to read the object");
    harness.answer();
    assertThat(only().steps())
        .containsExactly(
            new OpenOperation.Step("started", 0), new OpenOperation.Step("ordered as 7'1", SECOND));
    assertThat(only().waitsFor()).isEqualTo("the update to be durable on osd.0, osd.1");
    harness.pass(SECOND);
    harness.settle();
    assertThat(only().steps()).hasSize(3);
    assertThat(only().steps().getLast())
        .isEqualTo(new OpenOperation.Step("durable on the primary", 2 * SECOND));
    assertThat(only().waitsFor()).isEqualTo("the update to be durable on osd.1");
    replication.onReplicated(OTHER, harness.replica.log().head());
    assertThat(operations.report()).isEmpty();
    assertThat(harness.effects(Effect.CountSlow.class)).isEmpty();
  }

  @Test
  void aVectorBehindAnotherWaitsForThat() {
    ask(APPEND);
    ask(READ);
    assertThat(operations.report().getLast().progress().waitsFor())
        .isEqualTo("operations on the same object that came before it");
    assertThat(operations.report().getLast().progress().steps()).isEmpty();
  }

  @Test
  void aVectorWaitsForRecoveryOfItsObject() {
    availability.missing.add(OBJECT);
    ask(APPEND);
    assertThat(only().waitsFor()).isEqualTo("recovery of the object");
    availability.lost.add(OBJECT);
    assertThat(only().waitsFor()).isEqualTo("a good copy of the object: no OSD has one");
  }

  @Test
  void whatWasSlowIsToldWhenItIsAnswered() {
    ask(APPEND);
    harness.pass(OpenOperation.SLOW_NANOS);
    assertThat(operations.report().getFirst().isSlow()).isTrue();
    harness.answer();
    harness.settle();
    replication.onReplicated(OTHER, harness.replica.log().head());
    assertThat(harness.effects(Effect.CountSlow.class))
        .singleElement()
        .satisfies(slow -> {
          assertThat(slow.operation().progress().waitsFor()).isEmpty();
          assertThat(slow.operation().progress().ageNanos()).isEqualTo(OpenOperation.SLOW_NANOS);
          assertThat(slow.operation().progress().steps()).hasSize(3);
        });
  }
}
