package io.pando.cluster;

/** How a {@link Change} ended. */
public sealed interface ChangeOutcome {
  /**
   * The change was accepted.
   *
   * @param epoch epoch of the map that contains the change
   * @param note description for people, such as {@code pool 'rbd' created}; may be empty
   */
  record Accepted(long epoch, String note) implements ChangeOutcome {}

  /** The change is invalid or not allowed; nothing changed. */
  record Rejected(String reason) implements ChangeOutcome {}

  /**
   * The monitors could not agree in time: there is no quorum, or the leader is changing. The change
   * may or may not take effect later.
   */
  record Unavailable(String reason) implements ChangeOutcome {}
}
