package io.pando.mon.rules;

import io.pando.mon.state.MonitorState;

/** Decision of the rules about a change. */
public sealed interface Decision {
  /**
   * The change is accepted.
   *
   * @param state state after the change; equal to the state before if nothing had to change
   * @param note description of the change for people; may be empty
   */
  record Accepted(MonitorState state, String note) implements Decision {}

  /** The change is rejected. The reason names the cause and the remedy. */
  record Rejected(String reason) implements Decision {}
}
