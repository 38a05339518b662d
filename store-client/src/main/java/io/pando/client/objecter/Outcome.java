package io.pando.client.objecter;

import io.pando.message.ObjectMessage;

/** How a piece of work ended. */
public sealed interface Outcome {
  /** An OSD has answered; what it said may still be a failure. */
  record Replied(ObjectMessage.Reply reply) implements Outcome {}

  /** The pool is not in the map (any more). */
  record PoolGone() implements Outcome {}

  /**
   * There was no answer in time. An update may or may not have happened.
   *
   * @param account a sentence about what was tried
   */
  record TimedOut(String account) implements Outcome {}

  /** Too much waits already. It was not sent. */
  record Refused(String reason) implements Outcome {}

  /** Whoever wanted it does not any more. */
  record Cancelled() implements Outcome {}

  /** The client was closed. An update may or may not have happened. */
  record Closed() implements Outcome {}
}
