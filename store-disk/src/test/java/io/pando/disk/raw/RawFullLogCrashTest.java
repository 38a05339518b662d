package io.pando.disk.raw;

import io.pando.random.Random64;

/**
 * The medium of the log is full: it has room for three segments, and its store needs them often.
 */
final class RawFullLogCrashTest extends RawCrashTest {
  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(20, 3, random);
  }
}
