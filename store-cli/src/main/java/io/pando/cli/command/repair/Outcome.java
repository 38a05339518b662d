package io.pando.cli.command.repair;

/**
 * One replica that came back, measured.
 *
 * @param round what was to be done
 * @param back what the group's primary tells of it
 * @param cost what the OSDs needed for that
 */
record Outcome(Round round, Back back, Cost cost) {
  /**
   * What was to be done.
   *
   * @param objects in the group when the replica went
   * @param leaves of its hash tree; 0: as many as its objects ask for
   * @param manner in which the replica was away
   * @param different objects that the replica should have otherwise than it has them
   */
  record Round(
      int objects,
      int sizeBytes,
      int leaves,
      Way asked,
      Share share,
      OutageKind outage,
      int different) {
    /** What a line of a plot stands for. */
    String line() {
      return asked == Way.TREE && leaves > 0 ? "tree, " + leaves + " leaves" : asked.label();
    }
  }

  /**
   * What the group's primary tells.
   *
   * @param way that was taken
   * @param cleanMillis from when the replica's OSD was up until the group was clean
   * @param discoveryMillis in which was looked for what it lacks
   * @param knownMillis until that was known, from when its way was chosen
   * @param wholeMillis until the replica had everything, likewise
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
   * What the OSDs needed.
   *
   * @param storeListed objects that their stores listed to compare them
   * @param storeKeys entries of groups' maps that their stores read, the index among them
   * @param blocksRead blocks of tables that had to be read from files for both
   * @param cpuMillis of all OSDs, from up to clean
   * @param readCalls of all OSDs, of any kind, meanwhile
   * @param deviceBytes that devices read meanwhile
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
