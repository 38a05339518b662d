package io.pando.sim.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.id.NodeId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client is told when it cannot be served: the same, whatever the way of replication is. */
class RefusalTest {
  private static final long PATIENCE = 20_000 * GroupWorld.MILLI;
  private static final long SECOND = 1_000 * GroupWorld.MILLI;

  private final List<OperationOutcome> outcomes = new ArrayList<>();

  private static GroupWorld world(Replication replication) {
    GroupWorld world = new GroupWorld(3, 3, replication);
    world.clients.add(new GroupClient(world, 1));
    world.run(SECOND);
    return world;
  }

  private void append(GroupWorld world, String object) {
    world.clients.getFirst().append(object, "token", PATIENCE, outcomes::add);
  }

  private static OpOutcome told(OperationOutcome outcome) {
    return ((ObjectMessage.OperateReply) ((OperationOutcome.Replied) outcome).reply()).outcome();
  }

  @ParameterizedTest
  @EnumSource
  void aPauseHoldsUpdatesOfOldMapsToo(Replication replication) {
    GroupWorld world = world(replication);
    append(world, "read");
    world.run(SECOND);
    assertThat(outcomes).hasSize(1);
    world.flags(ClusterFlag.PAUSEWR);
    world.run(70 * GroupWorld.MILLI);
    append(world, "o");
    append(world, "other");
    world.run(5 * SECOND);
    assertThat(outcomes).hasSize(1);
    world.clients.getFirst().read("read", PATIENCE, outcomes::add);
    world.run(SECOND);
    assertThat(told(outcomes.get(1))).isInstanceOf(OpOutcome.Succeeded.class);
    world.flags();
    world.run(2 * SECOND);
    assertThat(outcomes).hasSize(4);
    assertThat(outcomes)
        .allSatisfy(it -> assertThat(told(it)).isInstanceOf(OpOutcome.Succeeded.class));
  }

  /** It waited in a stream, and was answered elsewhere by now. */
  @ParameterizedTest
  @EnumSource
  void whatWasSentBeforeTheIntervalIsNotExecuted(Replication replication) {
    GroupWorld world = world(replication);
    append(world, "o");
    world.run(SECOND);
    long epoch = world.map().epoch();
    List<OsdId> order = world.locate(world.map(), GroupWorld.GROUP).up().osds();
    world.order(order.reversed());
    world.run(SECOND);
    world.order(order);
    world.run(SECOND);
    OsdId primary = order.getFirst();
    create(world, primary, "late", epoch);
    create(world, primary, "new", world.map().epoch());
    world.clients.getFirst().read("late", PATIENCE, outcomes::add);
    world.run(SECOND);
    world.clients.getFirst().read("new", PATIENCE, outcomes::add);
    world.run(SECOND);
    assertThat(told(outcomes.get(1))).isInstanceOf(OpOutcome.Failed.class);
    assertThat(((OpOutcome.Failed) told(outcomes.get(1))).error()).isEqualTo(OpError.NOT_FOUND);
    assertThat(told(outcomes.get(2))).isInstanceOf(OpOutcome.Succeeded.class);
  }

  private static void create(GroupWorld world, OsdId at, String object, long epoch) {
    Peer.Session stream = new Peer.Session(new NodeId(NodeId.Role.CLIENT, 1), 1, 1);
    ObjectMessage.Operate create =
        new ObjectMessage.Operate(
            new RequestId(99, epoch),
            epoch,
            GroupWorld.GROUP,
            Placement.object(object),
            List.of(new ObjectOp.Create(true)),
            ObjectMessage.Sending.FIRST);
    world.members.get(at.value()).hear(stream, create);
    world.run(SECOND);
  }

  @ParameterizedTest
  @EnumSource
  void whoIsFullRefusesWhatNeedsSpace(Replication replication) {
    GroupWorld world = world(replication);
    append(world, "o");
    world.run(SECOND);
    world.members.forEach(member -> member.setFull(true));
    append(world, "o");
    append(world, "other");
    world.run(SECOND);
    assertThat(outcomes).hasSize(3);
    for (OperationOutcome outcome : outcomes.subList(1, 3)) {
      assertThat(told(outcome)).isInstanceOf(OpOutcome.Failed.class);
      assertThat(((OpOutcome.Failed) told(outcome)).error()).isEqualTo(OpError.NO_SPACE);
    }
    world.clients.getFirst().remove("o", PATIENCE, outcomes::add);
    world.run(SECOND);
    assertThat(told(outcomes.getLast())).isInstanceOf(OpOutcome.Succeeded.class);
    world.members.forEach(member -> member.setFull(false));
    append(world, "o");
    world.run(SECOND);
    assertThat(told(outcomes.getLast())).isInstanceOf(OpOutcome.Succeeded.class);
  }

  @ParameterizedTest
  @EnumSource
  void aRemovedPoolEndsEverything(Replication replication) {
    GroupWorld world = world(replication);
    for (int i = 0; i < 20; i++) {
      append(world, "o" + i % 3);
    }
    world.run(2 * GroupWorld.MILLI);
    world.removePool();
    for (int i = 0; i < 20; i++) {
      append(world, "o" + i % 3);
      world.run(10 * GroupWorld.MILLI);
    }
    world.run(SECOND);
    assertThat(outcomes).hasSize(40);
    assertThat(outcomes)
        .allSatisfy(
            outcome -> assertThat(isDone(outcome) || isGone(outcome)).as("%s", outcome).isTrue());
    assertThat(isGone(outcomes.getLast())).isTrue();
  }

  private static boolean isDone(OperationOutcome outcome) {
    return outcome instanceof OperationOutcome.Replied
        && told(outcome) instanceof OpOutcome.Succeeded;
  }

  private static boolean isGone(OperationOutcome outcome) {
    return outcome instanceof OperationOutcome.PoolGone
        || (outcome instanceof OperationOutcome.Replied
            && told(outcome) instanceof OpOutcome.Failed failed
            && failed.error() == OpError.NO_POOL);
  }
}
