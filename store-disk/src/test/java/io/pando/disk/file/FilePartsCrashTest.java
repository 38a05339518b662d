package io.pando.disk.file;

import io.pando.disk.log.LogConfig;
import io.pando.random.Random64;

/** Most transactions are longer than a segment of the log, so they have several records. */
final class FilePartsCrashTest extends FileCrashTest {
  @Override
  protected Disk disk(Random64 random) {
    return new SimulatedDisk(new LogConfig(2 * 4096, 4096), CHECKPOINTS, Integer.MAX_VALUE, random);
  }
}
