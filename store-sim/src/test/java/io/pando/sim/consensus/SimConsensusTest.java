package io.pando.sim.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.net.SimDelays;
import io.pando.sim.net.SimFabric;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimConsensusTest {
  private static final long SECOND = 1_000_000_000;

  private static final class Story implements ReplicatedLog.StateMachine {
    final List<String> commands = new ArrayList<>();

    @Override
    public Payload apply(long index, long stampMillis, Payload command) {
      commands.add(command.toUtf8());
      return Payload.utf8(index + "=" + command.toUtf8());
    }

    @Override
    public Payload snapshot() {
      return Payload.utf8(String.join(",", commands));
    }

    @Override
    public void restore(Payload snapshot) {
      commands.clear();
      commands.addAll(List.of(snapshot.toUtf8().split(",")));
    }
  }

  private final SimWorld world = new SimWorld(4);
  private final SimFabric fabric = new SimFabric(world, SimDelays.LOCAL);
  private final List<NodeId> members =
      LongStream.range(0, 3).mapToObj(i -> new NodeId(NodeId.Role.MON, i)).toList();
  private final SimConsensus consensus = new SimConsensus(fabric, members);
  private final List<Story> stories = new ArrayList<>();
  private final List<SimProcess> processes = new ArrayList<>();
  private final List<ReplicatedLog.Outcome> outcomes = new ArrayList<>();

  private ReplicatedLog open(int member) {
    SimProcess process = world.start("mon." + member);
    Story story = new Story();
    processes.add(process);
    stories.add(story);
    return consensus.open(members.get(member), process, process.loop(), story);
  }

  @Test
  void everyReplicaAppliesTheSameAndTheProposerIsTold() {
    List<ReplicatedLog> logs = List.of(open(0), open(1), open(2));
    for (int i = 0; i < 30; i++) {
      logs.get(i % 3).propose(Payload.utf8("c" + i), 10 * SECOND, outcomes::add);
    }
    world.runFor(12 * SECOND);
    assertThat(stories.get(0).commands).hasSize(30).doesNotHaveDuplicates();
    assertThat(stories.get(1).commands).isEqualTo(stories.get(0).commands);
    assertThat(stories.get(2).commands).isEqualTo(stories.get(0).commands);
    assertThat(outcomes)
        .hasSize(30)
        .allMatch(outcome -> outcome instanceof ReplicatedLog.Outcome.Applied);
  }

  @Test
  void withoutAMajorityItSaysSoInTimeAndGoesOnLater() {
    ReplicatedLog first = open(0);
    first.propose(Payload.utf8("lost"), 5 * SECOND, outcomes::add);
    world.runFor(6 * SECOND);
    assertThat(outcomes.getFirst()).isInstanceOf(ReplicatedLog.Outcome.Unavailable.class);
    assertThat(first.view().leader()).isNull();
    open(1);
    world.runFor(3 * SECOND);
    first.propose(Payload.utf8("kept"), 5 * SECOND, outcomes::add);
    world.runFor(6 * SECOND);
    assertThat(outcomes.get(1)).isInstanceOf(ReplicatedLog.Outcome.Applied.class);
    open(2);
    world.runFor(SECOND);
    assertThat(stories.get(2).commands).containsExactly("kept");
  }

  @Test
  void aNewLeaderIsFoundWhenOneIsKilled() {
    List<ReplicatedLog> logs = List.of(open(0), open(1), open(2));
    world.runFor(3 * SECOND);
    NodeId leader = logs.get(0).view().leader();
    assertThat(leader).isNotNull();
    int dead = members.indexOf(leader);
    processes.get(dead).kill();
    logs.get((dead + 1) % 3).propose(Payload.utf8("after"), 10 * SECOND, outcomes::add);
    world.runFor(10 * SECOND);
    assertThat(outcomes.getFirst()).isInstanceOf(ReplicatedLog.Outcome.Applied.class);
    assertThat(logs.get((dead + 1) % 3).view().leader()).isNotEqualTo(leader);
  }

  private static LinkFault isolated(NodeId member) {
    return new LinkFault.Partition(List.of(Nodes.of(member), Nodes.allBut(member)));
  }

  private int leaderOf(List<ReplicatedLog> logs) {
    NodeId leader = logs.getFirst().view().leader();
    assertThat(leader).isNotNull();
    return members.indexOf(leader);
  }

  @Test
  void aLeaderThatIsCutOffLeadsOnInVainAndThenStops() {
    List<ReplicatedLog> logs = List.of(open(0), open(1), open(2));
    world.runFor(3 * SECOND);
    int old = leaderOf(logs);
    LinkFault fault = isolated(members.get(old));
    fabric.apply(fault);
    assertThat(logs.get(old).view().leads()).isTrue();
    logs.get(old).propose(Payload.utf8("in vain"), SECOND / 2, outcomes::add);
    world.runFor(4 * SECOND);
    assertThat(logs.get(old).view().leader()).isNull();
    assertThat(outcomes).hasSize(1).first().isInstanceOf(ReplicatedLog.Outcome.Unavailable.class);
    ReplicatedLog other = logs.get((old + 1) % 3);
    assertThat(other.view().leader()).isNotNull();
    other.propose(Payload.utf8("agreed"), 5 * SECOND, outcomes::add);
    world.runFor(SECOND);
    assertThat(outcomes).last().isInstanceOf(ReplicatedLog.Outcome.Applied.class);
    assertThat(stories.get(old).commands).isEmpty();
    fabric.lift(fault);
    world.runFor(3 * SECOND);
    for (Story story : stories) {
      assertThat(story.commands).containsExactly("agreed");
    }
  }

  @Test
  void anIsolatedFollowerLearnsNothingAndItsBarrierDoesNotPass() {
    List<ReplicatedLog> logs = List.of(open(0), open(1), open(2));
    world.runFor(3 * SECOND);
    int leader = leaderOf(logs);
    int alone = (leader + 1) % 3;
    fabric.apply(isolated(members.get(alone)));
    logs.get(leader).propose(Payload.utf8("c"), 5 * SECOND, outcomes::add);
    List<ReplicatedLog.Barrier> barriers = new ArrayList<>();
    logs.get(alone).barrier(3 * SECOND, barriers::add);
    world.runFor(4 * SECOND);
    assertThat(outcomes).hasSize(1).first().isInstanceOf(ReplicatedLog.Outcome.Applied.class);
    assertThat(stories.get(alone).commands).isEmpty();
    assertThat(barriers).hasSize(1).first().isInstanceOf(ReplicatedLog.Barrier.Unavailable.class);
    long term = logs.get(leader).view().term();
    fabric.liftAll();
    world.runFor(2 * SECOND);
    logs.get(alone).barrier(3 * SECOND, barriers::add);
    world.runFor(SECOND);
    assertThat(barriers).last().isInstanceOf(ReplicatedLog.Barrier.Passed.class);
    assertThat(stories.get(alone).commands).containsExactly("c");
    assertThat(logs.get(leader).view().term()).isEqualTo(term);
  }

  /** Under partitions, pauses and kills, histories agree and no barrier lies. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void allMembersTellTheSameStoryWhateverHappens(int size) {
    for (long seed = 0; seed < 20; seed++) {
      new ConsensusStorm(seed, size).run();
    }
  }
}
