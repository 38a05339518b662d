package io.pando.sim.world;

import io.pando.check.Invariant;
import io.pando.port.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * One life of a process: it has event loops and clocks, and tasks on them end with it. A restart is
 * another process.
 *
 * <pre>
 *   running ◀──pause, resume──▶ paused
 *      └────────kill, losePower──┴──▶ dead
 * </pre>
 *
 * While it is paused none of its tasks run; delayed tasks run when it is resumed, in order. Its
 * clocks continue meanwhile.
 */
public final class SimProcess {
  private enum State {
    RUNNING,
    PAUSED,
    DEAD
  }

  private final SimWorld world;
  private final String name;
  private final SimClock clock;
  private final List<Runnable> onKill = new ArrayList<>();
  private final ArrayDeque<Runnable> late = new ArrayDeque<>();
  private State state = State.RUNNING;
  private boolean resuming;
  private boolean withHost;

  SimProcess(SimWorld world, String name, SimClock clock) {
    this.world = world;
    this.name = name;
    this.clock = clock;
  }

  /** Creates an event loop. */
  public EventLoop loop() {
    return new SimLoop(world, this);
  }

  /** Whether it has not ended; it may be paused. */
  public boolean isAlive() {
    return state != State.DEAD;
  }

  public boolean isPaused() {
    return state == State.PAUSED;
  }

  /** Ends it at once, as {@code kill -9} does: its machine closes its connections. */
  public void kill() {
    end("kill ", false);
  }

  /** Ends it with its machine: its peers get no notice. */
  public void losePower() {
    end("power off ", true);
  }

  /** Whether it ended with its machine. */
  public boolean endedWithHost() {
    return withHost;
  }

  /** Pauses it, as SIGSTOP does; no effect if it is paused or dead. */
  public void pause() {
    if (state == State.RUNNING || resuming) {
      world.note("pause " + name);
      state = State.PAUSED;
      resuming = false;
    }
  }

  /** Resumes it, as SIGCONT does; no effect unless it is paused. */
  public void resume() {
    if (state == State.PAUSED && !resuming) {
      world.note("resume " + name);
      resuming = true;
      world.at(world.nowNanos(), this::goOn);
    }
  }

  /** Runs the delayed tasks first, then tasks that are due at the same time. */
  private void goOn() {
    if (state == State.PAUSED && resuming) {
      state = State.RUNNING;
      resuming = false;
      while (state == State.RUNNING && !late.isEmpty()) {
        late.remove().run();
      }
    }
  }

  /**
   * Sets the drift of its monotonic clock: {@code ppm} microseconds gained per second, or lost if
   * negative; within the bounds of the world.
   */
  public void drift(int ppm) {
    Invariant.check(
        Math.abs(ppm) <= world.clocks().driftPpm(), () -> "a drift of " + ppm + " ppm is too much");
    world.note("drift " + name + " by " + ppm + " ppm");
    clock.drift(world.nowNanos(), ppm);
  }

  /** Sets its wall clock ahead of the world's by {@code millis}, or behind if negative. */
  public void wallOff(long millis) {
    world.note("wall clock of " + name + " off by " + millis + " ms");
    clock.wallOff(millis);
  }

  /** Runs a task: now, when the process is resumed, or never if it is dead. */
  public void run(Runnable task) {
    switch (state) {
      case RUNNING -> task.run();
      case PAUSED -> late.add(task);
      case DEAD -> {}
    }
  }

  /** Runs an action when the process ends, such as breaking its connections. */
  public void onKill(Runnable action) {
    onKill.add(action);
  }

  SimClock clock() {
    return clock;
  }

  private void end(String how, boolean host) {
    if (state != State.DEAD) {
      world.note(how + name);
      state = State.DEAD;
      resuming = false;
      withHost = host;
      late.clear();
      onKill.forEach(Runnable::run);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
