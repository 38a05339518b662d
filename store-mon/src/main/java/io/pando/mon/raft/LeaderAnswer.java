package io.pando.mon.raft;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.uint64;

import io.pando.codec.Shape;
import io.pando.format.Ids;
import io.pando.format.RecordFormat;
import io.pando.id.NodeId;
import java.util.List;

/**
 * A leader's answer to the barrier query of a replica.
 *
 * @param appliedIndex index of the last command that the leader has applied
 * @param quorum replicas that the leader hears, itself included
 */
public record LeaderAnswer(long appliedIndex, List<NodeId> quorum) {
  static final RecordFormat<LeaderAnswer> FORMAT =
      RecordFormat.of(1, Shape.of(LeaderAnswer.class, uint64(1), list(2, Ids.NODE)));

  public LeaderAnswer {
    quorum = List.copyOf(quorum);
  }
}
