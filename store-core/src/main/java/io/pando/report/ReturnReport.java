package io.pando.report;

/**
 * Reports how a replica came back in this interval: the method that found out what it lacks, and
 * its cost.
 *
 * @param way method: log, index, tree or copy
 * @param rounds number of questions, with their answers, of a comparison
 * @param bytes size of the digests, names and versions that were sent in both directions
 * @param digests number of digests that were compared
 * @param listed number of log entries, changes of the index, or listed objects that were sent
 * @param lacking number of objects that the replica lacked, or had in another version
 * @param copied number of objects that were copied to it since
 * @param copiedBytes bytes of these objects that were sent
 * @param sparedBytes bytes of these objects that were not sent because the replica had them already
 * @param times durations
 */
public record ReturnReport(
    String way,
    long rounds,
    long bytes,
    long digests,
    long listed,
    long lacking,
    long copied,
    long copiedBytes,
    long sparedBytes,
    Times times) {

  /**
   * Durations of a replica's return, from the choice of the method.
   *
   * @param discoveryNanos time of the search for objects that it lacks, without pauses for copying
   * @param knownNanos time until its missing set was fully known; 0 if it is not known yet
   * @param wholeNanos time until it was whole; 0 if it is not yet
   */
  public record Times(long discoveryNanos, long knownNanos, long wholeNanos) {}
}
