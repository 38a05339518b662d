package io.pando.session;

import io.pando.port.EventLoop;

/** What a session is doing. */
sealed interface Phase permits Phase.Stopped, Phase.Resting, Conversation {
  /** Nothing: it was not started, or was stopped. */
  record Stopped() implements Phase {}

  /** It waits before it turns to the next monitor. */
  record Resting(EventLoop.Timer timer) implements Phase {}
}
