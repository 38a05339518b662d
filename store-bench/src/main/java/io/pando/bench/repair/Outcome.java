package io.pando.bench.repair;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.pando.bench.trial.Absence;

/**
 * Measurements of the return of one replica. In JSON, the groups below these three are not nested.
 *
 * @param round conditions of the round
 * @param back report of the group's primary
 * @param cost resources that the OSDs used
 */
record Outcome(Round round, Back back, Cost cost) {
  /**
   * A round.
   *
   * @param different objects of which the replica has no copy, an old one or one too many
   */
  record Round(@JsonUnwrapped Conditions conditions, int different) {
    /** Name of the plot line to which the round belongs. */
    String line() {
      return conditions.asked == DiscoveryMethod.TREE && conditions.leaves > 0
          ? "tree, " + conditions.leaves + " leaves"
          : conditions.asked.label();
    }
  }

  /**
   * Conditions of a round.
   *
   * @param objects objects in the group when the replica became absent
   * @param leaves leaves of the group's hash tree; 0: chosen by the number of its objects
   * @param outage how the replica was absent
   */
  record Conditions(
      int objects,
      int sizeBytes,
      int leaves,
      DiscoveryMethod asked,
      ChangeShare share,
      Outage outage) {}

  /**
   * How a replica is absent and returns.
   *
   * @param cold whether all OSDs are restarted before, so that their caches are empty
   */
  record Outage(Absence absence, boolean cold) {}

  /**
   * Report of the group's primary.
   *
   * @param way how the replica's missing objects were found
   */
  record Back(
      String way,
      @JsonUnwrapped Times times,
      @JsonUnwrapped Comparison comparison,
      @JsonUnwrapped Copies copies) {}

  /**
   * Times of a return.
   *
   * @param cleanMillis time from the replica's OSD being up to the group being clean
   * @param discoveryMillis time spent on finding the objects that it lacked
   * @param knownMillis time from the choice of the way until these objects were known
   * @param wholeMillis time from the choice of the way until the replica had all objects
   */
  record Times(
      double cleanMillis, double discoveryMillis, double knownMillis, double wholeMillis) {}

  /** Messages to find the missing objects, and their contents. */
  record Comparison(long rounds, long comparisonBytes, long digests, long listed) {}

  /** Objects that the replica lacked, and those that were copied to it. */
  record Copies(long lacking, long copied, long copiedBytes) {}

  /**
   * Resources that the OSDs used.
   *
   * @param cpuMillis processor time of all OSDs, from up to clean
   * @param readCalls read system calls of all OSDs, of any kind, in that time
   * @param deviceBytes bytes that devices read in that time
   */
  record Cost(
      @JsonUnwrapped StoreReads store, double cpuMillis, long readCalls, long deviceBytes) {}

  /**
   * Reads of the OSDs' stores for the comparison.
   *
   * @param storeListed objects that they listed
   * @param storeKeys entries of groups' maps that they read, the version index among them
   * @param blocksRead blocks of tables that were read from files for both
   */
  record StoreReads(long storeListed, long storeKeys, long blocksRead, long blockBytesRead) {}
}
