package io.pando.bench.repair;

/**
 * Measurements of the return of one replica.
 *
 * @param round conditions of the round
 * @param back report of the group's primary
 * @param cost resources that the OSDs used
 */
record Outcome(Round round, Back back, Cost cost) {
  /**
   * Conditions of a round.
   *
   * @param objects objects in the group when the replica became absent
   * @param leaves leaves of the group's hash tree; 0: chosen by the number of its objects
   * @param outage how the replica was absent
   * @param different objects of which the replica has no copy, an old one or one too many
   */
  record Round(
      int objects,
      int sizeBytes,
      int leaves,
      Way asked,
      Share share,
      OutageKind outage,
      int different) {
    /** Name of the plot line to which the round belongs. */
    String line() {
      return asked == Way.TREE && leaves > 0 ? "tree, " + leaves + " leaves" : asked.label();
    }
  }

  /**
   * Report of the group's primary.
   *
   * @param way how the replica's missing objects were found
   * @param cleanMillis time from the replica's OSD being up to the group being clean
   * @param discoveryMillis time spent on finding the objects that it lacked
   * @param knownMillis time from the choice of the way until these objects were known
   * @param wholeMillis time from the choice of the way until the replica had all objects
   */
  record Back(
      String way,
      double cleanMillis,
      double discoveryMillis,
      double knownMillis,
      double wholeMillis,
      long rounds,
      long comparisonBytes,
      long digests,
      long listed,
      long lacking,
      long copied,
      long copiedBytes) {}

  /**
   * Resources that the OSDs used.
   *
   * @param storeListed objects that their stores listed for the comparison
   * @param storeKeys entries of groups' maps that their stores read, the version index among them
   * @param blocksRead blocks of tables that were read from files for both
   * @param cpuMillis processor time of all OSDs, from up to clean
   * @param readCalls read system calls of all OSDs, of any kind, in that time
   * @param deviceBytes bytes that devices read in that time
   */
  record Cost(
      long storeListed,
      long storeKeys,
      long blocksRead,
      long blockBytesRead,
      double cpuMillis,
      long readCalls,
      long deviceBytes) {}
}
