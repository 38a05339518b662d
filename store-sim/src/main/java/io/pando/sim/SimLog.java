package io.pando.sim;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.port.EventLoop;
import io.pando.port.ReplicatedLog;
import java.util.function.Consumer;

/** One replica of a {@link SimConsensus}, in one life of its process. */
final class SimLog implements ReplicatedLog {
  private final SimConsensus consensus;
  private final NodeId self;
  private final SimProcess process;
  private final EventLoop loop;
  private final StateMachine machine;
  private int applied;

  SimLog(
      SimConsensus consensus,
      NodeId self,
      SimProcess process,
      EventLoop loop,
      StateMachine machine) {
    this.consensus = consensus;
    this.self = self;
    this.process = process;
    this.loop = loop;
    this.machine = machine;
  }

  @Override
  public void propose(Payload command, long timeoutNanos, Consumer<Outcome> done) {
    Once<Outcome> once = new Once<>(done);
    loop.schedule(timeoutNanos, () -> once.accept(new Outcome.Unavailable("no majority in time")));
    consensus.propose(this, command, once);
  }

  @Override
  public void barrier(long timeoutNanos, Consumer<Barrier> done) {
    Once<Barrier> once = new Once<>(done);
    loop.schedule(timeoutNanos, () -> once.accept(new Barrier.Unavailable("no majority in time")));
    consensus.barrier(this, once);
  }

  @Override
  public View view() {
    return consensus.viewOf(self);
  }

  NodeId self() {
    return self;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int applied() {
    return applied;
  }

  EventLoop loop() {
    return loop;
  }

  /** Applies what is committed and not applied here; what others are told, they are told after. */
  void catchUp() {
    while (applied < consensus.committed()) {
      SimConsensus.Command command = consensus.command(applied);
      applied++;
      Payload result = machine.apply(applied, command.stampMillis(), command.bytes());
      if (command.proposer() == this) {
        command.done().accept(new Outcome.Applied(applied, result));
      }
    }
  }

  /** A callback that is heard once, whatever comes first. */
  static final class Once<T> implements Consumer<T> {
    private final Consumer<T> inner;
    private boolean told;

    Once(Consumer<T> inner) {
      this.inner = inner;
    }

    boolean isTold() {
      return told;
    }

    @Override
    public void accept(T value) {
      if (!told) {
        told = true;
        inner.accept(value);
      }
    }
  }
}
