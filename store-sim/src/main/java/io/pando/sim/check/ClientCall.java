package io.pando.sim.check;

import io.pando.op.ObjectOp;
import java.util.List;
import java.util.Locale;

/**
 * A vector of operations on one object, as a client saw it. Times are of one clock for the whole
 * history; one operation precedes another if it returned before the other was called.
 *
 * @param client the calling client
 * @param callNanos time of the call
 * @param returnNanos time at which the outcome arrived; {@link #NEVER} if none arrived or it is
 *     unknown
 */
public record ClientCall(
    String client,
    String object,
    long callNanos,
    long returnNanos,
    List<ObjectOp> ops,
    CallOutcome ending) {
  /** After everything. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Checks the times; an operation of unknown outcome never returned. */
  public ClientCall {
    ops = List.copyOf(ops);
    returnNanos = ending instanceof CallOutcome.Unknown ? NEVER : returnNanos;
    if (ops.isEmpty()) {
      throw new IllegalArgumentException("an operation on " + object + " that asks nothing");
    }
    if (returnNanos < callNanos) {
      throw new IllegalArgumentException(
          "an operation on " + object + " returned at " + returnNanos + ", called " + callNanos);
    }
  }

  /** Whether it contains a mutation. */
  public boolean mutates() {
    return ops.stream().anyMatch(ObjectOp.Mutation.class::isInstance);
  }

  /** Whether its outcome is known. */
  boolean isKnown() {
    return !(ending instanceof CallOutcome.Unknown);
  }

  /** The same operation, as if its client had received no outcome. */
  ClientCall untold() {
    return new ClientCall(
        client, object, callNanos, NEVER, ops, new CallOutcome.Unknown("no answer yet"));
  }

  @Override
  public String toString() {
    String end = returnNanos == NEVER ? "…" : millis(returnNanos);
    return String.format(
        Locale.ROOT, "%s .. %s ms  %s: %s -> %s", millis(callNanos), end, client, ops, ending);
  }

  static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.6f", nanos / 1e6);
  }
}
