package io.pando.sim.disk;

import io.pando.disk.catalog.SpaceLimit;
import io.pando.disk.device.MediumSpace;

/**
 * Space of a file system on a disk of its own; while the disk is full, other users have taken all
 * of it.
 *
 * @param totalBytes total size
 */
record SimSpace(DiskFaults faults, long totalBytes) implements SpaceLimit {
  @Override
  public boolean has(long bytes, boolean binding) {
    return bytes == 0 || !faults.isFull();
  }

  @Override
  public MediumSpace space() {
    return faults.isFull() ? new MediumSpace(totalBytes, 0) : MediumSpace.OWN;
  }
}
