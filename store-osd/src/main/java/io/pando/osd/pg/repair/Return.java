package io.pando.osd.pg.repair;

import io.pando.id.ObjectId;
import io.pando.report.RepairCounts;
import io.pando.report.ReturnReport;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * How one replica comes back, counted and timed.
 *
 * <pre>
 *  begin ──── looked for ──┤ waits ├──── looked for ──▶ all known ──▶ whole
 * </pre>
 */
public final class Return {
  /** What a version takes in a message, about. */
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

  Return(Consumer<RepairCounts> counted) {
    this.counted = counted;
  }

  private void count(RepairCounts more) {
    counts = counts.plus(more);
    counted.accept(more);
  }

  /**
   * The way was chosen; all is counted from here on, and what it lacks is looked for.
   *
   * @param told objects that were told, of which it takes those it lacks
   * @param sinceNanos when that was begun
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

  /** What it lacks is looked for from now on, if it was not before. */
  public void onLooking(long nowNanos) {
    if (!looking) {
      looking = true;
      lookingNanos = nowNanos;
    }
  }

  /** It is not looked for until more is wanted. */
  public void onLooked(long nowNanos) {
    if (looking) {
      looking = false;
      lookedNanos += nowNanos - lookingNanos;
    }
  }

  /** All that it lacks is known. */
  public void onKnown(long nowNanos) {
    onLooked(nowNanos);
    if (knownNanos == 0) {
      knownNanos = nowNanos - beganNanos;
    }
  }

  /** It has everything, for the first time. */
  public void onWhole(long nowNanos) {
    if (wholeNanos == 0) {
      wholeNanos = nowNanos - beganNanos;
    }
  }

  /** Digests of parts of a tree were sent. */
  public void onDigests(int parts, int sent) {
    long bytes = (long) Long.BYTES * sent + (long) PART_BYTES * parts;
    count(RepairCounts.compared(1, bytes, sent, 0));
  }

  /** The numbers of parts went one way or the other. */
  public void onParts(int parts) {
    count(RepairCounts.compared(0, (long) PART_BYTES * parts, 0, 0));
  }

  /** Objects of parts were asked for. */
  public void onAsked(int parts) {
    count(RepairCounts.compared(1, (long) PART_BYTES * parts, 0, 0));
  }

  /** Objects were told with their versions. */
  public void onListed(Collection<ObjectId> objects) {
    long bytes = 0;
    for (ObjectId object : objects) {
      bytes += VERSION_BYTES + Integer.BYTES + object.name().length();
    }
    count(RepairCounts.compared(0, bytes, 0, objects.size()));
  }

  /** So many objects are not there as they should be. */
  public void onLacking(int objects) {
    count(RepairCounts.differing(objects));
  }

  /**
   * An object, or a part of one, was brought.
   *
   * @param spared bytes of it that were there already
   */
  public void onBrought(long bytes, long spared) {
    copiedBytes += bytes;
    sparedBytes += spared;
  }

  /** All of an object was brought. */
  public void onCopied() {
    copied++;
  }

  /** What operators are told. */
  public ReturnReport report() {
    return new ReturnReport(
        way,
        counts.rounds(),
        counts.bytes(),
        counts.digests(),
        counts.listed(),
        counts.differing(),
        copied,
        copiedBytes,
        sparedBytes,
        new ReturnReport.Times(lookedNanos, knownNanos, wholeNanos));
  }
}
