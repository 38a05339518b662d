package io.pando.disk.raw;

import io.pando.disk.ModelStore;

/** Permitted space usage of a store that packs blocks; leaks are found by the store's own check. */
final class PackedSpace {
  private PackedSpace() {}

  /**
   * At least one block if any exists; at most 14 for each existing block, since all other blocks of
   * a unit of that size may have been overwritten.
   */
  static boolean mayUse(long usedBytes, ModelStore model) {
    long most = model.unsharedBytes();
    return most == 0 ? usedBytes == 0 : usedBytes > 0 && usedBytes <= 14 * most;
  }
}
