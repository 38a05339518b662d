package io.pando.sim;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A model of a replicated log: it promises what {@link ReplicatedLog} does, with random delays,
 * elections that take time, and no progress without a majority. The log itself survives every
 * crash; a replica that starts applies it from the beginning.
 */
public final class SimConsensus {
  private static final long LEAST_ELECTION_NANOS = 300_000_000;
  private static final long LONGEST_ELECTION_NANOS = 2_000_000_000;

  private static final long RETRY_NANOS = 100_000_000;

  record Command(
      Payload bytes, long stampMillis, SimLog proposer, Consumer<ReplicatedLog.Outcome> done) {}

  private final SimFabric fabric;
  private final Random64 random;
  private final List<NodeId> members;
  private final SortedMap<NodeId, SimLog> replicas = new TreeMap<>();
  private final List<Command> log = new ArrayList<>();
  private @Nullable SimLog leader;
  private long term;
  private long electedAtNanos;

  /** A log for these members, none of which lives yet. */
  public SimConsensus(SimFabric fabric, List<NodeId> members) {
    this.fabric = fabric;
    this.random = fabric.world().splitRandom();
    this.members = members.stream().sorted().toList();
  }

  /**
   * Opens the replica of a member, in a new process; its state machine is driven from the first
   * command on.
   */
  public ReplicatedLog open(
      NodeId self, SimProcess process, EventLoop loop, ReplicatedLog.StateMachine machine) {
    SimLog replica = new SimLog(this, self, process, loop, machine);
    replicas.put(self, replica);
    process.onKill(() -> onKilled(replica));
    loop.execute(replica::catchUp);
    electIfNeeded();
    return replica;
  }

  int committed() {
    return log.size();
  }

  Command command(int index) {
    return log.get(index);
  }

  void propose(SimLog from, Payload bytes, SimLog.Once<ReplicatedLog.Outcome> done) {
    after(from, fabric.drawDelay(), () -> order(from, bytes, done));
  }

  void barrier(SimLog from, SimLog.Once<ReplicatedLog.Barrier> done) {
    after(
        from,
        2 * fabric.drawDelay(),
        () -> {
          if (done.isTold()) {
            return;
          }
          if (!leads()) {
            after(from, RETRY_NANOS, () -> barrier(from, done));
          } else {
            from.catchUp();
            done.accept(new ReplicatedLog.Barrier.Passed());
          }
        });
  }

  ReplicatedLog.View viewOf(NodeId self) {
    if (!leads() || leader == null) {
      return new ReplicatedLog.View(self, null, term, List.of(), members);
    }
    return new ReplicatedLog.View(self, leader.self(), term, living(), members);
  }

  private void order(SimLog from, Payload bytes, SimLog.Once<ReplicatedLog.Outcome> done) {
    if (!leads()) {
      if (!done.isTold()) {
        after(from, RETRY_NANOS, () -> order(from, bytes, done));
      }
      return;
    }
    long stampMillis =
        SimWorld.WALL_START_MILLIS + fabric.world().nowNanos() / 1_000_000 + random.nextInt(3);
    log.add(new Command(bytes, stampMillis, from, done));
    for (SimLog replica : replicas.values()) {
      if (replica.isAlive()) {
        after(replica, 2 * fabric.drawDelay(), replica::catchUp);
      }
    }
  }

  private void onKilled(SimLog replica) {
    replicas.remove(replica.self(), replica);
    electIfNeeded();
  }

  private void electIfNeeded() {
    SimLog current = leader;
    if (living().size() <= members.size() / 2 || (current != null && current.isAlive())) {
      return;
    }
    List<NodeId> candidates = living();
    SimLog chosen = replicas.get(candidates.get(random.nextInt(candidates.size())));
    leader = chosen;
    term++;
    electedAtNanos =
        fabric.world().nowNanos() + random.between(LEAST_ELECTION_NANOS, LONGEST_ELECTION_NANOS);
  }

  private boolean leads() {
    SimLog current = leader;
    return current != null
        && current.isAlive()
        && fabric.world().nowNanos() >= electedAtNanos
        && living().size() > members.size() / 2;
  }

  private List<NodeId> living() {
    return replicas.values().stream().filter(SimLog::isAlive).map(SimLog::self).toList();
  }

  private static void after(SimLog at, long delayNanos, Runnable task) {
    at.loop().schedule(delayNanos, task);
  }
}
