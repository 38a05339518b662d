package io.pando.osd.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Placement;
import io.pando.group.ScrubKind;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.port.Peer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much clients may have open, and who is read no further. */
class ClientLoadTest {
  private static final Peer ONE = GroupHarness.client(1);
  private static final Peer TWO = GroupHarness.client(2);
  private static final int OPS = 4;
  private static final int BYTES = 100;

  private final HandWire wire = new HandWire();
  private final ClientLoad load = new ClientLoad(wire, OPS, BYTES);

  private static RequestId id(long number) {
    return new RequestId(1, number);
  }

  private static ObjectMessage.Operate write(long number, int... sizes) {
    List<ObjectOp> ops = new ArrayList<>(List.of(new ObjectOp.Read(new ByteRange(0, 50))));
    for (int size : sizes) {
      ops.add(new ObjectOp.Write(0, Payload.utf8("x".repeat(size))));
    }
    ObjectId object = Placement.object("o");
    return new ObjectMessage.Operate(
        id(number), 1, new PgId(new PoolId(1), 0), object, ops, ObjectMessage.Sending.FIRST);
  }

  @Test
  void whoeverSendsOneTooManyIsReadNoFurtherUntilHalfIsDone() {
    for (int i = 1; i <= OPS; i++) {
      assertThat(load.onRequest(ONE, write(i), 0)).isZero();
    }
    assertThat(wire.unread).isEmpty();
    load.onRequest(TWO, write(1), 0);
    assertThat(wire.unread).containsExactly(TWO);
    load.onRequest(TWO, write(2), 0);
    load.onRequest(ONE, write(5), 0);
    assertThat(wire.unread).containsExactly(TWO, ONE);
    assertThat(load.size()).isEqualTo(7);
    for (int i = 1; i <= 4; i++) {
      load.onReply(ONE, id(i), 0);
      assertThat(wire.unread).hasSize(2);
    }
    load.onReply(ONE, id(9), 0);
    assertThat(wire.unread).as("three are open").hasSize(2);
    load.onReply(TWO, id(1), 0);
    assertThat(wire.unread).isEmpty();
  }

  @Test
  void whoeverAsksOfAGroupIsReadOn() {
    PgId group = new PgId(new PoolId(1), 0);
    for (int i = 1; i <= OPS; i++) {
      load.onRequest(ONE, write(i), 0);
    }
    load.onRequest(TWO, new ObjectMessage.QueryGroup(id(1), 1, group), 0);
    load.onRequest(TWO, new ObjectMessage.ScrubGroup(id(2), 1, group, ScrubKind.DEEP), 0);
    assertThat(wire.unread).isEmpty();
    load.onRequest(TWO, new ObjectMessage.ListObjects(id(3), 1, group, null, 9), 0);
    assertThat(wire.unread).containsExactly(TWO);
  }

  @Test
  void bytesCountLikeRequests() {
    assertThat(load.onRequest(ONE, write(1, 60, 20), 0)).isEqualTo(80);
    load.onRequest(ONE, write(2, 20), 0);
    assertThat(wire.unread).as("as many as are allowed").isEmpty();
    load.onRequest(TWO, write(3, 1), 0);
    assertThat(wire.unread).containsExactly(TWO);
    load.onReply(ONE, id(2), 0);
    assertThat(wire.unread).isNotEmpty();
    load.onRequest(ONE, write(1, 51), 0);
    load.onReply(TWO, id(3), 0);
    assertThat(wire.unread).as("a byte more than half of them is open").isNotEmpty();
    load.onRequest(ONE, write(1, 50), 0);
    load.onReply(TWO, id(3), 0);
    assertThat(wire.unread).as("nothing was answered").isNotEmpty();
    load.onRequest(ONE, write(4), 0);
    load.onReply(ONE, id(4), 0);
    assertThat(wire.unread).as("the same request again counts once").isEmpty();
  }

  @Test
  void aClientThatLeavesTakesItsRequestsWithIt() {
    load.onRequest(ONE, write(1, 50), 0);
    load.onRequest(TWO, write(1, 51), 0);
    assertThat(wire.unread).containsExactly(TWO);
    load.onReset(TWO);
    assertThat(load.size()).isOne();
    assertThat(wire.unread).as("nobody tells the transport of who left").containsExactly(TWO);
    wire.unread.clear();
    load.onRequest(TWO, write(1, 50), 0);
    assertThat(wire.unread).isEmpty();
    load.onRequest(TWO, write(2, 1), 0);
    assertThat(wire.unread).containsExactly(TWO);
    load.onReset(ONE);
    assertThat(wire.unread).as("51 bytes are open").containsExactly(TWO);
    load.onReply(TWO, id(2), 0);
    assertThat(wire.unread).isEmpty();
  }

  @Test
  void itKnowsForHowLongRequestsAreOpen() {
    load.onRequest(ONE, write(1), 1_000);
    load.onRequest(TWO, write(1), 1_500);
    assertThat(load.olderThan(500, 1_500)).isZero();
    assertThat(load.olderThan(499, 1_500)).isOne();
    assertThat(load.olderThan(499, 2_000)).isEqualTo(2);
    assertThat(load.onReply(ONE, id(1), 1_700)).isEqualTo(700);
    assertThat(load.onReply(ONE, id(1), 1_800)).as("it is not open any more").isZero();
    assertThat(load.onReply(TWO, id(1), 1_800)).isEqualTo(300);
    assertThat(load.size()).isZero();
  }
}
