package io.pando.osd.pg;

import static io.pando.bytes.Payload.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.cluster.erasure.PoolCode;
import io.pando.erasure.code.CodeParameters;
import io.pando.group.ScrubKind;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.ObjectMessage;
import io.pando.message.ReplicationMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Input;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A group whose map fences sessions of clients. */
class FencedSessionsTest {
  private static final long FENCED = 9;
  private static final long OTHER = 1;
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));
  private static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.utf8("x"));

  private GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));
  private long sequence;

  private ObjectMessage.Operate operate(long session, String object, ObjectOp op) {
    return new ObjectMessage.Operate(
        new RequestId(session, ++sequence),
        cluster.map().epoch(),
        Maps.GROUP,
        GroupHarness.object(object),
        List.of(op),
        new ObjectMessage.Sending(2, 0, false));
  }

  private void give(ObjectMessage.Request request) {
    cluster
        .site(0)
        .give(
            new Input.ClientAsked(
                GroupHarness.client(request.id().client()), request, cluster.wallMillis()));
  }

  private static @Nullable OpError error(ObjectMessage.Reply reply) {
    return reply instanceof ObjectMessage.OperateReply it
            && it.outcome() instanceof OpOutcome.Failed failed
        ? failed.error()
        : null;
  }

  private void refuses(ObjectMessage.Request request) {
    assertThat(cluster.ask(0, request))
        .containsExactly(
            new ObjectMessage.OperateReply(
                request.id(),
                cluster.map().epoch(),
                request.attempt(),
                new OpOutcome.Failed(OpError.FENCED, -1, "client.9 is fenced: test")));
  }

  private void serves(ObjectMessage.Request request) {
    assertThat(cluster.ask(0, request))
        .singleElement()
        .satisfies(reply -> assertThat(error(reply)).isNull());
  }

  @Test
  void allRequestsOfAFencedSessionAreRefused() {
    serves(operate(FENCED, "o", WRITE));
    cluster.fence(FENCED);
    refuses(operate(FENCED, "o", WRITE));
    refuses(operate(FENCED, "o", READ));
    long epoch = cluster.map().epoch();
    RequestId id = new RequestId(FENCED, 77);
    refuses(new ObjectMessage.ListObjects(id, epoch, Maps.GROUP, null, 10));
    refuses(new ObjectMessage.QueryGroup(id, epoch, Maps.GROUP));
    refuses(new ObjectMessage.ScrubGroup(id, epoch, Maps.GROUP, ScrubKind.LIGHT));
    serves(operate(OTHER, "o", WRITE));
    serves(operate(OTHER, "o", READ));
    cluster.unfence(FENCED);
    serves(operate(FENCED, "o", WRITE));
  }

  /** What its earlier attempt changed stays, and the client is not told of it any more. */
  @Test
  void aRepeatedRequestIsRefusedToo() {
    ObjectMessage.Operate write = operate(FENCED, "o", WRITE);
    serves(write);
    cluster.fence(FENCED);
    refuses(write);
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void anUpdateWhoseOldFragmentsAreReadIsNotOrdered() {
    cluster =
        new GroupCluster(
            new PoolCode(CodeParameters.of(2, 1), BLOCK_BYTES), GroupCluster.config(20, true));
    serves(operate(OTHER, "o", new ObjectOp.WriteFull(Payload.wrap(new byte[6 * BLOCK_BYTES]))));
    assertThat(cluster.conversation()).isNotEmpty();
    give(operate(FENCED, "o", new ObjectOp.Write(5, Payload.utf8("small"))));
    List<FragmentMessage.ReadFragments> reads = new ArrayList<>();
    cluster.settleWhile(() -> {
      reads.addAll(cluster.said(FragmentMessage.ReadFragments.class));
      return reads.isEmpty();
    });
    assertThat(reads).isNotEmpty();
    cluster.fence(FENCED);
    cluster.settle();
    assertThat(cluster.site(0).replies())
        .extracting(FencedSessionsTest::error)
        .containsExactly(OpError.FENCED);
    assertThat(cluster.said(ReplicationMessage.Replicate.class)).isEmpty();
    serves(operate(OTHER, "o", new ObjectOp.Write(5, Payload.utf8("small"))));
  }

  /**
   * The promise of the fence list. Another session's request of an epoch that has the fence is
   * answered: no update of the fenced session gets a version after that. Its earlier updates, and
   * those that were on their way, are in the log or not. OSDs stop and come up meanwhile.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void nothingIsOrderedAfterAnAnswerOfAnEpochWithTheFence(long seed) {
    Random64 random = new Random64(seed);
    for (int i = 0; i < 3; i++) {
      give(operate(random.nextBoolean() ? FENCED : OTHER, "o" + random.nextInt(2), WRITE));
    }
    progress(random);
    if (random.nextBoolean()) {
      cluster.stop(2);
    }
    give(operate(FENCED, "o" + random.nextInt(2), new ObjectOp.Append(Payload.utf8("+"))));
    progress(random);
    cluster.fence(FENCED);
    for (int i = 0; i < 3; i++) {
      give(operate(FENCED, "o" + random.nextInt(2), new ObjectOp.Append(Payload.utf8("+"))));
    }
    progress(random);
    ObjectMessage.Operate probe = operate(OTHER, "o0", READ);
    give(probe);
    cluster.settleWhile(() -> !isAnswered(probe));
    Version head = cluster.site(0).group().held().info().lastUpdate();
    for (int i = 0; i < 3; i++) {
      give(operate(FENCED, "o" + random.nextInt(2), WRITE));
      give(operate(OTHER, "o" + random.nextInt(2), WRITE));
    }
    progress(random);
    cluster.stop(0);
    cluster.restart(0);
    cluster.settle();
    for (int osd = 0; osd < 2; osd++) {
      assertThat(cluster.site(osd).group().held().entries())
          .filteredOn(entry -> entry.request().client() == FENCED)
          .allSatisfy(entry -> assertThat(entry.version()).isLessThanOrEqualTo(head));
    }
  }

  private void progress(Random64 random) {
    int[] steps = {random.nextInt(12)};
    cluster.settleWhile(() -> steps[0]-- > 0);
  }

  private boolean isAnswered(ObjectMessage.Operate probe) {
    return cluster.site(0).replies().stream().anyMatch(reply -> reply.id().equals(probe.id()));
  }
}
