package io.pando.disk.file;

import io.pando.random.Random64;

/** The log's medium is full, so only a checkpoint can free space for another segment. */
final class FileFullLogCrashTest extends FileCrashTest {
  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(LOG, new CheckpointLimits(Long.MAX_VALUE, Long.MAX_VALUE), 3, random);
  }
}
