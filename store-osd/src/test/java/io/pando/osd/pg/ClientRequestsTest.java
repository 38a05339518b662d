package io.pando.osd.pg;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.group.ScrubKind;
import io.pando.id.RequestId;
import io.pando.message.ObjectMessage;
import io.pando.message.ObjectMessage.Hold;
import io.pando.message.ObjectMessage.NotServed;
import io.pando.message.ObjectMessage.Reply;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.harness.GroupCluster;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Input;
import io.pando.port.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a primary serves, and what it says to clients that have to wait: two are remembered. */
class ClientRequestsTest {
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));
  private static final ObjectOp WRITE = new ObjectOp.WriteFull(Payload.utf8("x"));

  /** As many wait for one object, at most. */
  private static final int QUEUED = 256;

  private GroupCluster cluster = cluster(3);

  private static GroupCluster cluster(int size) {
    return new GroupCluster(size, Replication.PRIMARY, GroupCluster.config(20, true));
  }

  private ObjectMessage.Operate operate(long request, String name, ObjectOp op) {
    return new ObjectMessage.Operate(
        new RequestId(1, request),
        cluster.map().epoch(),
        Maps.GROUP,
        GroupHarness.object(name),
        List.of(op),
        new ObjectMessage.Sending(3, 0, false));
  }

  private Hold held(ObjectMessage.Request request, boolean begun, String why) {
    return new Hold(
        request.id(),
        cluster.map().epoch(),
        Maps.GROUP,
        null,
        new Hold.Refusal(request.attempt(), begun, why));
  }

  private void give(long client, ObjectMessage.Request request) {
    cluster
        .site(0)
        .give(new Input.ClientAsked(GroupHarness.client(client), request, cluster.wallMillis()));
  }

  private List<Reply> replies() {
    return cluster.site(0).replies();
  }

  private static Peer client(long number) {
    return GroupHarness.client(number);
  }

  @Test
  void questionsAndOrdersOfOperatorsAreAnsweredAtOnce() {
    ObjectMessage.QueryGroup query =
        new ObjectMessage.QueryGroup(new RequestId(1, 1), cluster.map().epoch(), Maps.GROUP);
    assertThat(cluster.ask(0, query))
        .containsExactly(
            new ObjectMessage.QueryReply(query.id(), cluster.map().epoch(), cluster.report()));
    ObjectMessage.ScrubGroup order =
        new ObjectMessage.ScrubGroup(
            new RequestId(1, 2), cluster.map().epoch(), Maps.GROUP, ScrubKind.LIGHT);
    assertThat(cluster.ask(0, order))
        .containsExactly(new ObjectMessage.ScrubOrdered(order.id(), cluster.map().epoch(), 1));
  }

  /** One of two copies is enough, but the map does not say yet that this primary was up. */
  @Test
  void aGroupThatIsNotActiveServesNobody() {
    cluster = cluster(2);
    cluster.setEdits(false);
    cluster.stop(1);
    ObjectMessage.Operate read = operate(1, "o", READ);
    assertThat(cluster.ask(0, read))
        .singleElement()
        .isInstanceOfSatisfying(
            Hold.class,
            hold -> {
              assertThat(hold).isEqualTo(held(read, false, hold.refusal().reason()));
              assertThat(hold.refusal().reason()).startsWith("the group ");
            });
    assertThat(cluster.site(0).group().openRequests()).isZero();
    cluster.setEdits(true);
    cluster.settle();
    assertThat(cluster.site(0).released()).containsExactly(client(9));
  }

  @Test
  void tooFewWholeCopiesServeNobody() {
    cluster.stop(2);
    assertThat(cluster.ask(0, operate(1, "o", READ)))
        .as("two are enough")
        .allMatch(ObjectMessage.OperateReply.class::isInstance);
    cluster.stop(1);
    ObjectMessage.Operate read = operate(2, "o", READ);
    assertThat(cluster.ask(0, read))
        .singleElement()
        .isInstanceOfSatisfying(
            Hold.class,
            hold -> assertThat(hold).isEqualTo(held(read, false, hold.refusal().reason())));
  }

  /** The primary may not answer without the promises of the other members. */
  @Test
  void whoHasNoLeaseServesNobody() {
    long interval = cluster.report().info().history().sameIntervalSince();
    cluster.leases().silent.add(cluster.site(5).id());
    cluster.leases().interval = interval;
    cluster.tick(1);
    assertThat(cluster.write(0, "o", "x"))
        .as("that one is no member")
        .allMatch(ObjectMessage.OperateReply.class::isInstance);
    cluster.leases().interval = interval - 1;
    waits(1);
    cluster.leases().interval = interval;
    released(1);
    cluster.leases().silent.add(cluster.site(2).id());
    waits(2);
    cluster.leases().silent.clear();
    released(2);
  }

  private void waits(long request) {
    cluster.tick(1);
    give(1, operate(request, "o", READ));
    cluster.settle();
    assertThat(replies()).hasSize(1).allMatch(Hold.class::isInstance);
    assertThat(cluster.site(0).released()).isEmpty();
  }

  private void released(long times) {
    cluster.tick(1);
    assertThat(cluster.site(0).released()).as("%d", times).containsExactly(client(1));
    cluster.tick(1);
    assertThat(cluster.site(0).released()).isEmpty();
  }

  private Hold crowded(ObjectMessage.Operate request) {
    return new Hold(
        request.id(),
        cluster.map().epoch(),
        Maps.GROUP,
        request.object(),
        new Hold.Refusal(request.attempt(), false, "many requests wait for the object"));
  }

  /** All come before the store has done anything. */
  @Test
  void moreThanAnObjectHasRoomForAreHeldUntilItHas() {
    int room = QUEUED + 1;
    for (int i = 1; i <= room; i++) {
      give(1, operate(i, "o", WRITE));
    }
    ObjectMessage.Operate first = operate(room + 1, "o", WRITE);
    ObjectMessage.Operate second = operate(room + 2, "o", WRITE);
    ObjectMessage.Operate third = operate(room + 3, "o", WRITE);
    give(1, first);
    give(2, second);
    give(3, third);
    give(3, operate(room + 4, "other", WRITE));
    cluster.settle();
    List<Reply> all = replies();
    assertThat(all)
        .hasSize(room + 4)
        .startsWith(
            crowded(first),
            crowded(second),
            new NotServed(
                third.id(),
                cluster.map().epoch(),
                3,
                false,
                "too many requests wait for this group"));
    assertThat(all.subList(3, room + 4)).allMatch(ObjectMessage.OperateReply.class::isInstance);
    assertThat(cluster.site(0).released()).containsExactly(client(1), client(2));
    give(3, operate(room + 5, "o", READ));
    cluster.settle();
    assertThat(cluster.site(0).released()).as("they were told").isEmpty();
  }

  /** A listing goes back, too, and cannot be refused for good. */
  @Test
  void aListingUnderWayGoesBack() {
    ObjectMessage.ListObjects list =
        new ObjectMessage.ListObjects(
            new RequestId(1, 1), cluster.map().epoch(), Maps.GROUP, null, 10);
    long epoch = cluster.map().epoch();
    give(1, list);
    cluster.settleWhile(() -> cluster.site(0).group().openRequests() == 0);
    cluster.site(0).give(new Input.PoolRemoved(77));
    cluster.settle();
    assertThat(replies())
        .containsExactly(
            new NotServed(list.id(), epoch, list.attempt(), false, "the pool was removed"));
  }

  @Test
  void clientsThatAreHeldAreReleasedWithThePool() {
    cluster.stop(2);
    cluster.stop(1);
    give(1, operate(1, "o", READ));
    give(2, operate(2, "o", READ));
    cluster.settle();
    assertThat(cluster.site(0).released()).isEmpty();
    cluster.site(0).give(new Input.PoolRemoved(77));
    cluster.settle();
    assertThat(cluster.site(0).released()).containsExactly(client(1), client(2));
  }
}
