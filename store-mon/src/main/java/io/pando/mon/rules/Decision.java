package io.pando.mon.rules;

import io.pando.mon.state.MonitorState;

/** What the rules say to a change. */
public sealed interface Decision {
  /**
   * It is done.
   *
   * @param state what holds afterwards; the same as before if there was nothing to do
   * @param note for people: what was done; may be empty
   */
  record Accepted(MonitorState state, String note) implements Decision {}

  /** It is not done. The reason names the thing and the way out. */
  record Rejected(String reason) implements Decision {}
}
