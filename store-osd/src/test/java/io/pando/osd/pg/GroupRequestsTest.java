package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients are told who ask a group for something. */
class GroupRequestsTest {
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));
  private static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.utf8("x"));

  private GroupCluster cluster =
      new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));

  private ObjectMessage.Operate operate(long epoch, long request, ObjectOp op) {
    return new ObjectMessage.Operate(
        new RequestId(1, request),
        epoch,
        Maps.GROUP,
        GroupHarness.object("o"),
        List.of(op),
        new ObjectMessage.Sending(3, 0, false));
  }

  private void refuses(int osd, ObjectMessage.Request request, String why) {
    assertThat(cluster.ask(osd, request))
        .containsExactly(
            new ObjectMessage.NotServed(
                request.id(), cluster.map().epoch(), request.attempt(), false, why));
  }

  private void serves(ObjectOp op) {
    assertThat(cluster.operate(0, "o", op))
        .singleElement()
        .isInstanceOf(ObjectMessage.OperateReply.class);
  }

  private void give(Peer client, ObjectMessage.Request request) {
    cluster.site(0).give(new Input.ClientAsked(client, request, cluster.wallMillis()));
    cluster.settle();
  }

  @Test
  void onlyThePrimaryServes() {
    refuses(1, operate(cluster.map().epoch(), 1, READ), "this OSD is not the primary");
    refuses(
        1,
        new ObjectMessage.QueryGroup(new RequestId(1, 2), cluster.map().epoch(), Maps.GROUP),
        "this OSD is not the primary");
    serves(WRITE);
  }

  @Test
  void whatWasSentBeforeTheIntervalIsRefused() {
    long before = cluster.map().epoch();
    cluster.stop(2);
    refuses(0, operate(before, 1, READ), "it was sent before the group's present interval");
    long interval = cluster.report().info().history().sameIntervalSince();
    assertThat(interval).isEqualTo(before + 1);
    assertThat(cluster.ask(0, operate(interval, 2, WRITE)))
        .singleElement()
        .isInstanceOf(ObjectMessage.OperateReply.class);
  }

  @Test
  void pausedReadsAndWritesAreRefusedSeparately() {
    String why = "the cluster is paused, or the group to be merged";
    serves(WRITE);
    cluster.flags(ClusterFlag.PAUSERD);
    refuses(0, operate(cluster.map().epoch(), 1, READ), why);
    refuses(
        0,
        new ObjectMessage.ListObjects(
            new RequestId(1, 2), cluster.map().epoch(), Maps.GROUP, null, 10),
        why);
    serves(WRITE);
    cluster.flags(ClusterFlag.PAUSEWR);
    refuses(0, operate(cluster.map().epoch(), 3, WRITE), why);
    serves(READ);
    cluster.flags(ClusterFlag.NOOUT);
    serves(READ);
    serves(WRITE);
  }

  /** It is the group that is missing something, not the clients: they are told when it is over. */
  @Test
  void asManyClientsAreHeldAsTheGroupRemembersAndReleasedOnce() {
    cluster.stop(2);
    cluster.stop(1);
    ObjectMessage.Request request = operate(cluster.map().epoch(), 1, READ);
    for (long client = 1; client <= 3; client++) {
      give(GroupHarness.client(client), request);
    }
    give(GroupHarness.client(1), request);
    List<ObjectMessage.Reply> replies = cluster.site(0).replies();
    assertThat(replies).hasSize(4);
    assertThat(replies.get(2))
        .isEqualTo(
            new ObjectMessage.NotServed(
                request.id(),
                cluster.map().epoch(),
                3,
                false,
                "too many clients wait for this group"));
    assertThat(List.of(replies.get(0), replies.get(1), replies.get(3)))
        .allMatch(ObjectMessage.Hold.class::isInstance);
    cluster.restart(1);
    assertThat(cluster.site(0).released())
        .containsExactly(GroupHarness.client(1), GroupHarness.client(2));
    cluster.tick(1);
    assertThat(cluster.site(0).released()).isEmpty();
    serves(READ);
  }

  @Test
  void whatAnotherPrimaryServesFromNowOnIsReleasedToo() {
    cluster.stop(2);
    cluster.stop(1);
    give(GroupHarness.client(1), operate(cluster.map().epoch(), 1, READ));
    cluster.restart(1);
    cluster.site(0).released();
    cluster.leases().silent.add(cluster.site(1).id());
    give(GroupHarness.client(1), operate(cluster.map().epoch(), 2, READ));
    assertThat(cluster.site(0).released()).isEmpty();
    cluster.place(1, 0);
    assertThat(cluster.site(0).released()).containsExactly(GroupHarness.client(1));
  }

  /** The update may have happened, which peering decides: so the client is told that it began. */
  @Test
  void anUpdateUnderWayGoesBackToItsClientWhenTheIntervalEnds() {
    ObjectMessage.Operate write = operate(cluster.map().epoch(), 1, WRITE);
    cluster.site(0).give(new Input.ClientAsked(GroupHarness.client(1), write, 0));
    cluster.settleWhile(() -> cluster.site(0).group().openRequests() == 0);
    cluster.site(0).replies();
    cluster.place(1, 0, 2);
    assertThat(cluster.site(0).replies())
        .contains(
            new ObjectMessage.NotServed(
                write.id(),
                cluster.map().epoch() - 1,
                3,
                true,
                "this OSD is not the primary any more"));
    assertThat(cluster.site(0).group().openRequests()).isZero();
    ObjectMessage.Operate again = operate(cluster.map().epoch(), 1, WRITE);
    assertThat(cluster.ask(1, again))
        .singleElement()
        .isInstanceOf(ObjectMessage.OperateReply.class);
    cluster.tick(1);
    assertThat(cluster.differences()).isEmpty();
    assertThat(cluster.stats().contents().version().counter()).as("it happened once").isOne();
  }

  @Test
  void anUpdateUnderWayIsHeldIfTheSamePrimaryGoesOn() {
    ObjectMessage.Operate write = operate(cluster.map().epoch(), 1, WRITE);
    cluster.site(0).give(new Input.ClientAsked(GroupHarness.client(1), write, 0));
    cluster.settleWhile(() -> cluster.site(0).group().openRequests() == 0);
    cluster.place(0, 2, 1);
    assertThat(cluster.site(0).replies())
        .singleElement()
        .isInstanceOfSatisfying(
            ObjectMessage.Hold.class, hold -> assertThat(hold.refusal().begun()).isTrue());
    assertThat(cluster.site(0).released()).containsExactly(GroupHarness.client(1));
  }

  @Test
  void aPoolThatIsRemovedFailsWhatIsUnderWayForGood() {
    ObjectMessage.Operate write = operate(cluster.map().epoch(), 1, WRITE);
    cluster.site(0).give(new Input.ClientAsked(GroupHarness.client(1), write, 0));
    cluster.settleWhile(() -> cluster.site(0).group().openRequests() == 0);
    cluster.site(0).give(new Input.PoolRemoved(77));
    cluster.settle();
    assertThat(cluster.site(0).replies())
        .containsExactly(
            new ObjectMessage.OperateReply(
                write.id(),
                77,
                3,
                new OpOutcome.Failed(OpError.NO_POOL, -1, "pool 1 was removed")));
    assertThat(cluster.site(0).runs()).as("and the group goes").isFalse();
    assertThat(cluster.site(0).store().ids()).isEmpty();
  }

  /** A request without an answer stays open permanently, and clients are not read for it. */
  @Test
  void whatIsAskedWhileTheGroupIsRemovedHereIsRefused() {
    cluster.site(0).give(new Input.PoolRemoved(77));
    ObjectMessage.Operate write = operate(cluster.map().epoch(), 1, WRITE);
    ObjectMessage.QueryGroup query =
        new ObjectMessage.QueryGroup(new RequestId(1, 2), cluster.map().epoch(), Maps.GROUP);
    String why = "the group is being removed from this OSD";
    refuses(0, write, why);
    assertThat(cluster.site(0).runs()).isFalse();
    cluster = new GroupCluster(3, Replication.PRIMARY, GroupCluster.config(20, true));
    cluster.site(0).give(new Input.PoolRemoved(77));
    refuses(0, query, why);
  }

  /** The second answer is the first one, remembered. */
  @ParameterizedTest
  @EnumSource
  void anUpdateThatComesTwiceHappensOnce(Replication replication) {
    cluster = new GroupCluster(3, replication, GroupCluster.config(20, true));
    int lead = cluster.mapping().primary().orElseThrow().value();
    ObjectOp append = new ObjectOp.Append(Payload.utf8("ab"));
    cluster.ask(lead, operate(cluster.map().epoch(), 1, append));
    List<ObjectMessage.Reply> again = cluster.ask(lead, operate(cluster.map().epoch(), 1, append));
    assertThat(again)
        .singleElement()
        .isInstanceOfSatisfying(
            ObjectMessage.OperateReply.class,
            reply -> assertThat(reply.outcome()).isInstanceOf(OpOutcome.Succeeded.class));
    assertThat(cluster.stats().contents().bytes()).isEqualTo(2);
    assertThat(cluster.differences()).isEmpty();
  }

  @Test
  void aListingGoesPageByPage() {
    for (int i = 0; i < 5; i++) {
      cluster.write(0, "o" + i, "x");
    }
    List<ObjectId> all = cluster.site(0).store().ids();
    assertThat(list(null, 2)).isEqualTo(page(all.subList(0, 2), true));
    assertThat(list(all.get(1), 3)).isEqualTo(page(all.subList(2, 5), false));
    assertThat(list(all.get(1), 2)).isEqualTo(page(all.subList(2, 4), true));
    assertThat(list(all.get(4), 2)).isEqualTo(page(List.of(), false));
    assertThat(list(null, 0)).as("one at least").isEqualTo(page(all.subList(0, 1), true));
  }

  private record Page(List<ObjectId> objects, boolean more, int last) {}

  private static Page page(List<ObjectId> objects, boolean more) {
    return new Page(objects, more, -1);
  }

  private Page list(@Nullable ObjectId after, int max) {
    ObjectMessage.ListReply reply =
        (ObjectMessage.ListReply)
            cluster
                .ask(
                    0,
                    new ObjectMessage.ListObjects(
                        new RequestId(1, 9), cluster.map().epoch(), Maps.GROUP, after, max))
                .getFirst();
    return new Page(reply.objects(), reply.more(), reply.last());
  }

  /** Members that lack an object are not asked for the bytes of it. */
  @Test
  void aReadTellsWhatWasWrittenLastAndWhatIsNotThere() {
    cluster.write(0, "o", "one");
    cluster.write(0, "o", "two");
    ObjectMessage.OperateReply read =
        (ObjectMessage.OperateReply) cluster.operate(0, "o", READ).getFirst();
    assertThat(((OpOutcome.Succeeded) read.outcome()).results())
        .containsExactly(new OpResult.Data(Payload.utf8("two")));
    ObjectMessage.OperateReply absent =
        (ObjectMessage.OperateReply) cluster.operate(0, "none", READ).getFirst();
    assertThat(((OpOutcome.Failed) absent.outcome()).error()).isEqualTo(OpError.NOT_FOUND);
    assertThat(((OpOutcome.Failed) absent.outcome()).opIndex()).isZero();
  }

  @Test
  void everyUpdateIsCountedOnce() {
    cluster.site(0).effects(Effect.class);
    cluster.write(0, "o", "one");
    cluster.operate(0, "o", READ);
    assertThat(cluster.site(0).effects(Effect.CountCommit.class)).hasSize(1);
  }
}
