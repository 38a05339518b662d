package io.pando.sim.disk;

import io.pando.random.Random64;
import io.pando.sim.world.SimWorld;

/** The production's file store on a simulated disk. */
final class FileDiskTest extends SimDiskConformance {
  @Override
  SimDisk disk(SimWorld in, Random64 chance, long capacityBytes, String name) {
    return new FileDisk(in, chance, capacityBytes, name);
  }
}
