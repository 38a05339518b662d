package io.pando.client.objecter;

import io.pando.message.ObjectMessage;

/** How a piece of work ended. */
public sealed interface Outcome {
  /** An OSD has answered; what it said may still be a failure. */
  record Replied(ObjectMessage.Reply reply) implements Outcome {}

  /**
   * The pool is not in the map, or was removed. It may be restored.
   *
   * @param mayHaveHappened as of {@link TimedOut}
   */
  record PoolGone(boolean mayHaveHappened) implements Outcome {}

  /**
   * There was no answer in time.
   *
   * @param account a sentence about what was tried and what it waited for
   * @param mayHaveHappened whether it is an update that may have taken effect, or yet will; if not,
   *     it did not and will not
   */
  record TimedOut(String account, boolean mayHaveHappened) implements Outcome {}

  /** Too much waits already. It was not sent. */
  record Refused(String reason) implements Outcome {}

  /**
   * Whoever wanted it does not any more.
   *
   * @param mayHaveHappened as of {@link TimedOut}
   */
  record Cancelled(boolean mayHaveHappened) implements Outcome {}

  /**
   * The client was closed.
   *
   * @param mayHaveHappened as of {@link TimedOut}
   */
  record Closed(boolean mayHaveHappened) implements Outcome {}
}
