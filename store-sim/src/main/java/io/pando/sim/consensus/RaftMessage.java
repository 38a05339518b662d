package io.pando.sim.consensus;

import io.pando.bytes.Payload;
import io.pando.port.ReplicatedLog.Member;
import io.pando.port.ReplicatedLog.Outcome;
import java.util.List;

/** Messages between members. Each may be lost, and may overtake others. */
sealed interface RaftMessage {
  /**
   * Requests a vote.
   *
   * @param real false to ask only whether the vote would be given
   */
  record Ask(long term, boolean real, long lastIndex, long lastTerm) implements RaftMessage {}

  /** Place of an entry in the log. */
  record Position(long index, long term) {}

  record Vote(long term, boolean real, boolean granted) implements RaftMessage {}

  /**
   * The leader's heartbeat, with the entries after one that the receiver may have.
   *
   * @param round counts the leader's messages
   * @param previous the entry before these
   */
  record Append(
      long term,
      long round,
      Position previous,
      List<SimRaftJournal.Entry> entries,
      long committed,
      List<Member> quorum)
      implements RaftMessage {}

  /**
   * Answer to {@link Append}.
   *
   * @param matches whether the receiver had the previous entry
   * @param lastIndex if it matches, the last entry that certainly equals the leader's; else the
   *     receiver's last entry
   */
  record Appended(long term, long round, boolean matches, long lastIndex) implements RaftMessage {}

  /** To the leader: proposes a command. */
  record Propose(long id, Payload command) implements RaftMessage {}

  /** To the proposer: the command was applied. */
  record Proposed(long id, Outcome.Applied outcome) implements RaftMessage {}

  /** To the leader: requests the index that a replica must have applied to have seen everything. */
  record AskIndex(long id) implements RaftMessage {}

  record TellIndex(long id, long index) implements RaftMessage {}
}
