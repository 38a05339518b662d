package io.pando.cli.command.repair;

/**
 * What is changed while the replica is away, in percent of the objects.
 *
 * @param stale written anew
 * @param deleted removed
 * @param fresh that were not there before
 * @param undone whether what is written anew gets its former bytes back: another version all the
 *     same
 */
record Share(double stale, double deleted, double fresh, boolean undone) {
  /** So many objects of all. */
  static int of(double percent, int objects) {
    return (int) Math.round(objects * percent / 100);
  }
}
