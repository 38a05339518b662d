package io.pando.disk;

import java.io.IOException;

/** The power of a simulated disk, which goes after so many steps. One for all parts of a disk. */
public final class Power {
  private long stepsLeft = Long.MAX_VALUE;
  private long flushesLeft = Long.MAX_VALUE;
  private long stepsBehindFlush;
  private long steps;
  private long flushes;

  /** It goes after so many more steps. */
  public void goesAfter(long count) {
    stepsLeft = count;
  }

  /** It goes after so many more flushes, and so many steps behind the last of them. */
  public void goesAfterFlushes(long count, long stepsBehind) {
    flushesLeft = count;
    stepsBehindFlush = stepsBehind;
    if (count == 0) {
      stepsLeft = stepsBehind;
    }
  }

  /** It is back. */
  public void restore() {
    stepsLeft = Long.MAX_VALUE;
    flushesLeft = Long.MAX_VALUE;
  }

  /** Steps until now. */
  public long steps() {
    return steps;
  }

  /** Flushes until now. */
  public long flushes() {
    return flushes;
  }

  /** Something is about to be written, or to be made durable. */
  public void step() throws IOException {
    if (stepsLeft <= 0) {
      throw new IOException("the power is gone");
    }
    stepsLeft--;
    steps++;
  }

  /** Something was made durable. */
  public void flushed() {
    flushes++;
    if (--flushesLeft == 0) {
      stepsLeft = stepsBehindFlush;
    }
  }
}
