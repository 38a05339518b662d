package io.pando.report;

/**
 * Work of the scrubs of an OSD since its start.
 *
 * @param objects number of objects examined
 * @param bytes bytes read of these objects
 * @param inconsistent number of objects whose copies differ
 * @param repaired number of these objects that were repaired
 */
public record ScrubCounts(long objects, long bytes, long inconsistent, long repaired) {
  public static final ScrubCounts NOTHING = new ScrubCounts(0, 0, 0, 0);

  /** The sum of both. */
  public ScrubCounts plus(ScrubCounts other) {
    return new ScrubCounts(
        objects + other.objects,
        bytes + other.bytes,
        inconsistent + other.inconsistent,
        repaired + other.repaired);
  }
}
