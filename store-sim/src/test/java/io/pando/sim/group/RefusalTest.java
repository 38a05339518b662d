package io.pando.sim.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.objecter.Outcome;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Replication;
import io.pando.message.ObjectMessage;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a client is told when it cannot be served: the same, whatever the way of replication is. */
class RefusalTest {
  private static final long PATIENCE = 20_000 * GroupWorld.MILLI;
  private static final long SECOND = 1_000 * GroupWorld.MILLI;

  private final List<Outcome> outcomes = new ArrayList<>();

  private static GroupWorld world(Replication replication) {
    GroupWorld world = new GroupWorld(3, 3, replication);
    world.clients.add(new GroupClient(world, 1));
    world.run(SECOND);
    return world;
  }

  private void append(GroupWorld world, String object) {
    world.clients.getFirst().append(object, "token", PATIENCE, outcomes::add);
  }

  private static OpOutcome told(Outcome outcome) {
    return ((ObjectMessage.OperateReply) ((Outcome.Replied) outcome).reply()).outcome();
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
    for (Outcome outcome : outcomes.subList(1, 3)) {
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

  private static boolean isDone(Outcome outcome) {
    return outcome instanceof Outcome.Replied && told(outcome) instanceof OpOutcome.Succeeded;
  }

  private static boolean isGone(Outcome outcome) {
    return outcome instanceof Outcome.PoolGone
        || (outcome instanceof Outcome.Replied
            && told(outcome) instanceof OpOutcome.Failed failed
            && failed.error() == OpError.NO_POOL);
  }
}
