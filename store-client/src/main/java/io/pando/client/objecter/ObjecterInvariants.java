package io.pando.client.objecter;

import io.pando.check.Invariant;
import java.util.Map;

/**
 * Invariants of a client's operations after every step.
 *
 * <ol>
 *   <li>Each operation is admitted or waits to be admitted; the number in flight is the number
 *       admitted.
 *   <li>A queued operation waits to be admitted, or behind others on its object; an operation in
 *       any other phase was started.
 *   <li>A following operation is an update after an update that is not sent.
 *   <li>Each operation has an alarm at its deadline, and another one if it is in back-off or held;
 *       there are no further alarms.
 * </ol>
 */
final class ObjecterInvariants {
  private final Map<Long, PendingOperation> ops;
  private final Admission admission;
  private final ObjectQueues queues;
  private final Alarms alarms;

  ObjecterInvariants(
      Map<Long, PendingOperation> ops, Admission admission, ObjectQueues queues, Alarms alarms) {
    this.ops = ops;
    this.admission = admission;
    this.queues = queues;
    this.alarms = alarms;
  }

  /** Checks that need only a few comparisons. */
  void check() {
    Invariant.check(
        admission.inFlight() + admission.waiting() == ops.size(),
        () ->
            "%d operations, but %d in flight and %d waiting"
                .formatted(ops.size(), admission.inFlight(), admission.waiting()));
    Invariant.check(!ops.isEmpty() || queues.isEmpty(), "queues without operations");
    Invariant.check(ops.isEmpty() || alarms.isArmed(), "operations without an alarm");
    admission.invariants();
  }

  /** Checks every operation. */
  void checkThoroughly() {
    int resting = 0;
    for (PendingOperation op : ops.values()) {
      checkPlace(op);
      resting += Alarms.isResting(op) ? 1 : 0;
      Invariant.check(alarms.has(op), () -> op.sequence + ", " + op.phase + ": it has no alarm");
    }
    int expected = ops.size() + resting;
    Invariant.check(
        alarms.size() == expected,
        () -> "%d alarms, expected %d".formatted(alarms.size(), expected));
    queues.thoroughInvariants();
  }

  private void checkPlace(PendingOperation op) {
    boolean queued = op.phase instanceof PendingOperation.Phase.Queued;
    boolean waits = admission.isWaiting(op) || queues.isWaiting(op);
    Invariant.check(
        queued ? waits : !waits && queues.isStarted(op),
        () ->
            "%d, %s: waits to be admitted %s, behind others %s, started %s"
                .formatted(
                    op.sequence,
                    op.phase,
                    admission.isWaiting(op),
                    queues.isWaiting(op),
                    queues.isStarted(op)));
    if (op.phase instanceof PendingOperation.Phase.Following) {
      PendingOperation before = queues.before(op);
      Invariant.check(
          before != null && !(before.phase instanceof PendingOperation.Phase.Sent),
          () -> op.sequence + " follows nothing that is yet to be sent");
    }
  }
}
