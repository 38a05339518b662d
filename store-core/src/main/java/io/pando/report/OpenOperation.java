package io.pando.report;

import io.pando.id.NodeId;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.RequestId;
import java.util.List;

/**
 * An operation of a client at the primary of its group.
 *
 * @param request id of the request, which is in the debug logs of all OSDs that the operation
 *     touched
 * @param what names of the vector's steps, such as {@code write+setAttribute}
 */
public record OpenOperation(
    RequestId request, NodeId client, PgId group, ObjectId object, String what, Progress progress) {
  /** Age from which on an operation is slow. */
  public static final long SLOW_NANOS = 30_000_000_000L;

  /**
   * How far an operation has come.
   *
   * @param ageNanos time since the request arrived
   * @param steps its completed steps, oldest first
   * @param waitsFor whom or what it waits for; empty if it is done
   */
  public record Progress(long ageNanos, List<Step> steps, String waitsFor) {
    public Progress {
      steps = List.copyOf(steps);
    }
  }

  /**
   * A completed step of an operation.
   *
   * @param afterNanos time from the arrival of the request to the end of the step
   */
  public record Step(String what, long afterNanos) {}

  /** Whether it is slow. */
  public boolean isSlow() {
    return progress.ageNanos() >= SLOW_NANOS;
  }
}
