package io.pando.fuse;

import java.util.concurrent.atomic.LongAdder;

/** Counts messages; any thread may use it. */
final class MessageCounters {
  final LongAdder requests = new LongAdder();
  final LongAdder forgotten = new LongAdder();
  final LongAdder interrupts = new LongAdder();
  final LongAdder unknown = new LongAdder();
  final LongAdder malformed = new LongAdder();
  final LongAdder failures = new LongAdder();

  MountCounts read() {
    return new MountCounts(
        requests.sum(),
        forgotten.sum(),
        interrupts.sum(),
        unknown.sum(),
        malformed.sum(),
        failures.sum());
  }
}
