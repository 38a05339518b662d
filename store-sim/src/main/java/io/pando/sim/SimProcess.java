package io.pando.sim;

import io.pando.port.EventLoop;
import java.util.ArrayList;
import java.util.List;

/**
 * One life of a process: it has event loops, and what is to run on them dies with it. A restart is
 * another process.
 */
public final class SimProcess {
  private final SimWorld world;
  private final String name;
  private final List<Runnable> onKill = new ArrayList<>();
  private boolean alive = true;

  SimProcess(SimWorld world, String name) {
    this.world = world;
    this.name = name;
  }

  /** A new event loop. */
  public EventLoop loop() {
    return new SimLoop(world, this);
  }

  public boolean isAlive() {
    return alive;
  }

  /** Ends it at once, as {@code kill -9} does. */
  public void kill() {
    if (alive) {
      world.note("kill " + name);
      alive = false;
      onKill.forEach(Runnable::run);
    }
  }

  SimWorld world() {
    return world;
  }

  /** Has something done when the process is killed: connections break, for one. */
  void onKill(Runnable action) {
    onKill.add(action);
  }

  @Override
  public String toString() {
    return name;
  }
}
