package io.pando.sim.world;

import io.pando.port.EventLoop;

/**
 * An event loop under virtual time: tasks take no time, and run in the order of submission. Its
 * time is the process's clock.
 */
final class SimLoop implements EventLoop {
  private final SimWorld world;
  private final SimProcess process;

  SimLoop(SimWorld world, SimProcess process) {
    this.world = world;
    this.process = process;
  }

  @Override
  public long nanoTime() {
    return process.clock().localNanos(world.nowNanos());
  }

  @Override
  public long wallMillis() {
    return process.clock().wallMillis(world.nowNanos());
  }

  @Override
  public void execute(Runnable task) {
    world.at(world.nowNanos(), process, task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    SimTimer timer = new SimTimer(nanoTime() + Math.max(0, delayNanos), task);
    timer.arm();
    return timer;
  }

  /** A timer that never fires early by its own clock, whatever that clock did meanwhile. */
  private final class SimTimer implements Timer, Runnable {
    private final long deadlineNanos;
    private final Runnable task;
    private boolean cancelled;

    SimTimer(long deadlineNanos, Runnable task) {
      this.deadlineNanos = deadlineNanos;
      this.task = task;
    }

    void arm() {
      long at = process.clock().worldNanos(deadlineNanos);
      world.at(Math.max(at, world.nowNanos()), process, this);
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public void run() {
      if (cancelled) {
        return;
      }
      if (nanoTime() < deadlineNanos) {
        arm();
      } else {
        task.run();
      }
    }
  }
}
