package io.pando.report;

/**
 * By which way a replica came back in this interval, and what it took to find out what it lacks.
 *
 * @param way log, index, tree or copy
 * @param rounds questions and answers of a comparison
 * @param bytes of digests, names and versions that went both ways
 * @param digests that were compared
 * @param listed log entries, changes of the index, or objects of a list that were told
 * @param lacking objects that the replica was found to lack, or to have in another version
 * @param copied objects that were brought to it since
 * @param copiedBytes of them that were sent
 * @param sparedBytes of them that were not, being there already
 * @param times how long it took
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
   * How long a replica took to come back, from when its way was chosen.
   *
   * @param discoveryNanos in which was looked for what it lacks, without pauses to copy what was
   *     found
   * @param knownNanos until all that it lacks was known; 0: it is not yet
   * @param wholeNanos until it had everything; 0: it has not yet
   */
  public record Times(long discoveryNanos, long knownNanos, long wholeNanos) {}
}
