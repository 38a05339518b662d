package io.pando.sim.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What is wrong with one disk now. */
final class DiskFaults {
  private final List<DiskFault> faults = new ArrayList<>();

  void apply(DiskFault fault) {
    faults.add(fault);
  }

  void lift(DiskFault fault) {
    faults.remove(fault);
  }

  void clear() {
    faults.clear();
  }

  boolean isFull() {
    return faults.stream().anyMatch(DiskFault.Full.class::isInstance);
  }

  boolean failsWrites() {
    return faults.stream().anyMatch(DiskFault.FailingWrites.class::isInstance);
  }

  /** One in so many reads fails; 0: none. */
  int failsReadsOneIn() {
    return sum(fault -> fault instanceof DiskFault.FailingReads reads ? reads.oneIn() : 0)
        .intValue();
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
