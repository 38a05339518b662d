package io.pando.osd.pg;

import static io.pando.bytes.Payload.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.random.Random64;
import io.pando.report.group.GroupState;
import org.junit.jupiter.api.Test;

/**
 * A group of 2+2 of which two members are up: enough to decode, and one too few to serve. A later
 * peering need not hear of that interval, so nothing is settled in it.
 */
class FewerThanMinSizeTest {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final GroupCluster cluster =
      new GroupCluster(
          new PoolCode(CodeParameters.of(2, 2), BLOCK_BYTES), GroupCluster.config(20, true));
  private final Random64 random = new Random64(5);

  private byte[] bytes() {
    byte[] bytes = new byte[4 * BLOCK_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  private void checkIsRead(int primary, byte[] bytes) {
    assertThat(cluster.operate(primary, "o", new ObjectOp.Read(new ByteRange(0, bytes.length))))
        .singleElement()
        .isInstanceOfSatisfying(
            ObjectMessage.OperateReply.class,
            reply ->
                assertThat(reply.outcome())
                    .isInstanceOfSatisfying(
                        OpOutcome.Succeeded.class,
                        it ->
                            assertThat(it.results())
                                .containsExactly(new OpResult.Data(Payload.wrap(bytes)))));
  }

  @Test
  void anUpdateThatOnlyTheyHaveCanBeTakenBack() {
    byte[] old = bytes();
    assertThat(cluster.operate(0, "o", new ObjectOp.WriteFull(Payload.wrap(old)))).hasSize(1);
    cluster.tick(2 * SECOND_NANOS);
    cluster.cut(2, 3);
    assertThat(cluster.operate(0, "o", new ObjectOp.WriteFull(Payload.wrap(bytes()))))
        .as("two members have it")
        .isEmpty();
    cluster.stop(2, 3);
    assertThat(cluster.stats().states()).contains(GroupState.ACTIVE, GroupState.UNDERSIZED);
    cluster.tick(2 * SECOND_NANOS);
    cluster.stop(0);
    cluster.restart(2);
    cluster.restart(3);
    cluster.tick(2 * SECOND_NANOS);
    checkIsRead(1, old);
    assertThat(cluster.stats().unfound()).isZero();
    cluster.restart(0);
    cluster.tick(2 * SECOND_NANOS);
    checkIsRead(0, old);
    assertThat(cluster.stats().states())
        .containsExactlyInAnyOrder(GroupState.ACTIVE, GroupState.CLEAN);
    assertThat(cluster.stats().problems().rolledBack()).isEmpty();
  }
}
