package io.pando.report;

/**
 * What the scrubs of an OSD did since its start.
 *
 * @param objects looked at
 * @param bytes read of them
 * @param inconsistent objects found whose copies differ
 * @param repaired of those
 */
public record ScrubCounts(long objects, long bytes, long inconsistent, long repaired) {
  public static final ScrubCounts NOTHING = new ScrubCounts(0, 0, 0, 0);

  /** Of two together. */
  public ScrubCounts plus(ScrubCounts other) {
    return new ScrubCounts(
        objects + other.objects,
        bytes + other.bytes,
        inconsistent + other.inconsistent,
        repaired + other.repaired);
  }
}
