package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.report.RepairCounts;
import io.pando.report.group.ReturnReport;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * Counts and times the return of one replica: the search for what it lacks, and the copying.
 *
 * <pre>
 *  begin ──── searching ───┤ waits ├──── searching ───▶ all known ──▶ whole
 * </pre>
 */
public final class ReplicaReturn {
  /** Approximate bytes of a version in a message. */
  private static final int VERSION_BYTES = 12;

  private static final int PART_BYTES = 3;

  private String way = "";
  private final Consumer<RepairCounts> counted;
  private RepairCounts counts = RepairCounts.NONE;
  private long copied;
  private long copiedBytes;
  private long sparedBytes;
  private long beganNanos;
  private long lookingNanos;
  private long lookedNanos;
  private long knownNanos;
  private long wholeNanos;
  private boolean looking;

  ReplicaReturn(Consumer<RepairCounts> counted) {
    this.counted = counted;
  }

  private void count(RepairCounts more) {
    counts = counts.plus(more);
    counted.accept(more);
  }

  /**
   * Starts the counts: the way to find what the replica lacks was chosen, and the search begins.
   *
   * @param told objects sent with their versions, of which the replica takes those that it lacks
   * @param sinceNanos time when the return began
   */
  public void begin(String chosen, Collection<ObjectId> told, long sinceNanos) {
    way = chosen;
    beganNanos = sinceNanos;
    lookedNanos = 0;
    knownNanos = 0;
    wholeNanos = 0;
    looking = false;
    onLooking(sinceNanos);
    counts = RepairCounts.NONE;
    copied = 0;
    copiedBytes = 0;
    sparedBytes = 0;
    count(RepairCounts.way(chosen));
    count(RepairCounts.compared(1, 0, 0, 0));
    onListed(told);
  }

  /** Starts the search time, unless it runs already. */
  public void onLooking(long nowNanos) {
    if (!looking) {
      looking = true;
      lookingNanos = nowNanos;
    }
  }

  /** Stops the search time until more is to be found. */
  public void onLooked(long nowNanos) {
    if (looking) {
      looking = false;
      lookedNanos += nowNanos - lookingNanos;
    }
  }

  /** Everything that the replica lacks is known. */
  public void onKnown(long nowNanos) {
    onLooked(nowNanos);
    if (knownNanos == 0) {
      knownNanos = nowNanos - beganNanos;
    }
  }

  /** The replica lacks nothing; only the first call counts. */
  public void onWhole(long nowNanos) {
    if (wholeNanos == 0) {
      wholeNanos = nowNanos - beganNanos;
    }
  }

  /** Counts digests sent for parts of a tree. */
  public void onDigests(int parts, int sent) {
    long bytes = (long) Long.BYTES * sent + (long) PART_BYTES * parts;
    count(RepairCounts.compared(1, bytes, sent, 0));
  }

  /** Counts part numbers sent in either direction. */
  public void onParts(int parts) {
    count(RepairCounts.compared(0, (long) PART_BYTES * parts, 0, 0));
  }

  /** Counts a request for the objects of some parts. */
  public void onAsked(int parts) {
    count(RepairCounts.compared(1, (long) PART_BYTES * parts, 0, 0));
  }

  /** Counts objects sent with their versions. */
  public void onListed(Collection<ObjectId> objects) {
    long bytes = 0;
    for (ObjectId object : objects) {
      bytes += VERSION_BYTES + Integer.BYTES + object.name().length();
    }
    count(RepairCounts.compared(0, bytes, 0, objects.size()));
  }

  /** Counts objects that the replica lacks or has in another version. */
  public void onLacking(int objects) {
    count(RepairCounts.differing(objects));
  }

  /**
   * Counts an object, or a part of one, copied to the replica.
   *
   * @param spared bytes of it that the replica had already
   */
  public void onBrought(long bytes, long spared) {
    copiedBytes += bytes;
    sparedBytes += spared;
  }

  /** Counts an object that was copied completely. */
  public void onCopied() {
    copied++;
  }

  public ReturnReport report() {
    return new ReturnReport(
        way,
        counts.cost(),
        counts.differing(),
        new ReturnReport.Copies(copied, copiedBytes, sparedBytes),
        new ReturnReport.Times(lookedNanos, knownNanos, wholeNanos));
  }
}
