package io.pando.cluster;

/** How a {@link Change} ended. */
public sealed interface ChangeOutcome {
  /**
   * It holds from this epoch on.
   *
   * @param epoch of the map that has it
   * @param note for people: what was done, such as {@code pool 'rbd' created}; may be empty
   */
  record Accepted(long epoch, String note) implements ChangeOutcome {}

  /** It makes no sense, or is not allowed; nothing changed. */
  record Rejected(String reason) implements ChangeOutcome {}

  /**
   * The monitors could not agree in time: no quorum, or it is changing leaders. It may or may not
   * happen later.
   */
  record Unavailable(String reason) implements ChangeOutcome {}
}
