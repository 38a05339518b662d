package io.pando.bench.repair;

/**
 * Changes while the replica is absent, in percent of the objects.
 *
 * @param stale objects that are overwritten
 * @param deleted objects that are removed
 * @param fresh objects that are created
 * @param undone whether overwritten objects then get their former bytes back, which still makes
 *     another version
 */
record ChangeShare(double stale, double deleted, double fresh, boolean undone) {
  /** Number of objects in a percentage of all objects. */
  static int of(double percent, int objects) {
    return (int) Math.round(objects * percent / 100);
  }
}
