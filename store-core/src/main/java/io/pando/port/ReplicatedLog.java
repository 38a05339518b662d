package io.pando.port;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One replica of a log of commands on which an odd number of nodes agree, and of the state machine
 * that the commands drive. Any replica takes commands; the one that leads orders them.
 *
 * <p><b>Order.</b> Every replica applies the same commands with the same stamps in the same order.
 * <b>Durability.</b> A command that was applied anywhere survives as long as a majority of the
 * replicas keeps its disks. <b>Threads.</b> A replica belongs to one event loop: it is used from
 * there, and calls the {@link StateMachine} and the callbacks there, never from inside a call.
 * <b>Bounds.</b> Every callback comes exactly once, within about the time given, unless the replica
 * is closed before; commands of more than {@link #MAX_COMMAND_BYTES} are a broken promise of the
 * caller.
 *
 * <p>How a replica is opened is up to the implementation: it is given the state machine then, and
 * restores its last snapshot into it before it applies anything.
 */
public interface ReplicatedLog {
  /** The longest command. */
  int MAX_COMMAND_BYTES = 2 << 20;

  /** Wants a command applied, from whichever replica. */
  void propose(Payload command, long timeoutNanos, Consumer<Outcome> done);

  /**
   * Waits until this replica has applied everything that anybody was told of before the call: a
   * read of its state machine is linearizable then.
   */
  void barrier(long timeoutNanos, Consumer<Barrier> done);

  /** Who leads, and who is there, as this replica knows it; cheap, and may be a moment old. */
  View view();

  /** What this replica's disk has; cheap, and may be a moment old. */
  default Disk disk() {
    return new Disk(Long.MAX_VALUE, false, false);
  }

  /**
   * The disk of a replica.
   *
   * @param usableBytes that can still be written
   * @param full whether the replica has stopped for want of space, until there is some
   * @param low whether that will be so soon
   */
  record Disk(long usableBytes, boolean full, boolean low) {}

  /** How a proposal ended. */
  sealed interface Outcome {
    /**
     * It was applied.
     *
     * @param index of the command in the log
     * @param result what the state machine answered
     */
    record Applied(long index, Payload result) implements Outcome {}

    /** Nobody could say in time. It may or may not be applied later. */
    record Unavailable(String reason) implements Outcome {}
  }

  /** How waiting ended. */
  sealed interface Barrier {
    /** This replica is as new as any was when it was asked. */
    record Passed() implements Barrier {}

    /** It may be behind: no leader answered in time. */
    record Unavailable(String reason) implements Barrier {}
  }

  /**
   * The replicas, as one of them sees them.
   *
   * @param self who sees it so
   * @param leader null while none is known
   * @param term of the election; grows
   * @param quorum replicas in touch with the leader, itself included, in order; empty without a
   *     leader; as seen by another than the leader it may be some seconds old
   * @param all replicas there are, in order
   */
  record View(
      NodeId self, @Nullable NodeId leader, long term, List<NodeId> quorum, List<NodeId> all) {
    public View {
      quorum = List.copyOf(quorum);
      all = List.copyOf(all);
    }

    /** Whether the one who sees it leads. */
    public boolean leads() {
      return self.equals(leader);
    }
  }

  /**
   * What the commands drive. Deterministic: state and results follow from the commands and their
   * stamps alone, the same on every replica.
   */
  interface StateMachine {
    /**
     * Applies a command.
     *
     * @param index grows from one command to the next, not always by one
     * @param stampMillis wall-clock time of the leader that ordered it; may go back when the leader
     *     changes
     * @return what whoever proposed it is told
     */
    Payload apply(long index, long stampMillis, Payload command);

    /** The state as bytes, as of the last command applied. */
    Payload snapshot();

    /** Replaces the state by one that {@link #snapshot} gave here or at another replica. */
    void restore(Payload snapshot);
  }
}
