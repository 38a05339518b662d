package io.pando.sim.disk;

import io.pando.disk.raw.pipeline.worker.Worker;
import io.pando.random.Random64;

/** Durations of a store's steps on a disk: now and then much longer than usual. */
final class StepDelays {
  /** One in 500 steps takes long. */
  private static final int HICCUP_ONE_IN = 500;

  private static final long LONGEST_HICCUP_NANOS = 50_000_000;

  private final Random64 random;
  private final DiskFaults faults;

  StepDelays(Random64 random, DiskFaults faults) {
    this.random = random;
    this.faults = faults;
  }

  long draw(Worker.Phase phase) {
    long usual =
        switch (phase) {
          case SERVE -> random.between(1_000, 200_000);
          case WRITE -> random.between(5_000, 1_500_000);
          case FLUSH, COMMIT -> random.between(20_000, 3_000_000);
        };
    long hiccup = random.oneIn(HICCUP_ONE_IN) ? random.between(0, LONGEST_HICCUP_NANOS) : 0;
    long extra = faults.extraNanos();
    return usual + hiccup + (extra == 0 ? 0 : random.between(0, extra));
  }
}
