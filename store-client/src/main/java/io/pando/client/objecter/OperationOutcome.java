package io.pando.client.objecter;

import io.pando.message.ObjectMessage;

/** How a piece of work ended. */
public sealed interface OperationOutcome {
  /** An OSD has answered; the answer may be a failure. */
  record Replied(ObjectMessage.Reply reply) implements OperationOutcome {}

  /**
   * The pool is not in the map, or was removed. It may be restored.
   *
   * @param mayHaveHappened as in {@link TimedOut}
   */
  record PoolGone(boolean mayHaveHappened) implements OperationOutcome {}

  /**
   * There was no answer in time.
   *
   * @param account a sentence about the attempts and the last obstacle
   * @param mayHaveHappened whether it is an update that may have taken effect, or may still do so;
   *     if false, it did not and will not
   */
  record TimedOut(String account, boolean mayHaveHappened) implements OperationOutcome {}

  /**
   * The session is fenced: no OSD executes its work any more.
   *
   * @param mayHaveHappened as in {@link TimedOut}
   */
  record Fenced(boolean mayHaveHappened) implements OperationOutcome {}

  /** Too much work waits already. This work was not sent. */
  record Refused(String reason) implements OperationOutcome {}

  /**
   * The caller cancelled the work.
   *
   * @param mayHaveHappened as in {@link TimedOut}
   */
  record Cancelled(boolean mayHaveHappened) implements OperationOutcome {}

  /**
   * The client was closed.
   *
   * @param mayHaveHappened as in {@link TimedOut}
   */
  record Closed(boolean mayHaveHappened) implements OperationOutcome {}
}
