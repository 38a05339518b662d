package io.pando.mon.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.NodeId;
import io.pando.port.ReplicatedLog.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderAnswerTest {
  private static final Member FORMER = new Member(Trio.node(0), 0);
  private static final Member JOINING = new Member(Trio.node(0), 5);
  private static final Member ONE = new Member(Trio.node(1), 0);

  private static List<Member> told(LeaderAnswer.Replica... replicas) throws Exception {
    byte[] bytes = LeaderAnswer.FORMAT.toBytes(new LeaderAnswer(7, List.of(replicas)));
    return LeaderAnswer.FORMAT.decode(bytes).quorum(List.of(FORMER, JOINING, ONE));
  }

  @Test
  void tellsTheLifeOfAReplica() throws Exception {
    assertThat(told(LeaderAnswer.Replica.of(ONE), LeaderAnswer.Replica.of(FORMER)))
        .containsExactly(FORMER, ONE);
    assertThat(told(LeaderAnswer.Replica.of(JOINING))).containsExactly(JOINING);
  }

  @Test
  void ofAnotherReleaseMayNotTellTheLife() throws Exception {
    assertThat(told(new LeaderAnswer.Replica(NodeId.Role.MON, 0, null)))
        .containsExactly(FORMER, JOINING);
  }
}
