package io.pando.sim.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.objecter.OperationOutcome;
import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.message.Message;
import io.pando.message.ReplicationMessage;
import io.pando.message.ReplicationMessage.Replicate;
import io.pando.osd.pg.replica.ScrubLimits;
import io.pando.report.group.GroupState;
import io.pando.report.group.GroupStats;
import io.pando.report.group.RolledBack;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas that silently differ, and disks that forget, are noticed within seconds. */
class ReplicaDoubtsTest {
  private static final long SECOND = 1_000 * GroupWorld.MILLI;

  /** None but what a doubt asks for, and that repairs nothing. */
  private static final ScrubLimits ONLY_LOOKS = new ScrubLimits(0, 0, 0, 3, 2, false);

  private static GroupWorld world(Replication replication) {
    return world(replication, ONLY_LOOKS);
  }

  private static GroupWorld world(Replication replication, ScrubLimits scrubs) {
    GroupWorld world = new GroupWorld(5, 3, replication, scrubs);
    world.clients.add(new GroupClient(world, 1));
    world.run(SECOND);
    append(world, "o");
    append(world, "other");
    world.run(SECOND);
    assertNoDoubts(world);
    return world;
  }

  private static void append(GroupWorld world, String object) {
    boolean[] done = {false};
    world
        .clients
        .getFirst()
        .append(
            object,
            "token",
            20 * SECOND,
            outcome -> {
              assertThat(outcome).isInstanceOf(OperationOutcome.Replied.class);
              done[0] = true;
            });
    while (!done[0]) {
      world.run(GroupWorld.MILLI);
    }
  }

  private static List<OsdId> members(GroupWorld world) {
    return world.locate(world.map(), GroupWorld.GROUP).acting().osds();
  }

  private static Member member(GroupWorld world, int place) {
    return world.members.get(members(world).get(place).value());
  }

  private static GroupStats stats(GroupWorld world) {
    return member(world, 0).group().stats();
  }

  private static void assertNoDoubts(GroupWorld world) {
    assertThat(stats(world).problems().diverged()).isEmpty();
    assertThat(stats(world).problems().rolledBack()).isEmpty();
  }

  /** It takes the entry, and does nothing to the object. */
  private static Message withoutOps(Message message) {
    return message instanceof Replicate it
        ? new Replicate(
            it.group(),
            it.epoch(),
            new ReplicationMessage.Update(
                it.entry(), List.of(), it.update().objects(), it.update().bytes()),
            it.progress(),
            it.without(),
            it.answerClient())
        : message;
  }

  @ParameterizedTest
  @EnumSource
  void anUpdateThatAReplicaLeavesOutIsNoticed(Replication replication) {
    GroupWorld world = world(replication);
    // The last but one in a chain and in a splay does not acknowledge to the primary.
    Member other = member(world, 1);
    other.mishear(ReplicaDoubtsTest::withoutOps);
    append(world, "o");
    other.mishear(it -> it);
    world.run(3 * SECOND);
    assertThat(stats(world).problems().diverged()).containsKey(MemberId.of(other.id()));
    assertThat(stats(world).states())
        .contains(
            GroupState.ACTIVE, GroupState.CLEAN, GroupState.DIVERGED, GroupState.INCONSISTENT);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNoticedIsRepairedAtOnce(Replication replication) {
    GroupWorld world = world(replication, new ScrubLimits(0, 0, 0, 3, 2, true));
    Member other = member(world, 1);
    other.mishear(ReplicaDoubtsTest::withoutOps);
    append(world, "o");
    other.mishear(it -> it);
    world.run(20 * SECOND);
    assertThat(member(world, 0).hasDoubted()).isTrue();
    assertNoDoubts(world);
    assertThat(stats(world).states()).containsExactly(GroupState.ACTIVE, GroupState.CLEAN);
  }

  @ParameterizedTest
  @EnumSource
  void itIsForgottenWhenTheyAreEqualAgain(Replication replication) {
    GroupWorld world = world(replication);
    Member other = member(world, 2);
    other.mishear(ReplicaDoubtsTest::withoutOps);
    append(world, "o");
    other.mishear(it -> it);
    world.run(3 * SECOND);
    assertThat(stats(world).problems().diverged()).containsOnlyKeys(MemberId.of(other.id()));
    // As another interval begins, what differs still does.
    world.order(List.of(members(world).get(0), members(world).get(2), members(world).get(1)));
    world.run(SECOND);
    assertThat(stats(world).problems().diverged()).containsOnlyKeys(MemberId.of(other.id()));
    other.crash();
    other.forget();
    world.markDown(other.id());
    other.restart();
    world.run(20 * SECOND);
    assertNoDoubts(world);
    assertThat(stats(world).states())
        .contains(GroupState.ACTIVE, GroupState.CLEAN)
        .doesNotContain(GroupState.DIVERGED);
  }

  @ParameterizedTest
  @EnumSource
  void aReplicaThatForgotIsNamed(Replication replication) {
    forget(world(replication), 2);
  }

  @ParameterizedTest
  @EnumSource
  void aPrimaryThatForgotIsNamed(Replication replication) {
    forget(world(replication), 0);
  }

  private static void forget(GroupWorld world, int place) {
    Member other = member(world, place);
    other.forgetWrites(true);
    for (int i = 0; i < 5; i++) {
      append(world, "new" + i);
    }
    other.crash();
    other.forgetWrites(false);
    world.markDown(other.id());
    world.run(SECOND);
    append(world, "o");
    other.restart();
    world.run(5 * SECOND);
    assertThat(member(world, place).id()).isEqualTo(other.id());
    assertThat(stats(world).problems().rolledBack()).hasSize(1);
    RolledBack found = stats(world).problems().rolledBack().getFirst();
    assertThat(found.member().osd()).isEqualTo(other.id());
    // Of the last update it is not known for certain that it was everywhere.
    assertThat(found.had().counter()).isBetween(6L, 7L);
    assertThat(found.has().counter()).isEqualTo(2);
    assertThat(stats(world).states())
        .contains(GroupState.ACTIVE, GroupState.CLEAN)
        .doesNotContain(GroupState.DIVERGED);
    world.run(3_601 * SECOND);
    assertNoDoubts(world);
  }
}
