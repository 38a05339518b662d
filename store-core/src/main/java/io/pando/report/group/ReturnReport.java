package io.pando.report.group;

/**
 * Reports how a replica came back in this interval: the method that found out what it lacks, and
 * its cost.
 *
 * @param way method: log, index, tree or copy
 * @param cost cost of finding out what the replica lacks
 * @param lacking number of objects that the replica lacked, or had in another version
 * @param copies objects that were copied to it since
 * @param times durations
 */
public record ReturnReport(String way, Cost cost, long lacking, Copies copies, Times times) {

  /**
   * The cost of finding out what a replica lacks.
   *
   * @param rounds number of questions that were asked, with their answers
   * @param bytes approximate size of the digests, versions and names that were sent in both
   *     directions
   * @param digests number of digests that were compared
   * @param listed number of objects, log entries or changes of the index that were sent with their
   *     versions
   */
  public record Cost(long rounds, long bytes, long digests, long listed) {
    /** The cost if nothing was compared. */
    public static final Cost NOTHING = new Cost(0, 0, 0, 0);

    public Cost combined(Cost other, int sign) {
      return new Cost(
          rounds + sign * other.rounds,
          bytes + sign * other.bytes,
          digests + sign * other.digests,
          listed + sign * other.listed);
    }
  }

  /**
   * Objects that were copied to a replica.
   *
   * @param copied number of objects
   * @param copiedBytes bytes of these objects that were sent
   * @param sparedBytes bytes of these objects that were not sent because the replica had them
   *     already
   */
  public record Copies(long copied, long copiedBytes, long sparedBytes) {}

  /**
   * Durations of a replica's return, from the choice of the method.
   *
   * @param discoveryNanos time of the search for objects that it lacks, without pauses for copying
   * @param knownNanos time until its missing set was fully known; 0 if it is not known yet
   * @param wholeNanos time until it was whole; 0 if it is not yet
   */
  public record Times(long discoveryNanos, long knownNanos, long wholeNanos) {}
}
