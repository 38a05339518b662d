package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import io.pando.sim.world.SimProcess;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The log as a monitor sees it: repeats a request to the current leader until it is answered or
 * times out.
 */
final class SimLog implements ReplicatedLog {
  private static final long RETRY_NANOS = 150_000_000;

  private final SimConsensus consensus;
  private final Member self;
  private final SimProcess process;
  private final EventLoop loop;
  private final SimRaftReplica replica;
  private final Map<Long, Consumer<Outcome>> proposals = new LinkedHashMap<>();
  private final Map<Long, Consumer<Barrier>> barriers = new LinkedHashMap<>();
  private final TreeMap<Long, Long> awaitedIndexes = new TreeMap<>();

  SimLog(
      SimConsensus consensus,
      Member self,
      SimProcess process,
      EventLoop loop,
      SimRaftReplica replica) {
    this.consensus = consensus;
    this.self = self;
    this.process = process;
    this.loop = loop;
    this.replica = replica;
  }

  @Override
  public void propose(Payload command, long timeoutNanos, Consumer<Outcome> done) {
    long id = consensus.nextId();
    proposals.put(id, done);
    loop.schedule(
        timeoutNanos, () -> onOutcome(id, new Outcome.Unavailable("no majority in time")));
    loop.execute(() -> propose(new RaftMessage.Propose(id, command)));
  }

  @Override
  public void barrier(long timeoutNanos, Consumer<Barrier> done) {
    long id = consensus.nextId();
    barriers.put(id, done);
    loop.schedule(
        timeoutNanos, () -> onBarrier(id, new Barrier.Unavailable("no majority in time")));
    loop.execute(() -> ask(new RaftMessage.AskIndex(id)));
  }

  @Override
  public void reconfigure(MemberChange change, long timeoutNanos, Consumer<Reconfigured> done) {
    loop.execute(() -> replica.reconfigure(change, timeoutNanos, done));
  }

  Member self() {
    return self;
  }

  @Override
  public View view() {
    return replica.view();
  }

  SimProcess process() {
    return process;
  }

  void on(Member from, RaftMessage message) {
    switch (message) {
      case RaftMessage.Proposed proposed -> onOutcome(proposed.id(), proposed.outcome());
      case RaftMessage.TellIndex told -> onIndex(told);
      default -> replica.on(from, message);
    }
  }

  /** The replica has applied all entries up to an index. */
  void onApplied(long index) {
    awaitedIndexes.entrySet().stream()
        .filter(awaited -> awaited.getValue() <= index)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(id -> onBarrier(id, new Barrier.Passed()));
  }

  private void propose(RaftMessage.Propose message) {
    if (proposals.containsKey(message.id())) {
      tellLeader(message);
      loop.schedule(RETRY_NANOS, () -> propose(message));
    }
  }

  private void ask(RaftMessage.AskIndex message) {
    if (barriers.containsKey(message.id()) && !awaitedIndexes.containsKey(message.id())) {
      tellLeader(message);
      loop.schedule(RETRY_NANOS, () -> ask(message));
    }
  }

  private void tellLeader(RaftMessage message) {
    Member leader = replica.leader();
    if (leader != null) {
      consensus.tell(self, leader, message);
    }
  }

  private void onIndex(RaftMessage.TellIndex told) {
    if (!barriers.containsKey(told.id())) {
      return;
    }
    if (told.index() <= replica.applied()) {
      onBarrier(told.id(), new Barrier.Passed());
    } else {
      awaitedIndexes.put(told.id(), told.index());
    }
  }

  private void onOutcome(long id, Outcome outcome) {
    Consumer<Outcome> done = proposals.remove(id);
    if (done != null) {
      done.accept(outcome);
    }
  }

  private void onBarrier(long id, Barrier outcome) {
    awaitedIndexes.remove(id);
    Consumer<Barrier> done = barriers.remove(id);
    if (done != null) {
      done.accept(outcome);
    }
  }
}
