package io.pando.disk.raw;

import io.pando.disk.ModelStore;

/** How much space a store may take that packs blocks; that none is leaked its own check tells. */
final class PackedSpace {
  private PackedSpace() {}

  /**
   * At least a block if there is any; no more than 14 for each block that there is, since of a unit
   * that takes so many there may be one left.
   */
  static boolean mayUse(long usedBytes, ModelStore model) {
    long most = model.unsharedBytes();
    return most == 0 ? usedBytes == 0 : usedBytes > 0 && usedBytes <= 14 * most;
  }
}
