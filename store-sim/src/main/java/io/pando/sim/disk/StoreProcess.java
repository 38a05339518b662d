package io.pando.sim.disk;

import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.random.Random64;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a store in one process: each takes a step when its time has passed. The steps
 * belong to the process: it may be killed or paused between any two of them.
 */
final class StoreProcess {
  private final SimWorld world;
  private final SimProcess process;
  private final StepDelays delays;
  private final Set<Worker> busy = new LinkedHashSet<>();
  private @Nullable Awaited awaited;

  /** A callback for the time when a condition holds for all of these workers. */
  private record Awaited(List<? extends Worker> workers, Predicate<Worker> over, Runnable then) {}

  StoreProcess(SimWorld world, SimProcess process, StepDelays delays) {
    this.world = world;
    this.process = process;
    this.delays = delays;
  }

  /** A worker has something to do; it may have been called before. */
  void wanted(Worker worker) {
    if (!worker.isIdle() && busy.add(worker)) {
      long nanos = worker.pauseNanos() + delays.draw(worker.phase());
      world.at(world.nowNanos() + nanos, process, () -> step(worker));
    }
  }

  private void step(Worker worker) {
    busy.remove(worker);
    worker.step();
    wanted(worker);
    lookWhetherOver();
  }

  /**
   * Calls {@code then} when the condition holds for all of these workers, at once or after a step.
   */
  void awaitAll(List<? extends Worker> workers, Predicate<Worker> over, Runnable then) {
    awaited = new Awaited(workers, over, then);
    lookWhetherOver();
  }

  private void lookWhetherOver() {
    Awaited now = awaited;
    if (now != null && now.workers().stream().allMatch(now.over())) {
      awaited = null;
      now.then().run();
    }
  }

  /** Whether written bytes are being made durable. */
  boolean isFlushing() {
    return busy.stream()
        .map(Worker::phase)
        .anyMatch(phase -> phase == Worker.Phase.FLUSH || phase == Worker.Phase.COMMIT);
  }

  /**
   * The process has died: the steps in progress may have been taken completely, in part, or not at
   * all.
   *
   * @param name name of the disk
   */
  void end(String name, DiskFaults faults, Random64 random) {
    // Random numbers from the time and the name, so that the seed's other draws stay the same.
    Random64 moment = new Random64(world.nowNanos() ^ name.hashCode());
    for (Worker worker : busy) {
      if (worker.phase() != Worker.Phase.SERVE && random.nextBoolean()) {
        if (moment.nextBoolean()) {
          faults.failPower();
        }
        worker.step();
        faults.restorePower();
      }
    }
  }
}
