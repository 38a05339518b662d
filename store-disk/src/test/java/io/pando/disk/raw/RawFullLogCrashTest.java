package io.pando.disk.raw;

import io.pando.random.Random64;

/** The log's medium is full: it has space for three segments, and the store often needs them. */
final class RawFullLogCrashTest extends RawCrashTest {
  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(20, 3, random);
  }
}
