package io.pando.sim.disk;

import io.pando.random.Random64;
import io.pando.sim.world.SimWorld;

/** The production's kv store on a simulated disk. */
final class KvDiskTest extends SimDiskConformance {
  @Override
  SimDisk disk(SimWorld in, Random64 chance, long capacityBytes, String name) {
    return new KvDisk(in, chance, capacityBytes, name);
  }
}
