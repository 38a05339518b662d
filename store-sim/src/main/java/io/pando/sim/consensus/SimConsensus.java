package io.pando.sim.consensus;

import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import io.pando.port.ReplicatedLog.Member;
import io.pando.random.Random64;
import io.pando.sim.net.SimFabric;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A model of a replicated log that guarantees exactly what {@link ReplicatedLog} promises. It is a
 * small Raft whose messages travel over the fabric: they are lost where a link is cut, and wait
 * where a process is paused. So a leader that is cut off continues for a while without a majority,
 * an election takes time, and a proposer may not learn the outcome of its command. The journals of
 * the members survive every crash; a replica that starts restores its last snapshot.
 */
public final class SimConsensus {
  private final SimFabric fabric;
  private final Random64 random;
  private final List<Member> founders;
  private final SortedMap<Member, SimRaftJournal> journals = new TreeMap<>();
  private final SortedMap<NodeId, SimLog> living = new TreeMap<>();
  private long ids = SimRaftJournal.NO_COMMAND;

  /** Creates a log for these members, none of which runs yet. */
  public SimConsensus(SimFabric fabric, List<NodeId> members) {
    this.fabric = fabric;
    this.random = fabric.world().splitRandom();
    this.founders = members.stream().sorted().map(node -> new Member(node, 0)).toList();
    founders.forEach(member -> journals.put(member, new SimRaftJournal(founders)));
  }

  /**
   * Opens the replica of one of the nodes with which the log began, in a new process. Its state
   * machine is restored from the member's last snapshot, and applies commands from there on.
   */
  public ReplicatedLog open(
      NodeId self, SimProcess process, EventLoop loop, ReplicatedLog.StateMachine machine) {
    return open(new Member(self, 0), process, loop, machine);
  }

  /**
   * Opens the replica of a member in a new process. A member that the log never had has an empty
   * disk, and waits until the leader adds it.
   */
  public ReplicatedLog open(
      Member self, SimProcess process, EventLoop loop, ReplicatedLog.StateMachine machine) {
    SimRaftJournal journal =
        journals.computeIfAbsent(self, joining -> new SimRaftJournal(List.of()));
    SimRaftReplica replica = new SimRaftReplica(this, self, loop, journal, machine);
    SimLog log = new SimLog(this, self, process, loop, replica);
    living.put(self.node(), log);
    loop.execute(() -> replica.start(log::onApplied));
    return log;
  }

  long nextId() {
    return ++ids;
  }

  Random64 splitRandom() {
    return random.split();
  }

  void note(String what) {
    fabric.world().note(what);
  }

  /**
   * Sends a message from one member to another, or to itself; it may be lost, and may overtake
   * others. An earlier life of a node does not hear it.
   */
  void tell(Member from, Member to, RaftMessage message) {
    SimWorld world = fabric.world();
    long delay = from.equals(to) ? 0 : fabric.drawDelay(from.node(), to.node());
    world.at(
        world.nowNanos() + delay,
        () -> {
          SimLog receiver = living.get(to.node());
          if (receiver != null
              && receiver.self().equals(to)
              && !fabric.isCut(from.node(), to.node())) {
            receiver.process().run(() -> receiver.on(from, message));
          }
        });
  }
}
