package io.pando.sim.disk;

import io.pando.random.Random64;
import io.pando.sim.world.SimWorld;

/** The production's raw store on a simulated disk. */
final class RawDiskTest extends SimDiskConformance {
  @Override
  SimDisk disk(SimWorld in, Random64 chance, long capacityBytes, String name) {
    return new RawDisk(in, chance, capacityBytes, name);
  }
}
