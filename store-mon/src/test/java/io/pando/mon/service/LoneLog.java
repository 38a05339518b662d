package io.pando.mon.service;

import io.pando.bytes.Payload;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog;
import java.util.ArrayList;
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
  private List<Member> members = ALL.stream().map(node -> new Member(node, 0)).toList();
  private final List<MemberChange> changes = new ArrayList<>();

  LoneLog(HandDrivenLoop loop, StateMachine machine) {
    this.loop = loop;
    this.machine = machine;
  }

  static NodeId mon(int number) {
    return new NodeId(NodeId.Role.MON, number);
  }

  /** The replicas as the map lists them. */
  static List<MonitorInfo> monitors() {
    return ALL.stream().map(node -> new MonitorInfo(node, "127.0.0.1", 6789, 6790)).toList();
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

  /** Changes of the replicas that were requested so far. */
  List<MemberChange> changes() {
    return changes;
  }

  @Override
  public void reconfigure(MemberChange change, long timeoutNanos, Consumer<Reconfigured> done) {
    changes.add(change);
    List<Member> now = new ArrayList<>(members);
    now.remove(change.remove());
    if (change.add() != null) {
      now.add(Member.of(change.add()));
    }
    members = now.stream().sorted().toList();
    loop.execute(() -> done.accept(new Reconfigured.Done()));
  }

  @Override
  public View view() {
    List<Member> quorum = List.of(new Member(mon(0), 0), new Member(mon(1), 0));
    return new View(mon(0), leader, term, leader == null ? List.of() : quorum, members);
  }
}
