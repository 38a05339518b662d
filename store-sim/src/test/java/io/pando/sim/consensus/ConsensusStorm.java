package io.pando.sim.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import io.pando.random.Random64;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import io.pando.sim.net.SimDelays;
import io.pando.sim.net.SimFabric;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * One seed's storm over a log: its members are cut off from each other, one way or both, paused and
 * killed while all propose. All members must apply the same commands at the same index, every
 * acknowledged command among them, once; a member that passed a barrier must know the commands
 * acknowledged before.
 */
final class ConsensusStorm {
  private static final long SECOND = 1_000_000_000;

  private final class Story implements ReplicatedLog.StateMachine {
    final List<String> commands = new ArrayList<>();

    @Override
    public Payload apply(long index, long stampMillis, Payload command) {
      String before = agreed.putIfAbsent(index, command.toUtf8());
      assertThat(command.toUtf8())
          .as("seed %s", seed)
          .isEqualTo(before == null ? command.toUtf8() : before);
      commands.add(command.toUtf8());
      return command;
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

  private final long seed;
  private final Random64 random;
  private final SimWorld world;
  private final SimFabric fabric;
  private final List<NodeId> members;
  private final SimConsensus consensus;
  private final List<SimProcess> processes = new ArrayList<>();
  private final List<Story> stories = new ArrayList<>();
  private final List<ReplicatedLog> logs = new ArrayList<>();
  private final SortedMap<Long, String> agreed = new TreeMap<>();
  private final SortedSet<String> told = new TreeSet<>();
  private final List<LinkFault> faults = new ArrayList<>();
  private int proposed;

  ConsensusStorm(long seed, int size) {
    this.seed = seed;
    this.random = new Random64(seed);
    this.world = new SimWorld(seed);
    this.fabric = new SimFabric(world, SimDelays.drawn(random));
    this.members = LongStream.range(0, size).mapToObj(i -> new NodeId(NodeId.Role.MON, i)).toList();
    this.consensus = new SimConsensus(fabric, members);
  }

  void run() {
    for (int i = 0; i < members.size(); i++) {
      processes.add(world.start("none"));
      stories.add(new Story());
      logs.add(open(i));
    }
    for (int step = 0; step < 120; step++) {
      disturb();
      work();
      world.runFor(random.between(0, SECOND / 2));
      compare();
    }
    fabric.liftAll();
    processes.forEach(SimProcess::resume);
    world.runFor(10 * SECOND);
    propose(0);
    world.runFor(5 * SECOND);
    compare();
    assertThat(told).as("seed %s", seed).contains("c" + (proposed - 1));
    assertThat(stories).allMatch(story -> story.commands.equals(stories.getFirst().commands));
  }

  private ReplicatedLog open(int member) {
    SimProcess process = world.start(members.get(member).toString());
    Story story = new Story();
    processes.set(member, process);
    stories.set(member, story);
    return consensus.open(members.get(member), process, process.loop(), story);
  }

  private void disturb() {
    int victim = random.nextInt(members.size());
    switch (random.nextInt(12)) {
      case 0 -> add(new LinkFault.Cut(Nodes.of(members.get(victim)), Nodes.all()));
      case 1 -> add(new LinkFault.Cut(Nodes.all(), Nodes.of(members.get(victim))));
      case 2 -> {
        Nodes side = Nodes.of(members.get(victim), members.get(random.nextInt(members.size())));
        add(new LinkFault.Partition(List.of(side, Nodes.all())));
      }
      case 3 -> processes.get(victim).pause();
      case 4, 5 -> processes.get(victim).resume();
      case 6 -> {
        processes.get(victim).kill();
        logs.set(victim, open(victim));
      }
      default -> {
        if (!faults.isEmpty()) {
          fabric.lift(faults.removeLast());
        }
      }
    }
  }

  private void add(LinkFault fault) {
    faults.add(fault);
    fabric.apply(fault);
  }

  private void work() {
    int member = random.nextInt(members.size());
    if (processes.get(member).isPaused()) {
      return;
    }
    if (random.nextBoolean()) {
      propose(member);
      return;
    }
    Story story = stories.get(member);
    List<String> before = List.copyOf(told);
    logs.get(member)
        .barrier(
            2 * SECOND,
            passed -> {
              if (passed instanceof ReplicatedLog.Barrier.Passed) {
                assertThat(story.commands).as("seed %s", seed).containsAll(before);
              }
            });
  }

  private void propose(int member) {
    String command = "c" + proposed++;
    logs.get(member)
        .propose(
            Payload.utf8(command),
            3 * SECOND,
            outcome -> {
              if (outcome instanceof ReplicatedLog.Outcome.Applied) {
                told.add(command);
              }
            });
  }

  private void compare() {
    assertThat(agreed.values()).as("seed %s", seed).doesNotHaveDuplicates().containsAll(told);
  }
}
