package io.pando.sim.disk;

import io.pando.disk.catalog.Room;
import io.pando.disk.device.MediumSpace;

/**
 * The room of a file system that is a disk's own, but for the time in which the disk is full: then
 * others have taken all of it.
 *
 * @param totalBytes that it has
 */
record SimRoom(DiskFaults faults, long totalBytes) implements Room {
  @Override
  public boolean has(long bytes, boolean binding) {
    return bytes == 0 || !faults.isFull();
  }

  @Override
  public MediumSpace space() {
    return faults.isFull() ? new MediumSpace(totalBytes, 0) : MediumSpace.OWN;
  }
}
