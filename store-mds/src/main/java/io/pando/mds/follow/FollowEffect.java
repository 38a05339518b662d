package io.pando.mds.follow;

import io.pando.op.ObjectOp;
import java.util.List;

/** What a follower of a journal does. */
public sealed interface FollowEffect {
  /**
   * Reads an object of the metadata pool: {@link JournalFollower#onAnswer}, or {@link
   * JournalFollower#onUnanswered}.
   *
   * @param token for the answer
   * @param object name of the object
   * @param operations reads
   */
  record Call(long token, String object, List<ObjectOp> operations) implements FollowEffect {}

  /** A sentence for the log. */
  record Note(String sentence) implements FollowEffect {}
}
