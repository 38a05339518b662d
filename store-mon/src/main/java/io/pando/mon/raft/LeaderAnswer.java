package io.pando.mon.raft;

import static io.pando.codec.Field.list;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.uint64;

import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.format.Ids;
import io.pando.format.RecordFormat;
import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog.Member;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A leader's answer to the barrier query of a replica.
 *
 * @param appliedIndex index of the last command that the leader has applied
 * @param quorum replicas that the leader hears, itself included
 */
public record LeaderAnswer(long appliedIndex, List<Replica> quorum) {
  /**
   * A replica that the leader hears.
   *
   * @param life life of the replica; null from releases that do not tell it
   */
  public record Replica(NodeId.Role role, long number, @Nullable Long life) {
    private static final Shape<Replica> SHAPE =
        Shape.of(Replica.class, one(1, Ids.ROLE), uint64(2), optional(3, Scalar.UINT64));

    static Replica of(Member member) {
      return new Replica(member.node().role(), member.node().number(), member.life());
    }

    /** This replica; if its life is not known, every replica of its node. */
    private Stream<Member> among(List<Member> members) {
      NodeId node = new NodeId(role, number);
      return life == null
          ? members.stream().filter(member -> member.node().equals(node))
          : Stream.of(new Member(node, life));
    }
  }

  static final RecordFormat<LeaderAnswer> FORMAT =
      RecordFormat.of(1, Shape.of(LeaderAnswer.class, uint64(1), list(2, Replica.SHAPE)));

  public LeaderAnswer {
    quorum = List.copyOf(quorum);
  }

  /**
   * The replicas that the leader hears, in order.
   *
   * @param members replicas of the log
   */
  List<Member> quorum(List<Member> members) {
    return quorum.stream().flatMap(replica -> replica.among(members)).sorted().toList();
  }
}
