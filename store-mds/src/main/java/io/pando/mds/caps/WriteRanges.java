package io.pando.mds.caps;

import io.pando.fs.Ino;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Up to which offset files may be written, as the journal has it. */
final class WriteRanges {
  /**
   * A file.
   *
   * @param journaled offset in bytes that the journal has; -1 if it has none
   * @param requested offset for which a larger range was requested; -1 if none is under way
   */
  private record Range(long journaled, long requested) {}

  private static final Range NONE = new Range(-1, -1);

  private final CapabilityLimits limits;
  private final Consumer<CapabilityEffect> out;
  private final SortedMap<Ino, Range> ranges = new TreeMap<>();

  WriteRanges(CapabilityLimits limits, Consumer<CapabilityEffect> out) {
    this.limits = limits;
    this.out = out;
  }

  /** Whether a session may write at all. */
  boolean isJournaled(Ino ino) {
    return ranges.getOrDefault(ino, NONE).journaled >= 0;
  }

  /** Where writing ends; 0 if the journal does not say. */
  long end(Ino ino) {
    return Math.max(0, ranges.getOrDefault(ino, NONE).journaled);
  }

  /** Requests a larger range, unless that is under way. */
  void request(long session, Ino ino, long beyond) {
    Range range = ranges.getOrDefault(ino, NONE);
    if (range.requested < beyond) {
      ranges.put(ino, new Range(range.journaled, beyond));
      out.accept(new CapabilityEffect.NeedsRange(session, ino, beyond, limits.step(beyond)));
    }
  }

  /** Whether a session that reached an offset should have a larger range soon. */
  boolean isShort(Ino ino, long reached) {
    return reached > end(ino) - limits.step(reached) / 2;
  }

  void onJournaled(Ino ino, long to) {
    ranges.put(ino, new Range(Math.max(to, end(ino)), -1));
  }

  /** Whether a larger range is under way. */
  boolean isRequested(Ino ino) {
    return ranges.getOrDefault(ino, NONE).requested >= 0;
  }

  /** The journal has no range any more; a request for one stays under way. */
  void forgetJournaled(Ino ino) {
    Range range = ranges.remove(ino);
    if (range != null && range.requested >= 0) {
      ranges.put(ino, new Range(-1, range.requested));
    }
  }

  void forget(Ino ino) {
    ranges.remove(ino);
  }
}
