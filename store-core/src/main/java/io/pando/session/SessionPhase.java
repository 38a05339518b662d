package io.pando.session;

import io.pando.port.EventLoop;

/** What a session is doing. */
sealed interface SessionPhase permits SessionPhase.Stopped, SessionPhase.Resting, Conversation {
  /** Nothing: it was not started, or was stopped. */
  record Stopped() implements SessionPhase {}

  /** It waits before it turns to the next monitor. */
  record Resting(EventLoop.Timer timer) implements SessionPhase {}
}
