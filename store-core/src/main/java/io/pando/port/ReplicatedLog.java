package io.pando.port;

import io.pando.bytes.Payload;
import io.pando.cluster.MonitorInfo;
import io.pando.id.NodeId;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One replica of a log of commands on which an odd number of nodes agree, and of the state machine
 * that executes the commands. Any replica accepts commands; the leader orders them.
 *
 * <p><b>Order.</b> Every replica applies the same commands with the same stamps in the same order.
 * <b>Durability.</b> A command that was applied at any replica survives as long as a majority of
 * the replicas keep their disks. <b>Threads.</b> A replica belongs to one event loop: it is used
 * only there. It calls the {@link StateMachine} and the callbacks there, never from inside a call.
 * <b>Bounds.</b> Every callback is called exactly once, within about the given time, unless the
 * replica is closed before. The caller must not propose commands of more than {@link
 * #MAX_COMMAND_BYTES}.
 *
 * <p>The implementation defines how a replica is opened. It receives the state machine then, and
 * restores the last snapshot into it before it applies a command.
 */
public interface ReplicatedLog {
  /** Maximum size of a command. */
  int MAX_COMMAND_BYTES = 2 << 20;

  /** Proposes a command; works at any replica. */
  void propose(Payload command, long timeoutNanos, Consumer<Outcome> done);

  /**
   * Waits until this replica has applied every command whose result was reported anywhere before
   * the call. A read of its state machine is linearizable then.
   */
  void barrier(long timeoutNanos, Consumer<Barrier> done);

  /**
   * The leader and the replicas, as this replica knows them; cheap, and may be slightly out of
   * date.
   */
  View view();

  /**
   * Changes which replicas the log has. Works only at the leader, one change at a time.
   *
   * <p>A replica that is added first copies the state of the others; until it has done so, the
   * replicas stay as they are and it counts for no majority. The change is made when a majority of
   * the replicas before and a majority of the replicas after it have stored it. A leader that
   * removes itself then closes its replica.
   */
  void reconfigure(MemberChange change, long timeoutNanos, Consumer<Reconfigured> done);

  /** The space on this replica's disk; cheap, and may be slightly out of date. */
  default Disk disk() {
    return new Disk(Long.MAX_VALUE, false, false);
  }

  /**
   * The disk of a replica.
   *
   * @param usableBytes number of bytes that can still be written
   * @param full whether the replica has stopped for lack of space, until there is some
   * @param low whether it will soon lack space
   */
  record Disk(long usableBytes, boolean full, boolean low) {}

  /** How a proposal ended. */
  sealed interface Outcome {
    /**
     * The command was applied.
     *
     * @param index index of the command in the log
     * @param result answer of the state machine
     */
    record Applied(long index, Payload result) implements Outcome {}

    /** The outcome was not known in time. The command may or may not be applied later. */
    record Unavailable(String reason) implements Outcome {}
  }

  /** How a wait at a barrier ended. */
  sealed interface Barrier {
    /** This replica is as new as any replica was at the time of the call. */
    record Passed() implements Barrier {}

    /** This replica may be behind: no leader answered in time. */
    record Unavailable(String reason) implements Barrier {}
  }

  /**
   * A replica of the log.
   *
   * @param life {@link MonitorInfo#life}; a node that begins again with an empty disk is another
   *     replica
   */
  record Member(NodeId node, long life) implements Comparable<Member> {
    private static final Comparator<Member> ORDER =
        Comparator.comparing(Member::node).thenComparingLong(Member::life);

    /** The replica of a monitor. */
    public static Member of(MonitorInfo monitor) {
      return new Member(monitor.node(), monitor.life());
    }

    @Override
    public int compareTo(Member other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return life == 0 ? node.toString() : node + "-" + life;
    }
  }

  /**
   * A change of the replicas: one is added, one is removed, or one replaces another.
   *
   * @param add replica to add; null to add none
   * @param remove replica to remove; null to remove none
   */
  record MemberChange(@Nullable MonitorInfo add, @Nullable Member remove) {}

  /** How a change of the replicas ended. */
  sealed interface Reconfigured {
    /** The log has the new replicas. */
    record Done() implements Reconfigured {}

    /** The outcome was not known in time, or the change failed; it may still be made later. */
    record Unavailable(String reason) implements Reconfigured {}
  }

  /**
   * The replicas, as one of them sees them.
   *
   * @param self replica that has this view
   * @param leader leader; null while none is known
   * @param term term of the election; grows
   * @param quorum replicas that vote and are in contact with the leader, itself included, in order;
   *     empty without a leader. At a replica other than the leader it may be some seconds old
   * @param members all replicas, in order; those before and after it while a change is under way
   */
  record View(
      NodeId self, @Nullable NodeId leader, long term, List<Member> quorum, List<Member> members) {
    public View {
      quorum = List.copyOf(quorum);
      members = List.copyOf(members);
    }

    /** The nodes of all replicas, in order. */
    public List<NodeId> all() {
      return members.stream().map(Member::node).distinct().toList();
    }

    /** Whether the replica that has this view is the leader. */
    public boolean leads() {
      return self.equals(leader);
    }
  }

  /**
   * The state machine that executes the commands. Deterministic: state and results depend only on
   * the commands and their stamps, and are the same on every replica.
   */
  interface StateMachine {
    /**
     * Applies a command.
     *
     * @param index index of the command; grows from one command to the next, not always by one
     * @param stampMillis wall-clock time in milliseconds at the leader that ordered the command;
     *     may go back when the leader changes
     * @return answer for the proposer
     */
    Payload apply(long index, long stampMillis, Payload command);

    /** The state after the last applied command, as bytes. */
    Payload snapshot();

    /** Replaces the state by a {@link #snapshot} of this or another replica. */
    void restore(Payload snapshot);
  }
}
