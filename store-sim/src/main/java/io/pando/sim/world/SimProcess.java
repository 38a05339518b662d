package io.pando.sim.world;

import io.pando.check.Invariant;
import io.pando.port.EventLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * One life of a process: it has event loops and clocks, and what is to run on them dies with it. A
 * restart is another process.
 *
 * <pre>
 *   running ◀──pause, resume──▶ paused
 *      └────────kill, losePower──┴──▶ dead
 * </pre>
 *
 * While it is paused nothing of it runs; what should have run does so when it goes on, in order and
 * late. Its clocks go on meanwhile.
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

  /** A new event loop. */
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

  /** Ends it at once, as {@code kill -9} does: its machine tells its peers. */
  public void kill() {
    end("kill ", false);
  }

  /** Ends it with the machine it runs on: nobody is told anything. */
  public void losePower() {
    end("power off ", true);
  }

  /** Whether it ended with its machine. */
  public boolean endedWithHost() {
    return withHost;
  }

  /** Stops it, as SIGSTOP does; harmless if it is paused or dead. */
  public void pause() {
    if (state == State.RUNNING || resuming) {
      world.note("pause " + name);
      state = State.PAUSED;
      resuming = false;
    }
  }

  /** Lets it go on, as SIGCONT does; harmless unless it is paused. */
  public void resume() {
    if (state == State.PAUSED && !resuming) {
      world.note("resume " + name);
      resuming = true;
      world.at(world.nowNanos(), this::goOn);
    }
  }

  /** What is late comes first, and what comes due at the same moment after that. */
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
   * From now on its monotonic clock gains so many microseconds in a second, or loses them; within
   * the bounds of the world.
   */
  public void drift(int ppm) {
    Invariant.check(
        Math.abs(ppm) <= world.clocks().driftPpm(), () -> "a drift of " + ppm + " ppm is too much");
    world.note("drift " + name + " by " + ppm + " ppm");
    clock.drift(world.nowNanos(), ppm);
  }

  /** From now on its wall clock is ahead of the world's by so much, or behind. */
  public void wallOff(long millis) {
    world.note("wall clock of " + name + " off by " + millis + " ms");
    clock.wallOff(millis);
  }

  /** Runs a task: now, when the process goes on, or never if it is dead. */
  public void run(Runnable task) {
    switch (state) {
      case RUNNING -> task.run();
      case PAUSED -> late.add(task);
      case DEAD -> {}
    }
  }

  /** Has something done when the process ends: connections break, for one. */
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
