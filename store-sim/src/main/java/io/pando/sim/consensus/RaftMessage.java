package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog.Outcome;
import java.util.List;

/** What members say to each other. Each may be lost, and may overtake others. */
sealed interface RaftMessage {
  /**
   * Asks for a vote.
   *
   * @param real false: only whether it would be given
   */
  record Ask(long term, boolean real, long lastIndex, long lastTerm) implements RaftMessage {}

  record Vote(long term, boolean real, boolean granted) implements RaftMessage {}

  /**
   * A leader lives, and has these entries behind one that the receiver may have.
   *
   * @param round counts the leader's messages
   */
  record Append(
      long term,
      long round,
      long previousIndex,
      long previousTerm,
      List<Journal.Entry> entries,
      long committed,
      List<NodeId> quorum)
      implements RaftMessage {}

  /**
   * The answer.
   *
   * @param matches whether the receiver had the previous entry
   * @param lastIndex if it matches the last that is surely as the leader's, else the receiver's
   *     last
   */
  record Appended(long term, long round, boolean matches, long lastIndex) implements RaftMessage {}

  /** To the leader: this is to be done. */
  record Propose(long id, Payload command) implements RaftMessage {}

  /** To who proposed it: it was done. */
  record Proposed(long id, Outcome.Applied outcome) implements RaftMessage {}

  /** To the leader: how far must one be to have seen everything? */
  record AskIndex(long id) implements RaftMessage {}

  record TellIndex(long id, long index) implements RaftMessage {}
}
