package io.pando.sim.disk;

import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Present faults of one disk. */
final class DiskFaults {
  private final List<DiskFault> faults = new ArrayList<>();
  private boolean powerFails;

  void apply(DiskFault fault) {
    faults.add(fault);
  }

  void lift(DiskFault fault) {
    faults.remove(fault);
  }

  void clear() {
    faults.clear();
  }

  /** From now on writes reach the medium only in part, and flushes fail. */
  void failPower() {
    powerFails = true;
  }

  void restorePower() {
    powerFails = false;
  }

  /** Whether the power fails during writes. */
  boolean isPowerFailing() {
    return powerFails;
  }

  /** Whether there is no space for more blocks of data. */
  boolean isFullOfData() {
    return isFull() || faults.stream().anyMatch(DiskFault.FullOfData.class::isInstance);
  }

  boolean isFull() {
    return isExhausted() || faults.stream().anyMatch(DiskFault.Full.class::isInstance);
  }

  /** Whether there is no space even for reserved blocks. */
  boolean isExhausted() {
    return faults.stream().anyMatch(DiskFault.Exhausted.class::isInstance);
  }

  /** Whether the file system reports, when asked, that it has no space. */
  boolean tellsExhausted() {
    return faults.stream().anyMatch(it -> it instanceof DiskFault.Exhausted none && none.told());
  }

  /** A segment of the log begins. */
  void onSegment() {
    powerFails |= faults.stream().anyMatch(DiskFault.DarkAtSegment.class::isInstance);
  }

  boolean failsWrites() {
    return faults.stream().anyMatch(DiskFault.FailingWrites.class::isInstance);
  }

  /** Whether a read of blocks fails now. */
  boolean failsRead(long first, int count, Random64 random) {
    boolean fails = false;
    for (DiskFault fault : faults) {
      if (fault instanceof DiskFault.FailingReads reads) {
        fails |= random.oneIn(reads.oneIn());
        for (long block = first; block < first + count; block++) {
          fails |= neverReads(block, reads.oneIn());
        }
      }
    }
    return fails;
  }

  private static boolean neverReads(long block, int oneIn) {
    long salted = (block + 1) * 0x9e3779b97f4a7c15L ^ oneIn;
    return Long.remainderUnsigned(salted >>> 17, oneIn) == 0;
  }

  long extraNanos() {
    return sum(fault -> fault instanceof DiskFault.Slow slow ? slow.extraNanos() : 0);
  }

  private Long sum(Function<DiskFault, Number> value) {
    long sum = 0;
    for (DiskFault fault : faults) {
      sum += value.apply(fault).longValue();
    }
    return sum;
  }
}
