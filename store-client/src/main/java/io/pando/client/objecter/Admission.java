package io.pando.client.objecter;

import io.pando.check.Invariant;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Bounds the operations in flight: further operations wait in the order of submission. */
final class Admission {
  private final ObjecterConfig config;
  private final Consumer<PendingOperation> admit;
  private final TreeMap<Long, PendingOperation> waiting = new TreeMap<>();
  private int impatient;
  private int inFlight;
  private long inFlightBytes;

  /**
   * @param admit called with each operation that may go on
   */
  Admission(ObjecterConfig config, Consumer<PendingOperation> admit) {
    this.config = config;
    this.admit = admit;
  }

  /** Admits the operation or lets it wait; returns false if too many wait already. */
  boolean take(PendingOperation op) {
    if (waiting.isEmpty() && fits(op)) {
      start(op);
      return true;
    }
    if (!op.patient) {
      if (impatient >= config.maxQueued()) {
        return false;
      }
      impatient++;
    }
    waiting.put(op.sequence, op);
    return true;
  }

  /** An operation has ended, whether it was admitted or still waited. */
  void release(PendingOperation op) {
    if (waiting.remove(op.sequence) != null) {
      forget(op);
    } else {
      inFlight--;
      inFlightBytes -= op.sizeBytes;
      Invariant.check(inFlight >= 0 && inFlightBytes >= 0, "released more than was admitted");
    }
    while (!waiting.isEmpty() && fits(waiting.firstEntry().getValue())) {
      PendingOperation next = waiting.pollFirstEntry().getValue();
      forget(next);
      start(next);
    }
  }

  private void forget(PendingOperation op) {
    if (!op.patient) {
      impatient--;
    }
  }

  private boolean fits(PendingOperation op) {
    return inFlight == 0
        || (inFlight < config.maxInFlight()
            && inFlightBytes + op.sizeBytes <= config.maxInFlightBytes());
  }

  private void start(PendingOperation op) {
    inFlight++;
    inFlightBytes += op.sizeBytes;
    admit.accept(op);
  }

  int inFlight() {
    return inFlight;
  }

  int waiting() {
    return waiting.size();
  }

  /** Whether the operation waits to be admitted. */
  boolean isWaiting(PendingOperation op) {
    return waiting.get(op.sequence) == op;
  }

  /** Checks that need only a few comparisons. */
  void invariants() {
    Invariant.check(
        waiting.isEmpty() || !fits(waiting.firstEntry().getValue()),
        () ->
            "%d operations of %d bytes are in flight, and the first of %d that wait would fit"
                .formatted(inFlight, inFlightBytes, waiting.size()));
    Invariant.check(
        inFlight == 0
            ? inFlightBytes == 0
            : inFlight == 1
                || (inFlight <= config.maxInFlight() && inFlightBytes <= config.maxInFlightBytes()),
        () -> inFlight + " operations of " + inFlightBytes + " bytes are in flight");
    Invariant.check(
        impatient >= 0 && impatient <= Math.min(waiting.size(), config.maxQueued()),
        () -> impatient + " of " + waiting.size() + " operations that wait may be refused");
  }
}
