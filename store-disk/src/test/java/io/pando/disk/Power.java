package io.pando.disk;

import java.io.IOException;

/**
 * The power of a simulated disk, shared by all parts of the disk; it fails after a number of steps.
 */
public final class Power {
  private long stepsLeft = Long.MAX_VALUE;
  private long flushesLeft = Long.MAX_VALUE;
  private long stepsBehindFlush;
  private long steps;
  private long flushes;

  /** Makes the power fail after {@code count} more steps. */
  public void goesAfter(long count) {
    stepsLeft = count;
  }

  /** Makes the power fail after {@code count} more flushes and {@code stepsBehind} more steps. */
  public void goesAfterFlushes(long count, long stepsBehind) {
    flushesLeft = count;
    stepsBehindFlush = stepsBehind;
    if (count == 0) {
      stepsLeft = stepsBehind;
    }
  }

  /** Restores the power. */
  public void restore() {
    stepsLeft = Long.MAX_VALUE;
    flushesLeft = Long.MAX_VALUE;
  }

  /** Number of steps so far. */
  public long steps() {
    return steps;
  }

  /** Number of flushes so far. */
  public long flushes() {
    return flushes;
  }

  /** Called before something is written or made durable. */
  public void step() throws IOException {
    if (stepsLeft <= 0) {
      throw new IOException("the power is gone");
    }
    stepsLeft--;
    steps++;
  }

  /** Called after something was made durable. */
  public void flushed() {
    flushes++;
    if (--flushesLeft == 0) {
      stepsLeft = stepsBehindFlush;
    }
  }
}
