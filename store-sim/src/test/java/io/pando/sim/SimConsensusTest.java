package io.pando.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimConsensusTest {
  private static final long SECOND = 1_000_000_000;

  private static final class Journal implements ReplicatedLog.StateMachine {
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
    }
  }

  private final SimWorld world = new SimWorld(4);
  private final SimFabric fabric = new SimFabric(world, SimDelays.LOCAL);
  private final List<NodeId> members =
      LongStream.range(0, 3).mapToObj(i -> new NodeId(NodeId.Role.MON, i)).toList();
  private final SimConsensus consensus = new SimConsensus(fabric, members);
  private final List<Journal> journals = new ArrayList<>();
  private final List<SimProcess> processes = new ArrayList<>();
  private final List<ReplicatedLog.Outcome> outcomes = new ArrayList<>();

  private ReplicatedLog open(int member) {
    SimProcess process = world.start("mon." + member);
    Journal journal = new Journal();
    processes.add(process);
    journals.add(journal);
    return consensus.open(members.get(member), process, process.loop(), journal);
  }

  @Test
  void everyReplicaAppliesTheSameAndTheProposerIsTold() {
    List<ReplicatedLog> logs = List.of(open(0), open(1), open(2));
    for (int i = 0; i < 30; i++) {
      logs.get(i % 3).propose(Payload.utf8("c" + i), 10 * SECOND, outcomes::add);
    }
    world.runFor(12 * SECOND);
    assertThat(journals.get(0).commands).hasSize(30).doesNotHaveDuplicates();
    assertThat(journals.get(1).commands).isEqualTo(journals.get(0).commands);
    assertThat(journals.get(2).commands).isEqualTo(journals.get(0).commands);
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
    assertThat(journals.get(2).commands).containsExactly("kept");
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
}
