package io.pando.mon.service;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A log of one replica in memory, which leads, or has lost touch, as the test says. */
final class LoneLog implements ReplicatedLog {
  private static final List<NodeId> ALL = List.of(mon(0), mon(1), mon(2));

  private final HandDrivenLoop loop;
  private final StateMachine machine;
  private @Nullable NodeId leader = mon(0);
  private long term = 1;
  private long index;

  LoneLog(HandDrivenLoop loop, StateMachine machine) {
    this.loop = loop;
    this.machine = machine;
  }

  static NodeId mon(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }

  /** {@code node} leads from now on; without a leader (null) no command is committed. */
  void leads(@Nullable NodeId node) {
    leader = node;
    term++;
  }

  /** How many commands were applied. */
  long proposals() {
    return index;
  }

  @Override
  public void propose(Payload command, long timeoutNanos, Consumer<Outcome> done) {
    if (leader == null) {
      loop.schedule(timeoutNanos, () -> done.accept(new Outcome.Unavailable("no leader")));
      return;
    }
    loop.execute(() -> {
      index++;
      done.accept(new Outcome.Applied(index, machine.apply(index, loop.wallMillis(), command)));
    });
  }

  @Override
  public void barrier(long timeoutNanos, Consumer<Barrier> done) {
    if (leader == null) {
      loop.schedule(timeoutNanos, () -> done.accept(new Barrier.Unavailable("no leader")));
    } else {
      loop.execute(() -> done.accept(new Barrier.Passed()));
    }
  }

  @Override
  public View view() {
    return new View(mon(0), leader, term, leader == null ? List.of() : ALL.subList(0, 2), ALL);
  }
}
