package io.pando.sim.world;

import io.pando.check.Invariant;
import io.pando.random.Random64;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * Virtual time and all scheduled events. One thread runs all processes; time jumps to the next
 * event. All random numbers come from one seed, so that a run can be repeated exactly.
 */
public final class SimWorld {
  /** Wall-clock time at virtual time 0, milliseconds since 1970 UTC. */
  public static final long WALL_START_MILLIS = 1_700_000_000_000L;

  /** More events than sound code has at one instant: it goes around in a circle. */
  private static final int MOST_AT_ONE_INSTANT = 100_000;

  private record Event(long atNanos, long order, Runnable task) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  private final PriorityQueue<Event> queue = new PriorityQueue<>();
  private final SimTrace trace = new SimTrace();
  private final Random64 random;
  private final ClockBounds clocks;
  private long nowNanos;
  private long scheduled;
  private long steps;
  private long mostSteps = Long.MAX_VALUE;
  private int stepsOfInstant;

  /** More steps than expected: the run may never end. */
  public static final class EndlessException extends RuntimeException {
    private EndlessException(long steps, long nanos) {
      super("%d steps in %.1f virtual seconds".formatted(steps, nanos / 1e9));
    }
  }

  /** A world at time 0 without events, with usual clock errors. */
  public SimWorld(long seed) {
    this(seed, ClockBounds.USUAL);
  }

  /** A world with given bounds of clock errors. */
  public SimWorld(long seed, ClockBounds clocks) {
    this.random = new Random64(seed);
    this.clocks = clocks;
  }

  /** Virtual time since the world began. */
  public long nowNanos() {
    return nowNanos;
  }

  public SimTrace trace() {
    return trace;
  }

  /** Bounds of clock errors in this world. */
  public ClockBounds clocks() {
    return clocks;
  }

  /** A separate random generator; the order of calls is part of the seed's meaning. */
  public Random64 splitRandom() {
    return random.split();
  }

  /** Starts a process, with clocks that the seed draws. */
  public SimProcess start(String name) {
    return new SimProcess(this, name, clocks.draw(nowNanos, random));
  }

  /**
   * Throws {@link EndlessException} once {@code most} steps were taken in total. Without a limit
   * too it is thrown when time stands still for {@value #MOST_AT_ONE_INSTANT} steps.
   */
  public void limitSteps(long most) {
    mostSteps = most;
  }

  /** Adds a note to the trace. */
  public void note(String what) {
    trace.add(nowNanos, what.hashCode(), true, () -> what);
  }

  /** Advances time by {@code nanos}. */
  public void runFor(long nanos) {
    long until = nowNanos + nanos;
    runUntil(() -> false, until);
    nowNanos = until;
  }

  /**
   * Advances time until a condition holds, tested after every event, or a deadline is reached.
   *
   * @return whether the condition holds
   */
  public boolean runUntil(BooleanSupplier condition, long deadlineNanos) {
    while (!condition.getAsBoolean()) {
      Event next = queue.peek();
      if (next == null || next.atNanos() > deadlineNanos) {
        nowNanos = Math.max(nowNanos, deadlineNanos);
        return condition.getAsBoolean();
      }
      stepsOfInstant = next.atNanos() == nowNanos ? stepsOfInstant + 1 : 0;
      if (steps >= mostSteps || stepsOfInstant >= MOST_AT_ONE_INSTANT) {
        throw new EndlessException(steps, nowNanos);
      }
      steps++;
      queue.remove();
      nowNanos = next.atNanos();
      next.task().run();
    }
    return true;
  }

  /** Schedules an event that belongs to no process: a packet arrives, a disk has written. */
  public void at(long atNanos, Runnable task) {
    Invariant.check(atNanos >= nowNanos, "time must not go back");
    queue.add(new Event(atNanos, scheduled++, task));
  }

  /** Schedules a task in a process, if the process is alive then; later, if it is paused then. */
  public void at(long atNanos, SimProcess process, Runnable task) {
    at(atNanos, () -> process.run(task));
  }
}
