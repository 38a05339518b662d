package io.pando.sim;

import io.pando.port.EventLoop;

/** An event loop under virtual time: tasks take no time, and run in the order they were given. */
final class SimLoop implements EventLoop {
  private final SimWorld world;
  private final SimProcess process;

  SimLoop(SimWorld world, SimProcess process) {
    this.world = world;
    this.process = process;
  }

  @Override
  public long nanoTime() {
    return world.nowNanos();
  }

  @Override
  public long wallMillis() {
    return SimWorld.WALL_START_MILLIS + world.nowNanos() / 1_000_000;
  }

  @Override
  public void execute(Runnable task) {
    world.at(world.nowNanos(), process, task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    SimTimer timer = new SimTimer(task);
    world.at(world.nowNanos() + Math.max(0, delayNanos), process, timer);
    return timer;
  }

  private static final class SimTimer implements Timer, Runnable {
    private final Runnable task;
    private boolean cancelled;

    SimTimer(Runnable task) {
      this.task = task;
    }

    @Override
    public void cancel() {
      cancelled = true;
    }

    @Override
    public void run() {
      if (!cancelled) {
        task.run();
      }
    }
  }
}
