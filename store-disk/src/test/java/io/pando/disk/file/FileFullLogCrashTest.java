package io.pando.disk.file;

import io.pando.random.Random64;

/** The medium of the log is full, so that only a checkpoint can give room for another segment. */
final class FileFullLogCrashTest extends FileCrashTest {
  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(LOG, new Checkpoints(Long.MAX_VALUE, Long.MAX_VALUE), 3, random);
  }
}
