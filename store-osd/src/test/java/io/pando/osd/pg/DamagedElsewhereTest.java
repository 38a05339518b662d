package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.report.group.MissingObject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A primary that lacks the newest version of an object returns, and all others have that version
 * with damaged bytes.
 */
class DamagedElsewhereTest {
  private final GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));

  @BeforeEach
  void comeBack() {
    cluster.write(0, "kept", "all the time");
    cluster.write(0, "o", "old");
    cluster.stop(0);
    cluster.write(1, "o", "damaged soon");
    for (int osd = 1; osd < 3; osd++) {
      cluster.site(osd).store().damaged.add(GroupHarness.object("o"));
    }
    cluster.restart(0);
    cluster.settle();
  }

  private OpOutcome operate(ObjectOp op) {
    List<ObjectMessage.Reply> replies = cluster.operate(0, "o", op);
    assertThat(replies).as("is answered").hasSize(1);
    return ((ObjectMessage.OperateReply) replies.getFirst()).outcome();
  }

  private void passTime() {
    for (int i = 0; i < 20; i++) {
      cluster.tick(GroupCluster.RETRY_NANOS);
    }
  }

  private void checkIsDamaged(ObjectOp op) {
    assertThat(operate(op))
        .isInstanceOfSatisfying(
            OpOutcome.Failed.class, it -> assertThat(it.error()).isEqualTo(OpError.DAMAGED));
  }

  @Test
  void whatIsAskedOfItFailsAndItIsListed() {
    checkIsDamaged(new ObjectOp.Stat());
    // Its attributes are not here, and would be lost.
    checkIsDamaged(new ObjectOp.WriteFull(Payload.utf8("new")));
    assertThat(cluster.stats().lost()).isOne();
    assertThat(cluster.report().replicas().missingObjects())
        .singleElement()
        .satisfies(it -> {
          assertThat(it.damaged()).isTrue();
          assertThat(it.lackedBy()).contains(MemberId.of(new OsdId(0)));
        })
        .extracting(MissingObject::toString)
        .asString()
        .endsWith("no good bytes");
  }

  @Test
  void itCanBeRemovedAndIsNotCountedAnyMore() {
    assertThat(operate(new ObjectOp.Remove())).isInstanceOf(OpOutcome.Succeeded.class);
    passTime();
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.stats().contents().objects()).isOne();
    assertThat(cluster.stats().contents().bytes()).isEqualTo("all the time".length());
    cluster.write(0, "o", "new");
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void itGoesBackToTheVersionThatExists() {
    assertThat(operate(new ObjectOp.EndLoss(ObjectOp.LossEnd.REVERT)))
        .isInstanceOfSatisfying(
            OpOutcome.Succeeded.class,
            done ->
                assertThat(done.results().getFirst())
                    .isInstanceOfSatisfying(
                        OpResult.LossEnded.class,
                        it -> {
                          assertThat(it.lost().isAfter(it.kept())).isTrue();
                          assertThat(it.kept().isAfter(Version.ZERO)).isTrue();
                          assertThat(done.version().isAfter(it.lost())).isTrue();
                        }));
    passTime();
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.stats().lost()).isZero();
    assertThat(operate(new ObjectOp.Read(new ByteRange(0, 10))))
        .isInstanceOfSatisfying(
            OpOutcome.Succeeded.class,
            it -> assertThat(it.results()).containsExactly(new OpResult.Data(Payload.utf8("old"))));
    assertThat(cluster.stats().contents().bytes()).isEqualTo("all the time".length() + 3L);
  }

  @Test
  void itsLossEndsWithItsRemoval() {
    assertThat(operate(new ObjectOp.EndLoss(ObjectOp.LossEnd.DELETE)))
        .isInstanceOf(OpOutcome.Succeeded.class);
    passTime();
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.stats().contents().objects()).isOne();
    assertThat(operate(new ObjectOp.Stat()))
        .isInstanceOfSatisfying(
            OpOutcome.Failed.class, it -> assertThat(it.error()).isEqualTo(OpError.NOT_FOUND));
  }

  @Test
  void onlyALossCanBeEnded() {
    cluster.site(2).store().damaged.clear();
    passTime();
    assertThat(operate(new ObjectOp.EndLoss(ObjectOp.LossEnd.REVERT)))
        .isInstanceOfSatisfying(
            OpOutcome.Failed.class, it -> assertThat(it.error()).isEqualTo(OpError.NOT_LOST));
  }

  @Test
  void aGoodCopyIsTakenOnceThereIsOne() {
    checkIsDamaged(new ObjectOp.Stat());
    cluster.site(2).store().damaged.clear();
    passTime();
    assertThat(operate(new ObjectOp.Stat())).isInstanceOf(OpOutcome.Succeeded.class);
    assertThat(cluster.differences()).isEmpty();
  }
}
